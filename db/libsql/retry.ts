import { asStoreError, isStatementFault, isTransient } from './failures'
import type { Limits } from './limits'

const firstPauseMs = 25
const longestPauseMs = 1_000

/** How long to wait before trying again; spread out, so that processes do not meet each time. */
export function pauseBefore(attempt: number, random = Math.random()): number {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)
  return longest / 2 + (longest / 2) * random
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Repeats what may safely run twice, for as long as a last try still fits into the time limit. */
export async function retrying<T>(run: () => Promise<T>, limits: Limits): Promise<T> {
  const lastStart = performance.now() + limits.settleMs - limits.callMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (isStatementFault(error)) throw error
      const wait = pauseBefore(attempt)
      if (!isTransient(error) || performance.now() + wait > lastStart) throw asStoreError(error)
      await pause(wait)
    }
  }
}
