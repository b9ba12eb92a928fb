import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface OverlayProps {
  title: string
  open: boolean
  onClose: () => void
  /** Buttons at the foot. */
  foot?: ComponentChildren
  children: ComponentChildren
}

/** In the middle, for a question. */
export const Dialog = (props: OverlayProps) => <Overlay {...props} kind="dialog" />

/** From the side, for looking closely at one thing of a list. */
export const Drawer = (props: OverlayProps) => <Overlay {...props} kind="drawer" />

/** The browser's own dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
function Overlay({
  title,
  open,
  onClose,
  foot,
  children,
  kind,
}: OverlayProps & { kind: 'dialog' | 'drawer' }) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = element.current
    if (open && dialog && !dialog.open) dialog.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])
  return (
    <dialog
      ref={element}
      class={kind}
      aria-labelledby={heading}
      onClose={() => open && onClose()}
      onClick={(event) => event.target === element.current && onClose()}
    >
      {open && (
        <>
          <header class="overlay-head">
            <h2 id={heading}>{title}</h2>
            <button type="button" class="overlay-close" aria-label="Close" onClick={onClose}>
              <svg viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
                <path
                  d="M6 6l12 12M18 6L6 18"
                  stroke="currentColor"
                  stroke-width="2"
                  stroke-linecap="round"
                />
              </svg>
            </button>
          </header>
          <div class="overlay-body">{children}</div>
          {foot && <footer class="overlay-foot">{foot}</footer>}
        </>
      )}
    </dialog>
  )
}
