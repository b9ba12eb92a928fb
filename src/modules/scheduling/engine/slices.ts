export interface SliceTiming {
  /** Milliseconds of a clock that only goes forward. */
  tick(): number
  /** Lets everything else that waits have its turn. */
  pause(): Promise<void>
  sliceMs: number
}

export const betweenRequests: SliceTiming = {
  tick: () => performance.now(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
  sliceMs: 4,
}

/** Runs a long computation to its end without keeping the event loop from its other work. */
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

/** Runs it to its end at once. */
export function runAtOnce<T>(work: Generator<void, T>): T {
  let piece = work.next()
  while (!piece.done) piece = work.next()
  return piece.value
}

/** Lets everything else that waits have its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
