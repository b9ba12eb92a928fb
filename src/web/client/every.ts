/** Does something again and again while the page is open, and not while it is out of sight. Gives what ends it. */
export function every(ms: number, work: () => void): () => void {
  const timer = setInterval(() => document.visibilityState === 'visible' && work(), ms)
  return () => clearInterval(timer)
}
