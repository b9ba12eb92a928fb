type Later = (look: () => void, ms: number) => { stop(): void }

const onTimer: Later = (look, ms) => {
  const timer = setTimeout(look, ms)
  return { stop: () => clearTimeout(timer) }
}

interface Quiet {
  /** This must stand still, such as the number of requests so far. */
  count: () => number
  /** Nothing runs before this. */
  afterMs: number
  /** For how long it must stand still. */
  quietMs: number
  later?: Later
}

/** Runs something once, at the first quiet moment. */
export function onceQuiet(
  run: () => void,
  { count, afterMs, quietMs, later = onTimer }: Quiet,
): { stop(): void } {
  let seen: number | null = null
  const look = () => {
    const now = count()
    if (now === seen) return run()
    seen = now
    waiting = later(look, quietMs)
  }
  let waiting = later(look, afterMs - quietMs)
  return { stop: () => waiting.stop() }
}
