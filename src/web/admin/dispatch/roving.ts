import { useState } from 'preact/hooks'
import { isMoveKey } from './moving'

/** How far each key goes in a row of blocks; a row has one Tab stop. */
const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  k: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  j: 1,
  Home: -Infinity,
  End: Infinity,
}

/** Where a key leads from one place among so many; null if it leads nowhere. */
export function stepFrom(at: number, count: number, key: string): number | null {
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (step === undefined || at === -1) return null
  const next = Math.max(0, Math.min(count - 1, at + step))
  return next === at ? null : next
}

/**
 * One Tab stop for a row of blocks: the one that had the focus last, or the first. Arrow keys move a visit, so between
 * visits that can be moved J, K, Home, End or Ctrl with an arrow key go on.
 */
export function useRoving(keys: readonly string[]) {
  const [last, setLast] = useState('')
  const stop = keys.includes(last) ? last : keys[0]
  return (key: string) => ({
    tabIndex: key === stop ? 0 : -1,
    onFocus: () => setLast(key),
  })
}

/** Moves the focus to another block of the same row. Call it after the keys that move a visit. */
export function goOn(event: KeyboardEvent, row: string): void {
  if (event.defaultPrevented || event.metaKey || event.altKey || event.shiftKey) return
  if (event.ctrlKey && !isMoveKey(event.key)) return
  const from = event.currentTarget as HTMLElement
  const blocks = [...(from.closest(row)?.querySelectorAll<HTMLElement>('[data-stand]') ?? [])]
  const next = stepFrom(blocks.indexOf(from), blocks.length, event.key)
  if (next === null) return
  event.preventDefault()
  blocks[next]?.focus()
}
