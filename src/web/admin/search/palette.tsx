import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../components/icon'
import { Lazy } from '../shared/lazy'

export const loadResults = () => import('./results')

/** The search over the whole console. Its field is there at once; the results load while somebody types. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [entered, setEntered] = useState(false)
  // The results handle the keys once they're here.
  const keys = useRef((event: KeyboardEvent): void => setEntered(event.key === 'Enter'))
  const id = useId()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click beside the panel closes it, and so does Escape
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="palette-head">
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          class="palette-input"
          role="combobox"
          aria-label="Search customers, jobs, invoices, technicians and pages"
          aria-expanded="false"
          aria-controls={id}
          aria-autocomplete="list"
          placeholder="Name, phone, address, reference"
          autocomplete="off"
          spellcheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- people open it to type
          autofocus
          maxLength={200}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => keys.current(event)}
        />
        <button type="button" class="button button-quiet button-small" onClick={close}>
          Close
        </button>
      </div>
      <Lazy
        load={loadResults}
        trouble="We couldn't load the search."
        waiting={<p class="palette-foot">Loading…</p>}
      >
        {({ default: Results }) => (
          <Results
            text={text}
            field={field}
            keys={keys}
            id={id}
            entered={entered}
            onDone={() => {
              close()
              onClose()
            }}
          />
        )}
      </Lazy>
    </dialog>
  )
}
