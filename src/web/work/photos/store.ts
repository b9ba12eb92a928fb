import type { Kind } from '../../client/upload'
import { phoneStore } from '../phone-store'
import type { Sealed } from '../seal'

/** A photo that the office doesn't have yet. */
export interface Waiting {
  /** The job and the hash of the photo, so that the same one is kept and sent once. */
  key: string
  /** The technician who took it, because a phone may change hands. */
  workerId: string
  jobId: string
  kind: Exclude<Kind, 'document'>
  name: string
  /** By the clock of the office. */
  takenAt: string
  thumbnail: Sealed
}

/** Where photos wait. */
export interface PhotoPlace {
  /** In the order they were taken, without the photos themselves. */
  all(): Promise<Waiting[]>
  contentOf(key: string): Promise<Sealed | null>
  put(photo: Waiting, content: Sealed): Promise<void>
  remove(key: string): Promise<void>
}

export function photosOnPhone(): PhotoPlace {
  const phone = phoneStore()
  return {
    async all() {
      const kept = await phone.read<Waiting[]>('photos', (store) => store.getAll())
      return kept.toSorted((one, other) => one.takenAt.localeCompare(other.takenAt))
    },
    contentOf: async (key) =>
      (await phone.read<Sealed | undefined>('contents', (store) => store.get(key))) ?? null,
    put: (photo, content) =>
      phone.write(['photos', 'contents'], (transaction) => {
        transaction.objectStore('photos').put(photo)
        transaction.objectStore('contents').put(content, photo.key)
      }),
    remove: (key) =>
      phone.write(['photos', 'contents'], (transaction) => {
        transaction.objectStore('photos').delete(key)
        transaction.objectStore('contents').delete(key)
      }),
  }
}
