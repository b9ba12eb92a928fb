import { nextTurn } from '../engine/slices'
import type { Problem, Solution } from './problem'

/** The service is stopping, or something else came first, so nobody waits for the plan. */
export class Interrupted extends Error {
  constructor() {
    super('The plan was given up')
  }
}

/** How often to look whether the plan is still wanted. */
const lookEveryMs = 100
/** Entries per message. Copying one takes a millisecond or two, and requests have their turn after each. */
const batchSize = 250

/** A problem or a solution arrives in parts; the last one completes it. */
export interface Parcel<T> {
  part: Partial<T>
  isLast: boolean
}

/** Divides the long lists of a problem or a solution. */
export function* parcels<T extends object>(whole: T): Generator<Parcel<T>> {
  const rest: Partial<T> = {}
  for (const name of Object.keys(whole) as (keyof T)[]) {
    const value = whole[name]
    if (!Array.isArray(value)) rest[name] = value
    else
      for (let from = 0; from === 0 || from < value.length; from += batchSize)
        yield { part: { [name]: value.slice(from, from + batchSize) } as Partial<T>, isLast: false }
  }
  yield { part: rest, isLast: true }
}

/** Puts parts together again. */
export class Unpacking<T extends object> {
  #whole: Partial<T> = {}

  /** Returns the whole after its last part. */
  add({ part, isLast }: Parcel<T>): T | null {
    for (const name of Object.keys(part) as (keyof T)[]) {
      const value = part[name]
      const known = this.#whole[name]
      if (Array.isArray(known) && Array.isArray(value)) for (const one of value) known.push(one)
      else this.#whole[name] = value
    }
    if (!isLast) return null
    const whole = this.#whole as T
    this.#whole = {}
    return whole
  }
}

/** A thread that makes one plan at a time. */
export class PlanningThread {
  readonly #worker: Worker

  constructor(script = new URL('./worker.ts', import.meta.url)) {
    this.#worker = new Worker(script.href, { ref: false })
  }

  /** After a failure the thread has to be ended. */
  async solve(problem: Problem, isGivenUp: () => boolean): Promise<Solution> {
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<Solution>()
    // It may fail while the problem is still on its way.
    promise.catch(() => {})
    const unpacking = new Unpacking<Solution>()
    const receive = (event: MessageEvent<Parcel<Solution>>) => {
      const solution = unpacking.add(event.data)
      if (solution) resolve(solution)
    }
    const fail = (event: Event) =>
      reject(new Error(event instanceof ErrorEvent ? event.message : 'The thread has ended'))
    worker.addEventListener('message', receive)
    worker.addEventListener('error', fail)
    worker.addEventListener('close', fail)
    // Also keeps a command alive that waits for nothing else.
    const look = setInterval(() => {
      if (isGivenUp()) reject(new Interrupted())
    }, lookEveryMs)
    try {
      for (const parcel of parcels(problem)) {
        worker.postMessage(parcel)
        await nextTurn()
      }
      return await promise
    } finally {
      clearInterval(look)
      worker.removeEventListener('message', receive)
      worker.removeEventListener('error', fail)
      worker.removeEventListener('close', fail)
    }
  }

  end(): void {
    this.#worker.terminate()
  }
}
