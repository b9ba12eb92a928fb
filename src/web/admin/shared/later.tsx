import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { whenIdle } from '../../client/idle'

/**
 * False at first, and true once the browser has drawn the screen and has time for parts that nobody sees yet.
 * `before` is called right before these parts are drawn.
 */
export function useLater(isLong = true, before?: () => void): boolean {
  const [isTime, setTime] = useState(!isLong)
  useEffect(() => {
    if (isTime) return undefined
    return whenIdle(() => {
      before?.()
      setTime(true)
    })
  }, [])
  return isTime
}

/** Pixels of the lowest row of a table. */
export const leastRow = 44

/**
 * More rows of a table than a window has room for: the widths of its columns come from them, and rows that are drawn
 * later should fit in.
 */
export const rowsInSight = (): number => Math.ceil(innerHeight / leastRow)

/** Pixels of a window below the title of a screen and its filters. */
const room = (): number => innerHeight - 200

/** The first items, as many as fill a window. People can use them before the others are drawn. */
export function inSight<T>(items: readonly T[], heightOf: (item: T) => number): T[] {
  let left = room()
  return items.filter((item) => {
    const isSeen = left > 0
    left -= heightOf(item)
    return isSeen
  })
}

/** Says that more is about to be drawn here. Nobody sees it. */
export const StillDrawing = () => <i hidden data-drawing="true" />

/** The end of a long drawer, below what fits on a screen: people can use the parts above it at once. */
export const Later = ({ children }: { children: ComponentChildren }) =>
  useLater() ? <>{children}</> : <StillDrawing />
