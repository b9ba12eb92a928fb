import { useEffect, useRef, useState } from 'preact/hooks'

interface Toast {
  id: number
  text: string
  tone: 'plain' | 'bad'
  action?: ToastAction
}

/** What can be done about it as long as it is shown. */
interface ToastAction {
  label: string
  run: () => void
}

const shownFor = 6_000
/** Time enough to read it and to think better of it. */
const shownWithActionFor = 10_000
let current: Toast[] = []
let lastId = 0
const listeners = new Set<(toasts: Toast[]) => void>()

function show(toasts: Toast[]): void {
  current = toasts
  for (const listener of listeners) listener(current)
}

const dismiss = (id: number) => show(current.filter((toast) => toast.id !== id))

/** Says in passing what has happened. Bad news stays until it is put away. */
export function toast(text: string, tone: Toast['tone'] = 'plain', action?: ToastAction): void {
  const id = ++lastId
  show([...current.slice(-2), { id, text, tone, ...(action && { action }) }])
  if (tone === 'plain') setTimeout(() => dismiss(id), action ? shownWithActionFor : shownFor)
}

/** Once a page. As a popover it lies above dialogs too. */
export function Toasts({ dismiss: dismissLabel = 'Dismiss' }: { dismiss?: string | undefined }) {
  const [toasts, setToasts] = useState(current)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    listeners.add(setToasts)
    return () => void listeners.delete(setToasts)
  }, [])
  useEffect(() => {
    const popover = element.current
    if (!popover?.showPopover) return
    // Shown anew each time, so that it comes to lie above a dialog opened since.
    if (popover.matches(':popover-open')) popover.hidePopover()
    if (toasts.length > 0) popover.showPopover()
  }, [toasts])
  return (
    <div ref={element} class="toasts" popover="manual" role="status" aria-live="polite">
      {toasts.map(({ id, text, tone, action }) => (
        <div key={id} class={tone === 'bad' ? 'toast toast-bad' : 'toast'}>
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
      ))}
    </div>
  )
}
