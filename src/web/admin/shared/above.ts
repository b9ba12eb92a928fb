import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { whenCalm } from '../../client/idle'
import { InOverlay } from '../../components/in-overlay'

/**
 * A link can open an item above a tab. Nobody can use the tab before they close the item, so the item is drawn first
 * and the tab once all of the item is there.
 */

/** How many items are about to be shown, or were shown a moment ago and are still being drawn. */
let opening = 0
const listeners = new Set<() => void>()

function tellShown(): void {
  if (opening === 0) for (const listener of listeners) listener()
}

/** Called once the item above is there. Returns how to stop listening. */
export function whenShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that an item opens above the tab, until it is there. */
export function useOpening(isOpening: boolean): void {
  useLayoutEffect(() => {
    if (!isOpening) return undefined
    opening++
    return () =>
      void whenCalm(() => {
        opening--
        tellShown()
      })
  }, [isOpening])
}

/** Whether a list should still wait for the item above it. A list that has been drawn stays. */
export function useBehind(isReady: boolean): boolean {
  const isAbove = useContext(InOverlay)
  const isDrawn = useRef(false)
  const [, lookAgain] = useState(0)
  const waits = isReady && !isAbove && !isDrawn.current && opening > 0
  if (isReady && !waits) isDrawn.current = true
  useLayoutEffect(() => (waits ? whenShown(() => lookAgain((before) => before + 1)) : undefined), [waits])
  return waits
}
