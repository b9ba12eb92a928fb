import type { OwnMove, OwnUndo, WorkJob } from '../../modules/workforce'
import { labelIn, openItems } from '../../lib/checklist'
import type { Language } from '../../words/language'
import { workWords } from '../../words/work'
import { ApiError } from '../client/api'
import type { Drawer } from '../client/storage'

type Item = NonNullable<WorkJob['record']>['items'][number]

/** A step that can be taken back for a minute. */
export type Step = OwnUndo['step']

/** Something a worker has done, which the office may not know of yet. */
export interface Deed {
  /** Sending it twice does it once. */
  key: string
  /** The technician who did it, because a phone may change hands before it is online again. */
  workerId: string
  jobId: string
  /** The customer's name, in case the visit is no longer in the list. Older pages didn't keep it. */
  customer?: string
  /** The status it leads to; or they wait at the door, take a step back, or have seen that the visit is gone. */
  to: OwnMove['to'] | 'arrived' | 'undo' | 'seen'
  /** The step that an `undo` takes back. */
  step?: Step
  /** By the clock of the office. */
  doneAt: string
  /** It may have reached the office, even if no answer came back. */
  tried?: boolean
}

/** A step that the office refused. */
export interface Refused {
  /** The step itself, and those that were to follow on the same visit. */
  dropped: [Deed, ...Deed[]]
  reason: string
  /** The visit no longer belongs to this technician. */
  isGone: boolean
}

interface Flushed {
  sent: number
  refused: Refused[]
  /** Why the rest waits; null when nothing does. */
  waiting: 'offline' | 'busy' | 'unauthorised' | null
}

/** Deeds in the order they were done, kept on the phone until the office has them. */
export class DeedQueue {
  constructor(
    private readonly place: Drawer<Deed[]>,
    private readonly send: (deed: Deed) => Promise<unknown>,
    /** Whether the phone itself knows that nothing can leave it. */
    private readonly isCut: () => boolean = () => false,
  ) {}

  /** The steps of a technician that wait to be sent. */
  of(workerId: string): Deed[] {
    return this.#all().filter((deed) => deed.workerId === workerId)
  }

  add(deed: Deed): void {
    this.place.write([...this.#all(), deed])
  }

  /** Takes a step back: one that never left the phone is dropped, any other is undone at the office. */
  undo(key: string, undo: Deed): void {
    const waiting = this.#all().find((deed) => deed.key === key)
    if (waiting && !waiting.tried) this.#drop((deed) => deed.key === key)
    else this.add(undo)
  }

  /** Sends one after another. The first that gets no answer stops the rest: their order matters. */
  async flush(workerId: string): Promise<Flushed> {
    const flushed: Flushed = { sent: 0, refused: [], waiting: null }
    for (let deed = this.of(workerId)[0]; deed; deed = this.of(workerId)[0]) {
      const { key, jobId, tried = false } = deed
      try {
        this.#mark(key, true)
        await this.send(deed)
        this.#drop((one) => one.key === key)
        flushed.sent++
      } catch (error) {
        const reason = whyLater(error)
        if (reason === 'offline' && this.isCut()) this.#mark(key, tried)
        if (reason !== null) return { ...flushed, waiting: reason }
        // Later steps on this job no longer make sense.
        const rest = this.of(workerId).filter((other) => other.jobId === jobId && other.key !== key)
        const dropped: Refused['dropped'] = [deed, ...rest]
        const { message, status } = error as ApiError
        flushed.refused.push({ dropped, reason: message, isGone: status === 404 })
        this.#drop((other) => dropped.some((gone) => gone.key === other.key))
      }
    }
    return flushed
  }

  #all(): Deed[] {
    return this.place.read() ?? []
  }

  #mark(key: string, tried: boolean): void {
    this.place.write(this.#all().map((deed) => (deed.key === key ? { ...deed, tried } : deed)))
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

/** A visit as the page shows it. */
export type Shown = WorkJob & { unsent: boolean }

/** The day as it is with what waits to be sent. */
export function withDeeds(jobs: WorkJob[], deeds: Deed[]): Shown[] {
  return jobs.map((job) => {
    const own = deeds.filter(({ jobId, to }) => jobId === job.id && to !== 'seen')
    const shown: Shown = { ...job, unsent: own.length > 0 }
    return own.reduce(withDeed, shown)
  })
}

const statusBefore: Record<Exclude<Step, 'arrived'>, WorkJob['status']> = {
  en_route: 'scheduled',
  in_progress: 'en_route',
  completed: 'in_progress',
  no_show: 'en_route',
}

function withDeed(job: Shown, { to, step, doneAt }: Deed): Shown {
  if (to === 'arrived') return { ...job, arrivedAt: doneAt }
  if (to === 'seen') return job
  if (to !== 'undo') return { ...job, status: to }
  if (step === 'arrived') return { ...job, arrivedAt: null }
  return step === undefined ? job : { ...job, status: statusBefore[step] }
}

/** The required items that keep a refused visit from being finished, by the day as the office has it now. */
export function openAfter({ dropped: [{ jobId, to }] }: Refused, jobs: readonly WorkJob[]): Item[] {
  const job = jobs.find(({ id, status }) => id === jobId && status === 'in_progress')
  return to === 'completed' && job?.record ? openItems(job.record.items, job.record.answers) : []
}

/** Says whose visit it was, why the office refused the steps, and that they are lost. Its reasons are in English. */
export function wordsOfRefusal(
  { dropped, reason, isGone }: Refused,
  language: Language,
  open: readonly Item[] = [],
): string {
  const { refused, steps, record } = workWords(language)
  const said =
    language === 'en'
      ? reason
      : open.length > 0
        ? record.openFirst(open.map((item) => labelIn(item, language)))
        : refused.changed
  const why = isGone ? refused.gone : said.replace(/\.$/, '')
  return refused.words(
    dropped[0].customer ?? refused.someVisit,
    why,
    dropped.map(({ to }) => steps[to]),
  )
}
