import { readdirSync, readFileSync } from 'node:fs'

/** The CPU time a process has used, all threads together, in milliseconds; null without /proc. */
export function readCpuMs(pid: number): number | null {
  const stat = readProc(`/proc/${pid}/stat`)
  return stat === null ? null : parseCpuTicks(stat) * (1_000 / ticksPerSecond())
}

/** The CPU time of each thread so far, in nanoseconds; null without /proc. */
export type ThreadTimes = Map<string, number>

/** Much finer than the ticks of `readCpuMs`. */
export function readThreadTimes(pid: number): ThreadTimes | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return new Map(
      threads.flatMap((thread) => {
        const schedstat = readProc(`/proc/${pid}/task/${thread}/schedstat`)
        return schedstat === null ? [] : [[thread, parseRunTime(schedstat)]]
      }),
    )
  } catch {
    return null
  }
}

/** The CPU time that all threads used in between. Only what a thread that has ended used last is missing. */
export function cpuMsBetween(before: ThreadTimes, after: ThreadTimes): number {
  let nanos = 0
  for (const [thread, time] of after) nanos += time - (before.get(thread) ?? 0)
  return nanos / 1e6
}

/** The first of three numbers: the time on a CPU, the time waiting for one, and how often. */
export function parseRunTime(schedstat: string): number {
  const time = Number(/^(\d+) \d+ \d+/.exec(schedstat)?.[1])
  if (!Number.isFinite(time)) throw new Error('no CPU time in this schedstat')
  return time
}

/** A process's resident memory in bytes; null without /proc. */
export function readResidentBytes(pid: number): number | null {
  const status = readProc(`/proc/${pid}/status`)
  return status === null ? null : parseResidentBytes(status)
}

/**
 * Waits until a process is idle. A first start unpacks its gazetteer and builds its pages, which takes time and
 * memory that aren't part of the measurement.
 */
export async function untilIdle(pid: number): Promise<void> {
  for (let quiet = 0; quiet < 4;) {
    const before = readCpuMs(pid) ?? 0
    await Bun.sleep(250)
    quiet = (readCpuMs(pid) ?? 0) - before > 30 ? 0 : quiet + 1
  }
}

/** utime + stime. The second field is a name that may contain spaces and brackets, so count from its end. */
export function parseCpuTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  if (!Number.isFinite(ticks)) throw new Error('no CPU times in this stat line')
  return ticks
}

export function parseResidentBytes(status: string): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kilobytes === undefined) throw new Error('no VmRSS in this status')
  return Number(kilobytes) * 1_024
}

let ticks: number | undefined

function ticksPerSecond(): number {
  ticks ??= Number(Bun.spawnSync(['getconf', 'CLK_TCK']).stdout.toString()) || 100
  return ticks
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
