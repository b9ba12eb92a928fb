import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JobFile } from '../../../modules/files'
import type { Kind } from '../../client/upload'
import { Button, Segmented, toast } from '../../components'
import { useRemoved } from './changes'
import { restoreFile } from './edit'
import { useSending, type Sending } from './sending'

const kinds: { value: Kind; label: string }[] = [
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
  { value: 'photo', label: 'Other' },
]

const accepted = 'image/jpeg,image/png,image/webp,image/heic,application/pdf'

interface AdderProps {
  /** The job that new files belong to; null if there is none to choose. */
  jobId: string | null
  canAdd: boolean
  onAdded: (file: JobFile) => void
  /** Beside the button, such as the choice of a visit. */
  beside?: ComponentChildren
  children: ComponentChildren
}

/** Takes files by button, drag and drop, and paste, and shows their progress above the photos. */
export function Adder({ jobId, canAdd, onAdded, beside, children }: AdderProps) {
  const [kind, setKind] = useState<Kind>('photo')
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const sending = useSending(onAdded, (added) => {
    if (added > 0) toast(added === 1 ? '1 file added' : `${added} files added`)
  })
  const takes = canAdd && jobId !== null
  const add = (files: readonly File[]) => {
    if (jobId !== null) sending.add(files, jobId, kind)
  }
  usePaste(takes, add)
  if (!takes) return <>{children}</>
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button does the same for everyone
    <div
      class="drop-area"
      data-over={over ? 'true' : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add([...(event.dataTransfer?.files ?? [])])
      }}
    >
      {children}
      <Removed />
      <Progress {...sending} />
      <div class="adder">
        {beside}
        <div class="field">
          <span class="field-label" aria-hidden="true">
            Label for new photos
          </span>
          <Segmented label="Label for new photos" options={kinds} value={kind} onChoose={setKind} />
        </div>
        <Button size="small" onClick={() => picker.current?.click()}>
          Add files
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          class="hidden-visually"
          accept={accepted}
          aria-label="Photos or PDF files"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // The same file can be chosen again after an error.
            currentTarget.value = ''
          }}
        />
        <span class="small soft">
          <span class="with-mouse">Or drop or paste them here.</span> JPEG, PNG, WebP or PDF.
        </span>
      </div>
    </div>
  )
}

/** Files pasted anywhere but into a field. */
function usePaste(isOn: boolean, add: (files: readonly File[]) => void): void {
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    if (!isOn) return undefined
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [isOn])
}

/** Offers to bring back what was just deleted. */
function Removed() {
  const file = useRemoved()
  return (
    <p class="small removed" role="status">
      {file && (
        <>
          {file.kind === 'document' ? 'Document deleted.' : 'Photo deleted.'}{' '}
          <button type="button" class="link-button small" onClick={() => void restoreFile(file)}>
            Undo
          </button>
        </>
      )}
    </p>
  )
}

interface ProgressProps {
  list: Sending[]
  retry: (one: Sending) => void
  dismiss: (key: number) => void
}

function Progress({ list, retry, dismiss }: ProgressProps) {
  if (list.length === 0) return null
  return (
    <ul class="sending" aria-label="Uploads">
      {list.map((one) => (
        <li key={one.key}>
          <span class="sending-name">{one.file.name}</span>
          {one.problem === null ? (
            <progress max={1} value={one.share} aria-label={`Uploading ${one.file.name}`} />
          ) : (
            <span class="sending-problem" role="alert">
              {one.problem}
              <button type="button" class="link-button small" onClick={() => retry(one)}>
                Try again
              </button>
              <button type="button" class="link-button small" onClick={() => dismiss(one.key)}>
                Dismiss
              </button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
