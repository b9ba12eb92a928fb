import { useEffect } from 'preact/hooks'

/** The time on this device: right for greeting and counting down, never for deciding. */
export const now = (): number => Date.now()

/** Does something again and again while the page is open, and not while it is out of sight. Gives what ends it. */
export function every(ms: number, work: () => void): () => void {
  const timer = setInterval(() => document.visibilityState === 'visible' && work(), ms)
  return () => clearInterval(timer)
}

const pause = 30_000
const followers = new Set<() => void>()

/** Whatever follows looks again at once: somebody asked for it. */
export const lookAgain = (): void => followers.forEach((look) => look())

/** Looks again from time to time while the page is seen, and when somebody comes back to it. */
export function useFollowing(look: () => void): void {
  useEffect(() => {
    const comeBack = () => document.visibilityState === 'visible' && look()
    const stop = every(pause, look)
    followers.add(look)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      stop()
      followers.delete(look)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [look])
}
