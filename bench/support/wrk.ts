import type { Cleanup } from './cleanup'
import type { LoadResult, LoadTool } from './load'
import { plainEnvironment, runCommand } from './processes'

const UNIT_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** null when wrk isn't installed. The script gets the first client's number as its argument. */
export function findWrk(script: string, cleanup: Cleanup): LoadTool | null {
  const binary = Bun.which('wrk')
  if (!binary) return null
  return {
    name: `wrk ${wrkVersion(binary)}`.trim(),
    async run({ url, connections, seconds, firstClient }) {
      // A slow answer is still an answer, so its time counts. wrk would call it broken after two seconds.
      const options = [
        '-t1',
        `-c${connections}`,
        `-d${seconds}s`,
        '--timeout',
        '30s',
        '--latency',
        '-s',
        script,
      ]
      const command = [binary, ...options, url, '--', String(firstClient)]
      const withinMs = (seconds + 15) * 1_000
      return parseWrk(await runCommand({ command, cwd: '.', env: plainEnvironment(), withinMs }, cleanup))
    },
  }
}

export function parseWrk(output: string): LoadResult {
  const total = /^\s*(\d+) requests in ([\d.]+)(us|ms|s|m|h),/m.exec(output)
  const rate = /^Requests\/sec:\s+([\d.]+)/m.exec(output)
  if (!total || !rate) throw new Error(`no result in what wrk printed:\n${output.slice(-1_000)}`)
  const sockets = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)
  return {
    requests: Number(total[1]),
    seconds: durationMs(total[2], total[3]) / 1_000,
    perSecond: Number(rate[1]),
    p50Ms: percentileMs(output, 50),
    p99Ms: percentileMs(output, 99),
    refused: Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0),
    broken: (sockets ?? []).slice(1).reduce((sum, count) => sum + Number(count), 0),
  }
}

function percentileMs(output: string, percent: number): number {
  const found = new RegExp(`^\\s*${percent}%\\s+([\\d.]+)(us|ms|s|m|h)\\s*$`, 'm').exec(output)
  if (!found) throw new Error(`wrk printed no ${percent}% latency: was --latency given?`)
  return durationMs(found[1], found[2])
}

function durationMs(amount: string | undefined, unit: string | undefined): number {
  return Number(amount) * (UNIT_MS[unit ?? ''] ?? Number.NaN)
}

function wrkVersion(binary: string): string {
  // `wrk -v` prints its version and the usage, and exits with 1.
  const { stdout, stderr } = Bun.spawnSync([binary, '-v'])
  return /^wrk \D*(\d+\.\d+\.\d+)/m.exec(stdout.toString() + stderr.toString())?.[1] ?? ''
}
