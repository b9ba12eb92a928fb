export interface SliceTiming {
  /** Milliseconds of a monotonic clock. */
  tick(): number
  /** Lets other waiting work run. */
  pause(): Promise<void>
  sliceMs: number
}

export const betweenRequests: SliceTiming = {
  tick: () => performance.now(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
  sliceMs: 4,
}

/** Runs a long computation without blocking the event loop. */
export async function runInSlices<T>(work: Generator<void, T>, timing = betweenRequests): Promise<T> {
  let until = timing.tick() + timing.sliceMs
  let piece = work.next()
  while (!piece.done) {
    if (timing.tick() >= until) {
      await timing.pause()
      until = timing.tick() + timing.sliceMs
    }
    piece = work.next()
  }
  return piece.value
}

/** Runs it without pauses. */
export function runAtOnce<T>(work: Generator<void, T>): T {
  let piece = work.next()
  while (!piece.done) piece = work.next()
  return piece.value
}

/** Lets other waiting work run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
