import { useEffect, useRef } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { holdRefresh } from '../../client/hooks'
import { endAt, landingAt, type Axis } from './axis'
import type { Place } from './place'
import type { Moving } from './moving'

export interface Grabbed {
  job: Job
  from: Place | null
  partner: Moving['partner']
  length: number
  isProposed: boolean
}

interface DragProps {
  axis: Axis
  /** Finds the job of a block in the row of a technician, or of a card in none; null if it can't be moved. */
  find: (id: string, row: string | null) => Grabbed | null
  onMove: (moving: Moving | null) => void
  onDrop: (moving: Moving) => void
}

/** A mouse moves this far before it drags; a finger may move this far before it scrolls. */
const slack = { mouse: 4, touch: 10 }
/** How long a finger rests on a visit before it drags, in milliseconds. */
const longPress = 350

interface Grip extends Grabbed {
  kind: Moving['kind']
  pointer: number
  isTouch: boolean
  x: number
  y: number
  /** From the left edge of a visit, or from the right edge while it is resized, to the grabbed point. */
  offset: number
  active: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  last: Moving | null
}

/** Drags visits with a mouse, a pen or a finger. Attach `onPointerDown` and `onClickCapture` around the board. */
export function useDrag(props: DragProps) {
  const latest = useRef(props)
  latest.current = props
  const grip = useRef<Grip | null>(null)
  /** The click that ends a drag opens nothing. */
  const swallows = useRef(false)
  const release = (dropped: boolean) => {
    const held = grip.current
    if (!held) return
    grip.current = null
    clearTimeout(held.timer)
    listen(false)
    if (!held.active) return
    holdRefresh(false)
    swallows.current = true
    setTimeout(() => (swallows.current = false))
    const { onDrop, onMove } = latest.current
    if (dropped && held.last) onDrop(held.last)
    else onMove(null)
  }
  const begin = (held: Grip) => {
    held.active = true
    holdRefresh(true)
    if (held.isTouch) navigator.vibrate?.(10)
    follow(held, held.x, held.y)
  }
  const follow = (held: Grip, x: number, y: number) => {
    scrollNear(x, y)
    held.last = movingAt(held, x, y, latest.current.axis)
    latest.current.onMove(held.last)
  }
  const handlers = useRef({
    pointermove: (event: PointerEvent) => {
      const held = grip.current
      if (!held || event.pointerId !== held.pointer) return
      const far = Math.hypot(event.clientX - held.x, event.clientY - held.y)
      if (held.active) return follow(held, event.clientX, event.clientY)
      if (held.isTouch && far > slack.touch) release(false)
      else if (!held.isTouch && far > slack.mouse) {
        begin(held)
        follow(held, event.clientX, event.clientY)
      }
    },
    pointerup: (event: PointerEvent) => event.pointerId === grip.current?.pointer && release(true),
    pointercancel: (event: PointerEvent) => event.pointerId === grip.current?.pointer && release(false),
    // A finger that drags must not scroll the page as well.
    touchmove: (event: TouchEvent) => grip.current?.active && event.cancelable && event.preventDefault(),
    contextmenu: (event: Event) => grip.current?.isTouch && event.preventDefault(),
    keydown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !grip.current?.active) return
      event.preventDefault()
      event.stopPropagation()
      release(false)
    },
  })
  const listen = (on: boolean) => {
    for (const [name, handler] of Object.entries(handlers.current))
      if (on) document.addEventListener(name, handler as EventListener, { capture: true, passive: false })
      else document.removeEventListener(name, handler as EventListener, { capture: true })
  }
  useEffect(() => () => release(false), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      const handle = (event.target as Element).closest<HTMLElement>('[data-drag]')
      const track = handle?.closest<HTMLElement>('[data-track]')
      const grabbed = handle && latest.current.find(handle.dataset.drag ?? '', track?.dataset.worker ?? null)
      if (event.button !== 0 || !event.isPrimary || !handle || !grabbed) return
      const box = handle.getBoundingClientRect()
      const isResize = (event.target as Element).closest('[data-resize]') !== null
      const isTouch = event.pointerType === 'touch'
      const held: Grip = {
        ...grabbed,
        kind: isResize ? 'resize' : 'move',
        pointer: event.pointerId,
        isTouch,
        x: event.clientX,
        y: event.clientY,
        // A card from the list has no length on the board, so its visit starts at the pointer.
        offset: grabbed.from === null ? 0 : event.clientX - (isResize ? box.right : box.left),
        active: false,
        timer: isTouch ? setTimeout(() => grip.current && begin(grip.current), longPress) : undefined,
        last: null,
      }
      release(false)
      grip.current = held
      listen(true)
    },
    onClickCapture: (event: Event) => {
      if (!swallows.current) return
      swallows.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Where a visit would land with the pointer here. */
function movingAt(grip: Grip, x: number, y: number, axis: Axis): Moving {
  const { job, from, partner, length, kind, offset, isProposed } = grip
  const held = { job, kind, from, partner, length, isProposed }
  const moving: Moving = { ...held, by: 'pointer', to: null, isOff: false }
  if (kind === 'resize' && from) {
    const track = document.querySelector(`[data-track="${CSS.escape(trackOf(from))}"]`)
    const end = track ? endAt(axis, shareOf(track, x - offset), from) : from.minutes + length
    return { ...moving, to: from, length: end - from.minutes }
  }
  const under = document.elementFromPoint(x, y)
  const track = under?.closest('.lane')?.querySelector<HTMLElement>('[data-track]')
  if (!track) return { ...moving, isOff: under?.closest('.waiting') != null }
  const { worker = '', zone = '' } = track.dataset
  const landing = landingAt(axis, shareOf(track, x - offset), from)
  return { ...moving, to: { ...landing, workerId: worker || null, timeZone: zone } }
}

/** Names the row of a place in the document. */
export const trackOf = ({ workerId, timeZone }: Pick<Place, 'workerId' | 'timeZone'>): string =>
  workerId ?? timeZone

function shareOf(track: Element, x: number): number {
  const { left, width } = track.getBoundingClientRect()
  return width === 0 ? 0 : (x - left) / width
}

const edge = 48
const stride = 14

/** Scrolls the board and the page while a visit is held near their edges. */
function scrollNear(x: number, y: number): void {
  const board = document.querySelector('.board')
  if (board) {
    const { left, right, top, bottom } = board.getBoundingClientRect()
    if (x > right - edge && x < right + edge) board.scrollLeft += stride
    else if (x < left + edge * 3 && x > left && board.scrollLeft > 0) board.scrollLeft -= stride
    const isOver = x > left && x < right
    if (isOver && y > bottom - edge && y < bottom + edge) board.scrollTop += stride
    else if (isOver && y < top + edge * 1.5 && y > top - edge) board.scrollTop -= stride
  }
  if (y > innerHeight - edge) scrollBy(0, stride)
  else if (y < edge) scrollBy(0, -stride)
}
