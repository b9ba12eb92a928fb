import { availableParallelism } from 'node:os'
import { Refusal, upstream, upstreamTimeout } from '../../../lib/errors'
import type { Point } from '../../../lib/geo'
import type { Tile } from '../../../lib/tiles'
import { engineInWords } from '../types'
import type { Area } from './engine'
import type { MapInfo } from './graph'
import { snapLimitMetres } from './search/snap'

export interface PoolOptions {
  /** The map file. */
  map: string
  /** The number of threads; one core is left for the service itself. */
  threads?: number
  /** The number of questions that can wait for a thread; more are refused. */
  waiting?: number
  timeLimitMs?: number
}

interface Waiting {
  question: Question
  resolve(answer: never): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  current: (Waiting & { number: number; timer: Timer }) | null
}

const busy = () => new Refusal('upstream', 'The routing engine is busy. Try again in a moment.')
const offTheMap = () =>
  new Refusal('upstream', `The imported map has no road within ${snapLimitMetres / 1_000} km of this place`)

/** Threads that answer from a map, so a long search never blocks other requests. */
export class RoadPool {
  readonly #threads: Thread[] = []
  /** Areas first, then tiles, and then travel times and routes. */
  readonly #queues: [urgent: Waiting[], tiles: Waiting[], patient: Waiting[]] = [[], [], []]
  readonly #most: number
  readonly #atMostWaiting: number
  readonly #timeLimitMs: number
  #asked = 0

  constructor(private readonly options: PoolOptions) {
    this.#most = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1))
    this.#atMostWaiting = options.waiting ?? 64
    this.#timeLimitMs = options.timeLimitMs ?? 30_000
  }

  /** A question that still waits when the signal aborts is dropped. */
  ask<K extends Question['kind']>(
    question: Question & { kind: K },
    signal?: AbortSignal,
  ): Promise<Answers[K]> {
    const queue = this.#queueFor(question)
    const isFull = queue === this.#queues[0] && queue.length >= this.#atMostWaiting
    if (isFull || signal?.aborted === true) return Promise.reject(busy())
    const { promise, resolve, reject } = Promise.withResolvers<Answers[K]>()
    const waiting: Waiting = { question, resolve, reject }
    queue.push(waiting)
    signal?.addEventListener('abort', () => {
      const at = queue.indexOf(waiting)
      if (at === -1) return
      queue.splice(at, 1)
      reject(busy())
    })
    this.#assign()
    return promise
  }

  /** Tiles must not crowd out customers. The planner asks for many travel times and can wait, and so can lines on a map. */
  #queueFor({ kind }: Question): Waiting[] {
    const [urgent, tiles, patient] = this.#queues
    if (kind === 'streets') return tiles
    return kind === 'times' || kind === 'route' ? patient : urgent
  }

  /** Ends the threads and refuses waiting questions. */
  close(): void {
    for (const thread of this.#threads.splice(0)) this.#dismiss(thread, upstream(engineInWords))
    for (const { reject } of this.#queues.flatMap((queue) => queue.splice(0))) reject(upstream(engineInWords))
  }

  #assign(): void {
    for (;;) {
      const thread = this.#idleThread()
      const next = thread && this.#queues.find((queue) => queue.length > 0)?.shift()
      if (!thread || !next) return
      const number = (this.#asked += 1)
      const timer = setTimeout(() => this.#replace(thread, upstreamTimeout(engineInWords)), this.#timeLimitMs)
      thread.current = { ...next, number, timer }
      thread.worker.postMessage(
        { number, map: this.options.map, question: next.question } satisfies Asked,
        [],
      )
    }
  }

  #idleThread(): Thread | undefined {
    const idle = this.#threads.find(({ current }) => current === null)
    if (idle || this.#threads.length >= this.#most || this.#queues.every((queue) => queue.length === 0))
      return idle
    // An idle thread doesn't keep the process alive; a busy one does, through its question's timer.
    const worker = new Worker(new URL('./worker.ts', import.meta.url).href, { ref: false })
    const thread: Thread = { worker, current: null }
    thread.worker.addEventListener('message', (event: MessageEvent<Replied>) =>
      this.#receive(thread, event.data),
    )
    thread.worker.addEventListener('error', (event) =>
      this.#replace(thread, upstream(engineInWords, new Error(event.message))),
    )
    this.#threads.push(thread)
    return thread
  }

  #receive(thread: Thread, replied: Replied): void {
    const { current } = thread
    if (current === null || current.number !== replied.number) return
    thread.current = null
    clearTimeout(current.timer)
    if ('answer' in replied) current.resolve(replied.answer as never)
    else if (replied.trouble === 'off-the-map') current.reject(offTheMap())
    else current.reject(upstream(engineInWords, new Error(replied.words)))
    this.#assign()
  }

  /** Replaces a thread that hangs or crashed; the next question gets a new one. */
  #replace(thread: Thread, error: Error): void {
    const at = this.#threads.indexOf(thread)
    if (at === -1) return
    this.#threads.splice(at, 1)
    this.#dismiss(thread, error)
    this.#assign()
  }

  #dismiss({ worker, current }: Thread, error: Error): void {
    worker.terminate()
    if (current === null) return
    clearTimeout(current.timer)
    current.reject(error)
  }
}

export type Question =
  | { kind: 'areas'; from: Point; minutes: number[] }
  | { kind: 'times'; from: Point[]; to: Point[] }
  | { kind: 'route'; from: Point; to: Point }
  | { kind: 'streets'; tile: Tile }
  | { kind: 'map' }

export interface Answers {
  areas: Area[]
  /** Row by row. */
  times: Float64Array
  /** lat, lng, lat, lng … or null if there is no way. */
  route: Float64Array | null
  /** A `StreetTile` as JSON. */
  streets: string
  map: MapInfo
}

/** Why there is no answer: no road nearby, or an unusable map. */
export type Trouble = 'off-the-map' | 'broken'

export interface Asked {
  number: number
  /** The map to answer from. */
  map: string
  question: Question
}

export type Replied = { number: number } & (
  | { answer: Answers[Question['kind']] }
  | { trouble: Trouble; words: string }
)
