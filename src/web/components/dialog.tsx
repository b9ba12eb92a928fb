import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button'
import { InOverlay } from './in-overlay'
import { Toasts } from './toast'

interface OverlayProps {
  title: string
  open: boolean
  onClose: () => void
  /** Buttons at the foot. */
  foot?: ComponentChildren
  /** Its own words in another language. */
  words?: OverlayWords
  children: ComponentChildren
}

/** In the middle of the screen, for a question. */
export const Dialog = (props: OverlayProps) => <Overlay {...props} kind="dialog" />

/** At the side of the screen, for the details of one item in a list. */
export const Drawer = (props: OverlayProps) => <Overlay {...props} kind="drawer" />

type Kind = 'dialog' | 'drawer'

interface OverlayWords {
  close: string
  dismiss: string
  discardTitle: string
  discardText: string
  keep: string
  discard: string
}

const english: OverlayWords = {
  close: 'Close',
  dismiss: 'Dismiss',
  discardTitle: 'Discard your changes?',
  discardText: "You haven't saved them yet.",
  keep: 'Keep editing',
  discard: 'Discard changes',
}

/** Asks before closing when there are unsaved changes. */
function Overlay(props: OverlayProps & { kind: Kind }) {
  const [asking, setAsking] = useState(false)
  const { words = english } = props
  const keep = () => setAsking(false)
  const discard = () => {
    setAsking(false)
    props.onClose()
  }
  // The question comes first in the page, so it closes first and the focus returns to the right place.
  return (
    <>
      <Sheet
        kind="dialog"
        title={words.discardTitle}
        words={words}
        open={asking && props.open}
        onClose={keep}
        foot={
          <>
            <Button onClick={keep}>{words.keep}</Button>
            <Button kind="danger" onClick={discard}>
              {words.discard}
            </Button>
          </>
        }
      >
        <p>{words.discardText}</p>
      </Sheet>
      <Sheet {...props} words={words} onUnsaved={() => setAsking(true)} />
    </>
  )
}

interface SheetProps extends OverlayProps {
  kind: Kind
  words: OverlayWords
  /** Called instead of `onClose` while there are unsaved changes. */
  onUnsaved?: () => void
}

/** The browser's dialog element, which traps the focus, closes on Escape and returns the focus. */
function Sheet({ title, open, onClose, foot, children, kind, words, onUnsaved }: SheetProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Opens and closes in the same frame as its content, because an empty dialog would still catch keys.
  useLayoutEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return undefined
    const way = wayTo(document.activeElement)
    if (!dialog.open) dialog.showModal()
    if (kind === 'dialog') firstIn(dialog)?.focus()
    // It may also be removed while it is open.
    return () => {
      if (dialog.open) dialog.close()
      goBack(way, dialog)
    }
  }, [open])
  // The browser returns the focus when a dialog closes, but not when it's only removed from the page.
  useLayoutEffect(() => {
    const dialog = element.current
    return () => dialog?.close()
  }, [])
  const isUnsaved = () =>
    onUnsaved !== undefined && element.current !== null && hasUnsavedInput(element.current)
  // Browsers let a page cancel Escape only once in a row; the second Escape would close both dialogs.
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
        // The close event arrives late; the dialog may have been opened again or removed since.
        if (!open || element.current?.open !== false) return
        // On the second Escape in a row the browser closes it anyway, so open it again.
        if (isUnsaved()) element.current?.showModal()
        leave()
      }}
      onClick={(event) => event.target === element.current && leave()}
    >
      {open && (
        <>
          <header class="overlay-head">
            <h2 id={heading}>{title}</h2>
            <button type="button" class="overlay-close" aria-label={words.close} onClick={leave}>
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
          <div class="overlay-body">
            <InOverlay.Provider value>{children}</InOverlay.Provider>
          </div>
          {foot && <footer class="overlay-foot">{foot}</footer>}
          <Toasts dismissLabel={words.dismiss} />
        </>
      )}
    </dialog>
  )
}

/** The element to start with: the first field, or the button that does no harm. */
function firstIn(dialog: HTMLElement): HTMLElement | null {
  const field = '.overlay-body :is(input, select, textarea):not(:disabled)'
  const foot = dialog.querySelector('.overlay-foot .button-danger') ? 'first' : 'last'
  return (
    dialog.querySelector<HTMLElement>('[autofocus]') ??
    dialog.querySelector<HTMLElement>(field) ??
    dialog.querySelector<HTMLElement>(`.overlay-foot > .button:${foot}-of-type:not(:disabled)`)
  )
}

/** An element and everything around it, from the inside out. */
function wayTo(element: Element | null): HTMLElement[] {
  const way: HTMLElement[] = []
  for (let one = element; one instanceof HTMLElement; one = one.parentElement) way.push(one)
  return way
}

/** The browser returns the focus to the opener. If that is gone, the nearest place around it takes the focus. */
function goBack(way: HTMLElement[], closed: HTMLElement): void {
  const isLost = () => document.activeElement === document.body || closed.contains(document.activeElement)
  for (const one of way) {
    if (!isLost()) return
    if (one.isConnected && one.hasAttribute('tabindex')) one.focus({ preventScroll: true })
  }
}

/** The content of each form before the user changed it. */
const before = new WeakMap<HTMLFormElement, string>()

/** Remembers the form's content. Call it before the first change; later calls do nothing. */
export function noteForm(form: HTMLFormElement): void {
  if (!before.has(form)) before.set(form, contentOf(form))
}

/** Marks the form as saved. */
export const settleForm = (form: HTMLFormElement): void => void before.delete(form)

export function hasUnsavedInput(within: Element): boolean {
  return [...within.querySelectorAll('form')].some(
    (form) => before.has(form) && before.get(form) !== contentOf(form),
  )
}

/** Search fields don't count, because nothing is lost with them. */
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
