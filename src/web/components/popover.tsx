import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { IconName } from '../icons/icons'
import { Icon } from './icon'

interface PopoverProps {
  /** Names the panel for screen readers. */
  label: string
  /** The content of the button. */
  button: ComponentChildren
  /** The classes of the button. */
  look?: string
  /** Which of the button's ends the panel lines up with. */
  align?: 'start' | 'end'
  role?: 'dialog' | 'menu'
  /** The content, made when it opens; call `close` to put it away. */
  children: (close: () => void) => ComponentChildren
}

/** A small panel at its button. The browser puts it above everything and closes it on Escape or a click elsewhere. */
export function Popover({
  label,
  button,
  look = 'button button-secondary',
  align = 'start',
  role = 'dialog',
  children,
}: PopoverProps) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => document.getElementById(id)?.hidePopover()
  const closing = useRef<AbortController>(null)
  useEffect(() => () => closing.current?.abort(), [])
  const follow = () => place(trigger.current, panel.current, align)
  const followWhileOpen = (isOpen: boolean) => {
    closing.current?.abort()
    if (!isOpen) return
    const { signal } = (closing.current = new AbortController())
    // Also when something inside the page scrolls.
    addEventListener('scroll', follow, { capture: true, passive: true, signal })
    addEventListener('resize', follow, { signal })
    closeOutOfSight(trigger.current, close, signal)
  }
  return (
    <>
      <button
        type="button"
        ref={trigger}
        class={look}
        aria-haspopup={role}
        aria-expanded={open ? 'true' : 'false'}
        popovertarget={id}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => open && keepEscape(event)}
      >
        {button}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- keeps a row's own click away */}
      <div
        id={id}
        ref={panel}
        class="popover"
        popover="auto"
        role={role}
        aria-label={label}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={keepEscape}
        onToggle={(event) => {
          const isOpen = event.newState === 'open'
          setOpen(isOpen)
          followWhileOpen(isOpen)
          if (isOpen)
            requestAnimationFrame(() => {
              follow()
              focusFirst(panel.current)
            })
        }}
      >
        {open && children(close)}
      </div>
    </>
  )
}

/** Escape closes the panel alone, not the drawer it stands in. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation()
}

/** Room for some lines, so that a long panel scrolls below its button instead of covering what stands above. */
const enough = 240
const gap = 4
const margin = 8

/** A panel whose button was scrolled away would seem to belong to something else. */
function closeOutOfSight(trigger: HTMLElement | null, close: () => void, signal: AbortSignal): void {
  if (!trigger) return
  const watch = new IntersectionObserver((seen) => {
    if (seen.at(-1)?.isIntersecting === false) close()
  })
  watch.observe(trigger)
  signal.addEventListener('abort', () => watch.disconnect())
}

/**
 * Below the button, or above it where only that has room. A panel that fits on neither side scrolls inside instead of
 * covering its button, below it if there is room for some lines. Sideways it is always inside the window.
 */
function place(trigger: HTMLElement | null, panel: HTMLElement | null, align: 'start' | 'end'): void {
  if (!trigger || !panel) return
  const at = trigger.getBoundingClientRect()
  const above = at.top - gap - margin
  const below = innerHeight - at.bottom - gap - margin
  const whole = panel.scrollHeight + panel.offsetHeight - panel.clientHeight
  const isBelow = whole <= below || (whole > above && below >= Math.min(above, enough))
  const height = Math.min(whole, isBelow ? below : above)
  panel.style.maxHeight = `${isBelow ? below : above}px`
  const width = panel.offsetWidth
  const left = align === 'start' ? at.left : at.right - width
  panel.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`
  panel.style.top = `${isBelow ? at.bottom + gap : at.top - gap - height}px`
}

function focusFirst(panel: HTMLElement | null): void {
  const first = panel?.querySelector<HTMLElement>('[autofocus], button, a, input, select, textarea')
  first?.focus({ preventScroll: true })
}

export interface MenuItem {
  label: string
  icon?: IconName
  danger?: boolean
  disabled?: boolean
  run: () => void
}

interface MenuProps extends Pick<PopoverProps, 'label' | 'look' | 'align'> {
  items: MenuItem[]
  /** The content of the button; three dots with the label unless given. */
  button?: ComponentChildren
  /** Words above the items. */
  head?: ComponentChildren
}

/** Actions that are needed less often than a button. The arrow keys move between them. */
export const Menu = ({
  items,
  head,
  button,
  look = 'button button-quiet button-icon',
  align = 'end',
  label,
}: MenuProps) => (
  <Popover label={label} button={button ?? <Dots label={label} />} look={look} align={align} role="menu">
    {(close) => (
      <>
        {head && <div class="menu-head">{head}</div>}
        {items.map(({ label: words, icon, danger, disabled, run }) => (
          <button
            key={words}
            type="button"
            role="menuitem"
            class={danger ? 'menu-item menu-danger' : 'menu-item'}
            disabled={disabled}
            onKeyDown={stepThrough}
            onClick={() => {
              close()
              run()
            }}
          >
            {icon && <Icon name={icon} />}
            {words}
          </button>
        ))}
      </>
    )}
  </Popover>
)

const Dots = ({ label }: { label: string }) => (
  <>
    <Icon name="ellipsis" />
    <span class="hidden-visually">{label}</span>
  </>
)

function stepThrough(event: KeyboardEvent): void {
  const here = event.currentTarget as HTMLElement
  const all = [...(here.parentElement?.querySelectorAll<HTMLElement>('[role=menuitem]:enabled') ?? [])]
  const at = all.indexOf(here)
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
  const next = places[event.key]
  if (next === undefined) return
  event.preventDefault()
  all.at(next % all.length)?.focus()
}
