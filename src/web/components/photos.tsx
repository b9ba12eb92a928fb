import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button'
import { Dialog } from './dialog'

/** A photo or document as a page shows it. */
export interface Shown {
  id: string
  name: string
  kind: 'before' | 'after' | 'photo' | 'document'
  type: string
  hasThumbnail: boolean
}

/** Fetches the bytes, because they need the page's token. */
export type LoadPicture = (id: string, which: 'content' | 'thumbnail') => Promise<Blob>

export interface PhotoWords {
  kinds: Record<Shown['kind'], string>
  open: (label: string, place: number, count: number) => string
  position: (place: number, count: number) => string
  previous: string
  next: string
  missing: string
  loading: string
  overlay?: NonNullable<Parameters<typeof Dialog>[0]['words']>
}

export const photoWords: PhotoWords = {
  kinds: { before: 'Before', after: 'After', photo: 'Photo', document: 'Document' },
  open: (label, place, count) => `Open ${label}, ${place} of ${count}`,
  position: (place, count) => `${place} of ${count}`,
  previous: 'Previous',
  next: 'Next',
  missing: "This photo couldn't be loaded.",
  loading: 'Loading',
}

const isPicture = ({ type }: Shown): boolean => type.startsWith('image/')

/** The address of a fetched picture, which the browser forgets with the element. */
function usePicture(load: LoadPicture, id: string, which: 'content' | 'thumbnail') {
  const [state, setState] = useState<{ url: string | null; failed: boolean }>({ url: null, failed: false })
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    let made: string | null = null
    let isGone = false
    setState({ url: null, failed: false })
    latest.current(id, which).then(
      (blob) => {
        if (isGone) return
        made = URL.createObjectURL(blob)
        setState({ url: made, failed: false })
      },
      () => !isGone && setState({ url: null, failed: true }),
    )
    return () => {
      isGone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id, which])
  return state
}

interface GridProps<File extends Shown> {
  /** Says what the list is of. */
  label: string
  files: readonly File[]
  load: LoadPicture
  words?: PhotoWords
  /** A document is saved, not shown. */
  onDocument: (file: File) => void
  /** The icon of a document. */
  documentIcon?: ComponentChildren
  /** Facts and actions under the open photo. */
  about?: (file: File, close: () => void) => ComponentChildren
}

/** Small pictures in rows. One opens large, with the others a key away. */
export function PhotoGrid<File extends Shown>(props: GridProps<File>) {
  const { label, files, load, words = photoWords, onDocument, documentIcon, about } = props
  const [openId, setOpenId] = useState<string | null>(null)
  const pictures = files.filter(isPicture)
  const nameOf = (file: File) => `${words.kinds[file.kind]}: ${file.name}`
  return (
    <>
      <ul class="photos" aria-label={label}>
        {files.map((file, place) => (
          <li key={file.id}>
            <button
              type="button"
              class={isPicture(file) ? 'photo' : 'photo photo-document'}
              aria-label={words.open(nameOf(file), place + 1, files.length)}
              onClick={() => (isPicture(file) ? setOpenId(file.id) : onDocument(file))}
            >
              {isPicture(file) ? (
                <Thumbnail file={file} load={load} />
              ) : (
                <>
                  {documentIcon}
                  <span class="photo-name">{file.name}</span>
                </>
              )}
            </button>
            {(file.kind === 'before' || file.kind === 'after') && (
              <span class="photo-kind" aria-hidden="true">
                {words.kinds[file.kind]}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Viewer
        pictures={pictures}
        openId={openId}
        onOpen={setOpenId}
        load={load}
        words={words}
        about={about}
      />
    </>
  )
}

function Thumbnail({ file, load }: { file: Shown; load: LoadPicture }) {
  const { url, failed } = usePicture(load, file.id, file.hasThumbnail ? 'thumbnail' : 'content')
  if (url === null) return <span class="photo-waiting" data-failed={failed ? 'true' : undefined} />
  return <img src={url} alt="" />
}

interface ViewerProps<File extends Shown> {
  pictures: readonly File[]
  openId: string | null
  onOpen: (id: string | null) => void
  load: LoadPicture
  words: PhotoWords
  about: GridProps<File>['about']
}

/** One photo at a time. The arrow keys turn the pages. */
function Viewer<File extends Shown>({ pictures, openId, onOpen, load, words, about }: ViewerProps<File>) {
  const place = pictures.findIndex(({ id }) => id === openId)
  const file = pictures[place]
  const turn = (by: number) => {
    const next = pictures[(place + by + pictures.length) % pictures.length]
    if (next) onOpen(next.id)
  }
  useEffect(() => {
    if (!file || pictures.length < 2) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (
        event.target instanceof Element &&
        event.target.closest('input:not([type="checkbox"]), select, textarea')
      )
        return
      if (event.key === 'ArrowLeft') turn(-1)
      if (event.key === 'ArrowRight') turn(1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return (
    <Dialog
      title={file ? `${words.kinds[file.kind]} · ${words.position(place + 1, pictures.length)}` : ''}
      open={file !== undefined}
      onClose={() => onOpen(null)}
      {...(words.overlay && { words: words.overlay })}
    >
      {file && (
        <div class="viewer">
          <Large key={file.id} file={file} load={load} words={words} />
          <div class="viewer-foot">
            {pictures.length > 1 && (
              <div class="viewer-turn">
                <Button onClick={() => turn(-1)}>{words.previous}</Button>
                {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- people open a photo to look at the next */}
                <Button autofocus onClick={() => turn(1)}>
                  {words.next}
                </Button>
              </div>
            )}
            {about?.(file, () => onOpen(null))}
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Large({ file, load, words }: { file: Shown; load: LoadPicture; words: PhotoWords }) {
  const { url, failed } = usePicture(load, file.id, 'content')
  return (
    <div class="viewer-picture" aria-busy={url === null && !failed ? 'true' : undefined}>
      {url !== null && <img src={url} alt={`${words.kinds[file.kind]}: ${file.name}`} />}
      {failed && <p role="alert">{words.missing}</p>}
      {url === null && !failed && <p class="soft">{words.loading}</p>}
    </div>
  )
}
