import { ApiError } from '../../client/api'
import type { Ready } from '../../client/picture'
import { hashOf } from '../../client/upload'
import { seal, unseal } from '../seal'
import type { PhotoPlace, Waiting } from './store'

/** The technician whose photos they are. */
export interface Owner {
  workerId: string
  sealKey: string
}

type About = Pick<Waiting, 'jobId' | 'kind' | 'takenAt'>

/** Why the rest waits; null when nothing does. */
type Stopped = 'offline' | 'busy' | null

/** After this the office no longer takes a photo of a visit, and the phone deletes what it couldn't send. */
const keptForMs = 30 * 24 * 60 * 60_000

/** Photos on the phone until the office has them. Only their technician sees and sends them. */
export class PhotoQueue<Sent> {
  /** Photos that the office refused. They stay until somebody tries again or deletes them. */
  readonly refused = new Map<string, ApiError>()

  constructor(
    private readonly place: PhotoPlace,
    private readonly send: (photo: Waiting, ready: Ready) => Promise<Sent>,
    private readonly owner: Owner,
  ) {}

  async waiting(): Promise<Waiting[]> {
    return (await this.place.all()).filter(({ workerId }) => workerId === this.owner.workerId)
  }

  /** Returns the hash of the photo. */
  async add({ name, file, thumbnail }: Ready & { thumbnail: Blob }, about: About): Promise<string> {
    const { workerId, sealKey } = this.owner
    const hash = await hashOf(file)
    const key = `${about.jobId} ${hash}`
    const photo = { key, workerId, name, ...about, thumbnail: await seal(sealKey, thumbnail) }
    await this.place.put(photo, await seal(sealKey, file))
    return hash
  }

  async open({ key, thumbnail }: Waiting, which: 'content' | 'thumbnail'): Promise<Blob> {
    const sealed = which === 'thumbnail' ? thumbnail : await this.place.contentOf(key)
    if (sealed === null) throw new Error('The photo is gone')
    return unseal(this.owner.sealKey, sealed)
  }

  async remove(key: string): Promise<void> {
    this.refused.delete(key)
    await this.place.remove(key)
  }

  /** Sends one after another, also those that are taken meanwhile. The first that gets no answer stops the rest. */
  async flush(onSent: (photo: Waiting, sent: Sent) => void): Promise<Stopped> {
    for (let photo = await this.#next(); photo; photo = await this.#next()) {
      try {
        const sent = await this.send(photo, await this.#readyToSend(photo))
        await this.remove(photo.key)
        onSent(photo, sent)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.isOffline) return 'offline'
        if (error.status === 401 || error.status === 429 || error.status >= 500) return 'busy'
        this.refused.set(photo.key, error)
      }
    }
    return null
  }

  async #next(): Promise<Waiting | undefined> {
    return (await this.waiting()).find(({ key }) => !this.refused.has(key))
  }

  async #readyToSend(photo: Waiting): Promise<Ready> {
    try {
      const [file, thumbnail] = [await this.open(photo, 'content'), await this.open(photo, 'thumbnail')]
      return { name: photo.name, file, thumbnail }
    } catch {
      // The service has new secrets, or the phone lost a part of it.
      throw new ApiError("This photo can't be opened anymore.", 410)
    }
  }

  /** Deletes the photos, of any technician, that nobody can send anymore. */
  async sweep(now: number): Promise<void> {
    for (const { key, takenAt } of await this.place.all())
      if (Date.parse(takenAt) < now - keptForMs) await this.place.remove(key)
  }
}
