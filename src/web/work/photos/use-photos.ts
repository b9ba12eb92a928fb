import { createContext } from 'preact'
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { JobFile } from '../../../modules/files'
import type { Api, ApiError } from '../../client/api'
import { onPhone, readyToSend } from '../../client/picture'
import { sendFile } from '../../client/upload'
import { toast } from '../../components/toast'
import { officeTime } from '../device'
import { useSending } from '../use-sending'
import { words } from '../words'
import { PhotoQueue, type Owner } from './queue'
import { photosOnPhone, type Waiting } from './store'

export interface Photos {
  api: Api
  /** The technician's own photos that the office doesn't have yet. */
  waiting: Waiting[]
  refused: ReadonlyMap<string, ApiError>
  /** Photos that were sent since the page was opened. */
  sent: JobFile[]
  /** The photo on its way, and how much of it has arrived. */
  sending: { key: string; share: number } | null
  isOffline: boolean
  /** Returns the hashes of the photos that are kept. Null until the office has said who this is. */
  add: ((jobId: string, kind: Waiting['kind'], files: readonly File[]) => Promise<string[]>) | null
  open: (photo: Waiting, which: 'content' | 'thumbnail') => Promise<Blob>
  remove: (key: string) => Promise<void>
  retry: (key: string) => void
}

const Shared = createContext<Photos | null>(null)
export const PhotosShared = Shared.Provider

/** Null outside of the day, such as in a test of a card. */
export const usePhotos = (): Photos | null => useContext(Shared)

const place = photosOnPhone()

interface Worker {
  id: string
  /** A day that the phone has kept from an older version has none. */
  sealKey?: string | undefined
}

/** The photos on this phone, sent in the background whenever the network allows. */
export function usePhotoQueue(api: Api, worker: Worker | null): Photos {
  const [waiting, setWaiting] = useState<Waiting[]>([])
  const [sent, setSent] = useState<JobFile[]>([])
  const [sending, setSending] = useState<Photos['sending']>(null)
  const [isOffline, setOffline] = useState(false)
  const owner = useMemo<Owner | null>(
    () => (worker?.sealKey === undefined ? null : { workerId: worker.id, sealKey: worker.sealKey }),
    [worker?.id, worker?.sealKey],
  )
  const queue = useMemo(
    () =>
      owner &&
      new PhotoQueue(
        place,
        (photo, ready) =>
          sendFile(api.work.jobs(photo.jobId), ready, photo.kind, (share) =>
            setSending({ key: photo.key, share }),
          ),
        owner,
      ),
    [api, owner],
  )
  const look = async () => setWaiting((await queue?.waiting()) ?? [])
  const running = useRef(false)
  /** Returns whether the connection broke. */
  const flush = async (): Promise<boolean> => {
    if (queue === null || running.current) return false
    running.current = true
    try {
      const stopped = await alone(() =>
        queue.flush((_, file) => {
          setSent((before) => [...before, file])
          setSending(null)
          void look()
        }),
      )
      setOffline(stopped === 'offline')
      return stopped === 'offline'
    } finally {
      running.current = false
      setSending(null)
      await look()
    }
  }
  const flushSoon = () => void flush().catch(() => null)

  useEffect(() => void queue?.sweep(Date.parse(officeTime())).catch(() => null), [queue])
  useSending(flush, [queue])

  return {
    api,
    waiting,
    refused: queue?.refused ?? new Map(),
    sent,
    sending,
    isOffline,
    add:
      queue &&
      (async (jobId, kind, files) => {
        // Otherwise a phone that runs out of room may delete them.
        void navigator.storage?.persist?.().catch(() => null)
        const hashes: string[] = []
        for (const file of files) {
          try {
            const { thumbnail, ...ready } = await readyToSend(file, onPhone)
            if (thumbnail === null) toast(words.photos.unreadable, 'bad')
            else hashes.push(await queue.add({ ...ready, thumbnail }, { jobId, kind, takenAt: officeTime() }))
          } catch {
            toast(words.photos.unsaved, 'bad')
          }
          await look().catch(() => null)
        }
        flushSoon()
        return hashes
      }),
    open: (photo, which) => queue?.open(photo, which) ?? Promise.reject(new Error('Nobody is signed in')),
    async remove(key) {
      await queue?.remove(key)
      await look()
    },
    retry(key) {
      queue?.refused.delete(key)
      flushSoon()
    },
  }
}

/** Two tabs must not send the same photo at the same time. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('truckroll.photos', work) : work()
