/** Does something when the browser has nothing else to do. Returns how to call it off. Not every browser says when. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(work, { timeout: 2_000 })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, 1_500)
  return () => clearTimeout(timer)
}

export const idle = (): Promise<void> => new Promise((done) => void whenIdle(done))
