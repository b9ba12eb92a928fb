import type { OwnMove, WorkJob } from '../../modules/work/model'
import { ApiError } from '../client/api'
import type { Drawer } from '../client/storage'

/** Something a worker has done, which the office may not know of yet. */
export interface Deed {
  /** Sending it twice does it once. */
  key: string
  /** Who did it: a phone may change hands before it has a connection again. */
  workerId: string
  jobId: string
  to: OwnMove['to']
  /** By the clock of the office. */
  doneAt: string
}

export interface Flushed {
  sent: number
  /** What the office does not accept, with its reason. */
  refused: { deed: Deed; reason: string }[]
  /** Why the rest waits; null when nothing does. */
  waiting: 'offline' | 'busy' | 'unauthorised' | null
}

/** Deeds in the order they were done, kept on the phone until the office has them. */
export class DeedQueue {
  constructor(
    private readonly place: Drawer<Deed[]>,
    private readonly send: (deed: Deed) => Promise<unknown>,
  ) {}

  /** What a worker has done that waits to be sent. */
  of(workerId: string): Deed[] {
    return this.#all().filter((deed) => deed.workerId === workerId)
  }

  add(deed: Deed): void {
    this.place.write([...this.#all(), deed])
  }

  /** Sends one after another. The first that gets no answer stops the rest: their order matters. */
  async flush(workerId: string): Promise<Flushed> {
    const flushed: Flushed = { sent: 0, refused: [], waiting: null }
    for (let deed = this.of(workerId)[0]; deed; deed = this.of(workerId)[0]) {
      try {
        await this.send(deed)
        this.#drop(({ key }) => key === deed?.key)
        flushed.sent++
      } catch (error) {
        const reason = whyLater(error)
        if (reason !== null) return { ...flushed, waiting: reason }
        const { jobId } = deed
        flushed.refused.push({ deed, reason: (error as Error).message })
        // What was to follow on this job makes no sense any more.
        this.#drop((other) => other.jobId === jobId)
      }
    }
    return flushed
  }

  #all(): Deed[] {
    return this.place.read() ?? []
  }

  #drop(isDone: (deed: Deed) => boolean): void {
    this.place.write(this.#all().filter((deed) => !isDone(deed)))
  }
}

/** Null when sending it again would change nothing. */
function whyLater(error: unknown): Flushed['waiting'] {
  if (!(error instanceof ApiError)) return 'busy'
  if (error.isOffline) return 'offline'
  if (error.status === 401) return 'unauthorised'
  return error.status === 429 || error.status >= 500 ? 'busy' : null
}

/** The day as it is with what waits to be sent. */
export function withDeeds(jobs: WorkJob[], deeds: Deed[]): (WorkJob & { unsent: boolean })[] {
  return jobs.map((job) => {
    const latest = deeds.findLast(({ jobId }) => jobId === job.id)
    return { ...job, status: latest?.to ?? job.status, unsent: latest !== undefined }
  })
}
