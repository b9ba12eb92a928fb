/** Requests whose answers the page waits for. */
let waiting = 0
const held = new Set<() => void>()

/** Counts a request until its answer is read. */
export async function waitFor<T>(answer: Promise<T>): Promise<T> {
  waiting++
  try {
    return await answer
  } finally {
    waiting--
    if (waiting === 0) for (const goOn of held) goOn()
  }
}

/** Nobody notices a wait this short. */
const shortMs = 100

/**
 * Waits for the other answers that are on their way, but only for a moment. A page that draws each answer on its own
 * is laid out and painted once for each.
 */
export function together(): Promise<void> {
  if (waiting === 0) return Promise.resolve()
  return new Promise((done) => {
    const goOn = () => {
      clearTimeout(timer)
      held.delete(goOn)
      done()
    }
    const timer = setTimeout(goOn, shortMs)
    held.add(goOn)
  })
}

/** Milliseconds without a request, in which the page draws its answers. */
const restMs = 200
/** After this many rests, slow answers no longer hold the rest of the page back. */
const mostRests = 15

/**
 * Does something once all answers are there and drawn, for parts that people can do without until then. Returns how to
 * call it off.
 */
export function whenCalm(work: () => void): () => void {
  let rests = 0
  let callOff = () => {}
  const rest = () => {
    const timer = setTimeout(() => {
      if (waiting > 0 && ++rests < mostRests) rest()
      else callOff = whenIdle(work)
    }, restMs)
    callOff = () => clearTimeout(timer)
  }
  rest()
  return () => callOff()
}

export const calm = (): Promise<void> => new Promise((done) => void whenCalm(done))

/** Does something when the browser has nothing else to do. Returns how to call it off. Not every browser says when. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(work, { timeout: 2_000 })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, 300)
  return () => clearTimeout(timer)
}
