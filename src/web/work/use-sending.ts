import { useEffect } from 'preact/hooks'
import { every } from '../client/clock'

const everyMs = 30_000
/** A connection that broke a moment ago is often back. */
const soonMs = 4_000

/**
 * Sends what waits: at once, every while, when the connection is back and when somebody looks at the page. `send`
 * says whether to try again soon.
 */
export function useSending(send: () => Promise<boolean>, about: readonly unknown[]): void {
  useEffect(() => {
    let isGone = false
    let soon: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      clearTimeout(soon)
      // A browser without this storage can't keep anything, and says so when it is asked to.
      void send()
        .catch(() => false)
        .then((isWanted) => {
          if (isWanted && !isGone && navigator.onLine) soon = setTimeout(start, soonMs)
        })
    }
    start()
    const stop = every(everyMs, start)
    const whenVisible = () => document.visibilityState === 'visible' && start()
    window.addEventListener('online', start)
    document.addEventListener('visibilitychange', whenVisible)
    return () => {
      isGone = true
      clearTimeout(soon)
      stop()
      window.removeEventListener('online', start)
      document.removeEventListener('visibilitychange', whenVisible)
    }
  }, about)
}
