import { useEffect } from 'preact/hooks'

/** The device's clock. It may be wrong, so use it for display and never for decisions. */
export const now = (): number => Date.now()

/** Repeats the work while the page is visible. Returns a function that stops it. */
export function every(ms: number, work: () => void): () => void {
  const timer = setInterval(() => document.visibilityState === 'visible' && work(), ms)
  return () => clearInterval(timer)
}

const interval = 30_000
const followers = new Set<() => void>()

/** Refreshes everything that follows along, right now. */
export const lookAgain = (): void => followers.forEach((look) => look())

/** Refreshes every 30 seconds while the page is visible, and when the user comes back to it. */
export function useFollowing(look: () => void): void {
  useEffect(() => {
    const comeBack = () => document.visibilityState === 'visible' && look()
    const stop = every(interval, look)
    followers.add(look)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      stop()
      followers.delete(look)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [look])
}
