import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Confirm } from '../../components'
import { hasUnsavedInput, settleForm } from '../../components/dialog'

interface GuardProps {
  /** Gets a function that asks before it goes on, if something isn't saved. */
  children: (leave: (go: () => void) => void) => ComponentChildren
}

/** Asks before unsaved changes get lost: when another part or tab is chosen, and when the page closes. */
export function UnsavedGuard({ children }: GuardProps) {
  const box = useRef<HTMLDivElement>(null)
  const [next, setNext] = useState<(() => void) | null>(null)
  const isUnsaved = () => box.current !== null && hasUnsavedInput(box.current)
  const leave = (go: () => void) => (isUnsaved() ? setNext(() => go) : go())
  useEffect(() => {
    const closing = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault()
    // Before the console's own handler, which would already go there.
    const clicked = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('nav a') : null
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey || !isUnsaved()) return
      event.preventDefault()
      event.stopPropagation()
      setNext(() => () => link.click())
    }
    window.addEventListener('beforeunload', closing)
    document.addEventListener('click', clicked, true)
    return () => {
      window.removeEventListener('beforeunload', closing)
      document.removeEventListener('click', clicked, true)
    }
  }, [])
  const discard = async () => {
    for (const form of box.current?.querySelectorAll('form') ?? []) settleForm(form)
    setNext(null)
    next?.()
  }
  return (
    <div ref={box} class="stack">
      {children(leave)}
      <Confirm
        title="Discard your changes?"
        open={next !== null}
        action="Discard changes"
        cancel="Keep editing"
        danger
        onConfirm={discard}
        onClose={() => setNext(null)}
      >
        <p>You haven't saved them yet.</p>
      </Confirm>
    </div>
  )
}
