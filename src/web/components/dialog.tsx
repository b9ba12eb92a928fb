import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button'

interface OverlayProps {
  title: string
  open: boolean
  onClose: () => void
  /** Buttons at the foot. */
  foot?: ComponentChildren
  words?: OverlayWords | undefined
  children: ComponentChildren
}

/** The words that every dialog has, in the language of the page. */
export interface OverlayWords {
  close: string
  discard: { title: string; text: string; keep: string; confirm: string }
}

/** In the middle, for a question. */
export const Dialog = (props: OverlayProps) => <Overlay {...props} kind="dialog" />

/** From the side, for looking closely at one thing of a list. */
export const Drawer = (props: OverlayProps) => <Overlay {...props} kind="drawer" />

type Kind = 'dialog' | 'drawer'

/** Asks before something is closed in which somebody has typed. */
function Overlay(props: OverlayProps & { kind: Kind }) {
  const [asking, setAsking] = useState(false)
  const { words } = props
  const keep = () => setAsking(false)
  const discard = () => {
    setAsking(false)
    props.onClose()
  }
  // The question stands first, so that it is closed first and the focus finds its way back.
  return (
    <>
      <Sheet
        kind="dialog"
        title={words?.discard.title ?? 'Discard what you typed?'}
        words={words}
        open={asking && props.open}
        onClose={keep}
        foot={
          <>
            <Button onClick={keep}>{words?.discard.keep ?? 'Keep it'}</Button>
            <Button kind="danger" onClick={discard}>
              {words?.discard.confirm ?? 'Discard'}
            </Button>
          </>
        }
      >
        <p>{words?.discard.text ?? 'It is not saved yet.'}</p>
      </Sheet>
      <Sheet {...props} onUnsaved={() => setAsking(true)} />
    </>
  )
}

interface SheetProps extends OverlayProps {
  kind: Kind
  /** Somebody would close it although there is something unsaved in it. */
  onUnsaved?: () => void
}

/** The browser's own dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
function Sheet({ title, open, onClose, foot, words, children, kind, onUnsaved }: SheetProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Together with what is in it: an empty dialog would still catch the next key.
  useLayoutEffect(() => {
    const dialog = element.current
    if (open && dialog && !dialog.open) dialog.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])
  const isUnsaved = () =>
    onUnsaved !== undefined && element.current !== null && hasUnsavedInput(element.current)
  // Browsers let a page hold back their own Escape only once, and then close a question with what it is about.
  const keepsEscape = () => onUnsaved === undefined || isUnsaved()
  const leave = () => (isUnsaved() ? onUnsaved?.() : onClose())
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape bubbles up from its fields
    <dialog
      ref={element}
      class={kind}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        const isHere = event.target instanceof Element && event.target.closest('dialog') === element.current
        if (event.key !== 'Escape' || event.isComposing || !isHere || !keepsEscape()) return
        event.preventDefault()
        leave()
      }}
      onCancel={(event) => {
        if (event.target !== element.current || !event.cancelable || !isUnsaved()) return
        event.preventDefault()
        onUnsaved?.()
      }}
      onClose={() => {
        // The news of a closing comes late: it may have been opened again since.
        if (!open || element.current?.open) return
        // The second time in a row it is closed whatever the page says.
        if (isUnsaved()) element.current?.showModal()
        leave()
      }}
      onClick={(event) => event.target === element.current && leave()}
    >
      {open && (
        <>
          <header class="overlay-head">
            <h2 id={heading}>{title}</h2>
            <button type="button" class="overlay-close" aria-label={words?.close ?? 'Close'} onClick={leave}>
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

/** What each form held when somebody began with it. */
const before = new WeakMap<HTMLFormElement, string>()

/** To be called before anything is typed; only the first time counts. */
export function noteForm(form: HTMLFormElement): void {
  if (!before.has(form)) before.set(form, contentOf(form))
}

/** What it holds now is saved. */
export const settleForm = (form: HTMLFormElement): void => void before.delete(form)

function hasUnsavedInput(within: Element): boolean {
  return [...within.querySelectorAll('form')].some(
    (form) => before.has(form) && before.get(form) !== contentOf(form),
  )
}

/** Searching is no input: nothing is lost with it. */
function contentOf({ elements }: HTMLFormElement): string {
  return JSON.stringify(
    [...elements].flatMap((control) => {
      if (control instanceof HTMLInputElement && control.type !== 'search')
        return [control.type === 'checkbox' || control.type === 'radio' ? control.checked : control.value]
      return control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement
        ? [control.value]
        : []
    }),
  )
}
