import { useEffect, useRef, useState } from 'preact/hooks'

interface Toast {
  id: number
  text: string
  tone: 'plain' | 'bad'
  /** When it appeared. */
  at: number
  action?: ToastAction
}

/** A button shown in the toast, such as Undo. */
interface ToastAction {
  label: string
  run: () => void
}

const shownFor = 6_000
/** Long enough to read it and to change your mind. */
const shownWithActionFor = 10_000
let current: Toast[] = []
let lastId = 0
/** Every place for toasts, the innermost last: nobody can press a button behind an open dialog. */
const places: ((toasts: Toast[]) => void)[] = []

function show(toasts: Toast[]): void {
  current = toasts
  for (const place of places) place(place === places.at(-1) ? current : [])
}

const dismiss = (id: number) => show(current.filter((toast) => toast.id !== id))

/** A newer message never pushes away an error that nobody has dismissed, or a way back. */
const hasToStay = ({ tone, action }: Toast) => tone === 'bad' || action !== undefined

/** Shows a short message for a few seconds, in place of the one before it. Errors stay until they are dismissed. */
export function toast(text: string, tone: Toast['tone'] = 'plain', action?: ToastAction): void {
  const id = ++lastId
  show([
    ...current.filter(hasToStay).slice(-2),
    { id, text, tone, at: performance.now(), ...(action && { action }) },
  ])
  if (tone === 'plain') setTimeout(() => dismiss(id), action ? shownWithActionFor : shownFor)
}

/** Render once per page; every open dialog has its own. A popover also lies above the dialog it is in. */
export function Toasts({ dismissLabel = 'Dismiss' }: { dismissLabel?: string }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (element.current?.closest('dialog')) places.push(setToasts)
    else places.unshift(setToasts)
    show(current)
    return () => {
      places.splice(places.indexOf(setToasts), 1)
      show(current)
    }
  }, [])
  useEffect(() => {
    const popover = element.current
    if (!popover?.showPopover) return
    if (popover.matches(':popover-open')) popover.hidePopover()
    if (toasts.length > 0) popover.showPopover()
  }, [toasts])
  return (
    <div ref={element} class="toasts" popover="manual" role="status" aria-live="polite">
      {toasts.map((one) => (
        <OneToast key={one.id} {...one} dismissLabel={dismissLabel} />
      ))}
    </div>
  )
}

function OneToast({ id, text, tone, at, action, dismissLabel }: Toast & { dismissLabel: string }) {
  // A dialog that opens or closes takes it over with the time that is left.
  const [age] = useState(() => Math.round(performance.now() - at))
  return (
    <div
      class={['toast', tone === 'bad' && 'toast-bad', action && tone === 'plain' && 'toast-timed']
        .filter(Boolean)
        .join(' ')}
      style={{ '--age': `${age}ms` }}
    >
      <span class="grow">{text}</span>
      {action && (
        <button
          type="button"
          class="toast-action"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label={dismissLabel} onClick={() => dismiss(id)}>
        ✕
      </button>
    </div>
  )
}
