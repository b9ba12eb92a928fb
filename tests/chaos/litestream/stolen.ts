import { readFileSync } from 'node:fs'

/** The time of the processors since the machine started, in ticks. */
interface Ticks {
  all: number
  stolen: number
}

/** The first line of `/proc/stat`. Only Linux has it, and only a virtual machine has anything to say in `steal`. */
function ticks(): Ticks | null {
  try {
    const counts = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.trim().split(/\s+/).slice(1, 9)
    return { all: counts.reduce((sum, count) => sum + Number(count), 0), stolen: Number(counts[7]) }
  } catch {
    return null
  }
}

export interface StolenTime {
  /** The share of the processors that the host kept for others in the second up to this moment. */
  around: (seconds: number) => number
  /** The host took nothing worth mentioning between these moments, nor in the seconds before that fill a queue. */
  wasOurs: (from: number, to: number) => boolean
  overall: () => number
  stop: () => void
}

/** How long answers may still be late after the host gave the machine back. */
const queueSeconds = 10

/** Notes every second how much of the machine its host gave to others, because then every answer is slow. */
export function watchStolenTime(): StolenTime {
  const seen = [ticks()]
  const timer = setInterval(() => seen.push(ticks()), 1_000)
  const between = (from = seen[0], to = seen.at(-1)): number =>
    from && to && to.all > from.all ? (to.stolen - from.stolen) / (to.all - from.all) : 0
  const around = (seconds: number) => between(seen[Math.floor(seconds)], seen[Math.floor(seconds) + 1])
  return {
    around,
    wasOurs: (from, to) => {
      for (let second = Math.max(0, Math.floor(from) - queueSeconds); second <= to; second++)
        if (around(second) > 0.05) return false
      return true
    },
    overall: () => between(),
    stop: () => clearInterval(timer),
  }
}
