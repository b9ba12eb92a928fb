import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { wholeMessageOf } from '../../api-error'
import { Alert, Button, Dialog } from '../../components'

/** Why one row can't take part. */
export class Skipped extends Error {}

/** `Sending 2 invoices`, and `Sent 2 invoices` once all of it worked. */
export interface BulkWords {
  doing: string
  done: string
}

interface Progress extends BulkWords {
  total: number
  finished: number
  failures: { name: string; why: string; isSkipped: boolean }[]
}

/** Does the same to many rows, one after the other, and says at the end which ones failed and why. */
export function useBulk<T>(nameOf: (row: T) => string, onChange: () => void) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const run = async (words: BulkWords, rows: T[], act: (row: T) => Promise<unknown>): Promise<void> => {
    const state: Progress = { ...words, total: rows.length, finished: 0, failures: [] }
    setProgress({ ...state })
    for (const row of rows) {
      try {
        await act(row)
      } catch (error) {
        const isSkipped = error instanceof Skipped
        const why = isSkipped ? error.message : wholeMessageOf(error)
        state.failures = [...state.failures, { name: nameOf(row), why, isSkipped }]
      }
      state.finished += 1
      setProgress({ ...state })
    }
    onChange()
  }
  const dialog = <BulkDialog progress={progress} onClose={() => setProgress(null)} />
  return { run, dialog, busy: progress !== null && progress.finished < progress.total }
}

/** A row that was skipped is as it should be, so it's no problem. */
function overTitle({ failures }: Progress): string {
  if (failures.length === 0) return 'Done'
  const failed = failures.filter(({ isSkipped }) => !isSkipped).length
  if (failed === 0) return 'Finished'
  return failed === 1 ? 'Finished with 1 problem' : `Finished with ${failed} problems`
}

function BulkDialog({ progress, onClose }: { progress: Progress | null; onClose: () => void }) {
  if (progress === null) return null
  const { total, finished, failures } = progress
  const isOver = finished === total
  const skipped = failures.filter(({ isSkipped }) => isSkipped).length
  const failed = failures.length - skipped
  const title = isOver ? overTitle(progress) : progress.doing
  return (
    <Dialog title={title} open onClose={() => isOver && onClose()}>
      <div class="stack">
        {!isOver && <progress value={finished} max={total} aria-label={title} />}
        <p role="status">
          {!isOver
            ? `${finished} of ${total}…`
            : failures.length === 0
              ? `${progress.done}.`
              : `${finished - failures.length} of ${total} done`}
          {skipped > 0 && `, ${skipped} skipped`}
          {failed > 0 && `, ${failed} failed`}
        </p>
        {failures.length > 0 && (
          <Alert tone={failed > 0 ? 'warn' : 'info'}>
            <ul class="bulk-failures">
              {failures.map(({ name, why }) => (
                <li key={name}>
                  <strong>{name}</strong>: {why}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <div class="actions">
          <Button kind="primary" disabled={!isOver} onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface AskProps {
  title: string
  submit: string
  onSubmit: () => void
  onClose: () => void
  disabled?: boolean
  children: ComponentChildren
}

/** Asks for what all the chosen rows get. */
export const BulkForm = ({ title, submit, onSubmit, onClose, disabled = false, children }: AskProps) => (
  <Dialog title={title} open onClose={onClose}>
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <div class="actions">
        <Button type="submit" kind="primary" disabled={disabled}>
          {submit}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  </Dialog>
)
