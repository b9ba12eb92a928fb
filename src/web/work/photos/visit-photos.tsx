import { useEffect, useRef, useState } from 'preact/hooks'
import type { JobFile } from '../../../modules/files'
import type { WorkJob } from '../../../modules/workforce'
import { saveFile } from '../../client/download'
import { Badge, Button, PhotoGrid, Segmented, toast, type PhotoWords } from '../../components'
import { controls, words } from '../words'
import { Trouble } from './trouble'
import { usePhotos, type Photos } from './use-photos'
import type { Waiting } from './store'

const text = words.photos

export const gridWords: PhotoWords = { ...text, loading: controls.loading, overlay: controls }

/** The photos of a visit and the office's documents, behind one line of its card. */
export function VisitPhotos({ job }: { job: WorkJob }) {
  const photos = usePhotos()
  const [isOpen, setOpen] = useState(false)
  if (photos === null) return null
  const unsent = photos.waiting.filter(({ jobId }) => jobId === job.id)
  return (
    <details class="visit-part opens" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {text.title}
        {unsent.length > 0 && <Badge tone="warn">{text.unsent(unsent.length)}</Badge>}
      </summary>
      {isOpen && <Opened job={job} photos={photos} unsent={unsent} />}
    </details>
  )
}

interface OpenedProps {
  job: WorkJob
  photos: Photos
  unsent: Waiting[]
}

function Opened({ job, photos, unsent }: OpenedProps) {
  const { files, isMissing } = useSent(job.id, photos)
  const shown = [...files, ...unsent.map(asShown)]
  return (
    <div class="stack">
      <Adder job={job} photos={photos} hasBefore={shown.some(({ kind }) => kind === 'before')} />
      <Progress photos={photos} unsent={unsent} />
      {shown.length > 0 && (
        <PhotoGrid
          label={text.title}
          files={shown}
          words={gridWords}
          load={(id, which) => load(photos, unsent, id, which)}
          onDocument={(file) => void save(photos, file)}
          about={(file, close) => {
            const photo = unsent.find(({ key }) => key === file.id)
            return photo && <Unsent photos={photos} photo={photo} onGone={close} />
          }}
        />
      )}
      {isMissing && <p class="small soft">{text.later}</p>}
    </div>
  )
}

const asShown = ({ key, kind, name }: Waiting) => ({
  id: key,
  kind,
  name,
  type: 'image/jpeg',
  hasThumbnail: true,
})

function load(photos: Photos, unsent: Waiting[], id: string, which: 'content' | 'thumbnail') {
  const photo = unsent.find(({ key }) => key === id)
  return photo ? photos.open(photo, which) : photos.api.work.files(id)[which].file()
}

async function save({ api }: Photos, { id, name }: { id: string; name: string }): Promise<void> {
  try {
    saveFile(await api.work.files(id).content.file(), name)
  } catch {
    toast(text.missing, 'bad')
  }
}

/** The files of a visit that the office has. */
function useSent(jobId: string, { api, sent, isOffline }: Photos) {
  const [listed, setListed] = useState<JobFile[] | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    let isGone = false
    api.work
      .jobs(jobId)
      .files.get()
      .then(
        ({ files }) => {
          if (isGone) return
          setListed(files)
          setMissing(false)
        },
        () => !isGone && setMissing(true),
      )
    return () => {
      isGone = true
    }
  }, [jobId, isOffline])
  const known = listed ?? []
  const added = sent.filter((file) => file.jobId === jobId && !known.some(({ id }) => id === file.id))
  return { files: [...known, ...added], isMissing: isMissing && listed === null }
}

const kinds = (['before', 'after', 'photo'] as const).map((value) => ({ value, label: text.kinds[value] }))

/** Large buttons for one thumb. The first photos of a visit are usually those from before the work. */
function Adder({ job, photos, hasBefore }: { job: WorkJob; photos: Photos; hasBefore: boolean }) {
  const [chosen, setChosen] = useState<Waiting['kind'] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const kind = chosen ?? (hasBefore ? 'after' : 'before')
  const add = async (files: readonly File[]) => {
    setBusy(true)
    // The label stays with the photos that follow.
    setChosen(kind)
    await photos.add?.(job.id, kind, files)
    setBusy(false)
  }
  return (
    <>
      <Segmented label={text.label} options={kinds} value={kind} onChoose={setChosen} />
      <div class="visit-links">
        <Picker label={text.take} isBusy={isBusy} isCamera disabled={photos.add === null} onFiles={add} />
        <Picker label={text.choose} isBusy={isBusy} disabled={photos.add === null} onFiles={add} />
      </div>
    </>
  )
}

interface PickerProps {
  label: string
  /** The question that the photo answers, if any. */
  about?: string
  isCamera?: boolean
  isBusy: boolean
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** The camera takes one photo at a time; from the album people choose several. */
export function Picker({ label, about, isCamera = false, isBusy, disabled, onFiles }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button busy={isBusy} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        class="hidden-visually"
        accept="image/*"
        {...(isCamera ? { capture: 'environment' } : { multiple: true })}
        aria-label={about === undefined ? label : `${label}: ${about}`}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same photo can be chosen again after an error.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

function Progress({ photos, unsent }: { photos: Photos; unsent: Waiting[] }) {
  const { sending, isOffline, refused } = photos
  const left = unsent.filter(({ key }) => !refused.has(key)).length
  return (
    <>
      {left > 0 && (
        <div class="photo-progress" role="status">
          <span>{isOffline ? text.waiting(left) : text.sending(left)}</span>
          {sending && !isOffline && (
            <progress max={1} value={sending.share} aria-label={text.sending(left)} />
          )}
        </div>
      )}
      {unsent.map(
        (photo) => refused.has(photo.key) && <Trouble key={photo.key} photos={photos} photo={photo} />,
      )}
    </>
  )
}

/** Under an open photo that the office doesn't have yet. */
function Unsent({ photos, photo, onGone }: { photos: Photos; photo: Waiting; onGone: () => void }) {
  const [isSure, setSure] = useState(false)
  return (
    <div class="row">
      <Badge tone="warn">{words.visit.notSent}</Badge>
      <Button
        kind={isSure ? 'danger' : 'quiet'}
        onClick={() => {
          if (!isSure) return setSure(true)
          onGone()
          void photos.remove(photo.key)
        }}
      >
        {isSure ? text.reallyRemove : text.remove}
      </Button>
    </div>
  )
}
