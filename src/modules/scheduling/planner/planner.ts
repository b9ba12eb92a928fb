import { availableParallelism } from 'node:os'
import type { Deps } from '../../../deps'
import { Readiness } from '../../../http/readiness'
import { second } from '../../../lib/clock'
import { describeError } from '../../../lib/log'
import { betweenRequests, runInSlices } from '../engine/slices'
import { restMs, solve, type Problem, type Solution } from './problem'
import { Stopwatch } from './stopwatch'
import { Interrupted, PlanningThread } from './thread'

/** Below this, starting a thread takes longer than the search, which costs requests a few milliseconds each time. */
const leastRounds = 6_000
/** Making the first plan takes about as long as this many rounds for each job. */
const roundsOfFirstPlan = 20
/** A run plans one franchise after the other; without another one the thread ends, because it takes memory. */
const idleMs = second

/** Where threads have no priority of their own, one core is left for requests. A single core plans between requests. */
function threadsFor(cores: number): number {
  return process.platform === 'linux' && cores > 1 ? cores : cores - 1
}

type Planning = Pick<Deps, 'state' | 'background' | 'log'>

/** Makes plans beside the requests: large ones in threads, small ones in slices of a few milliseconds. */
export class Planner {
  mostThreads = threadsFor(availableParallelism())
  leastRounds = leastRounds
  /** Starts a thread. */
  start = (): PlanningThread => new PlanningThread()

  readonly #idle = new Set<PlanningThread>()
  readonly #busy = new Set<PlanningThread>()
  readonly #waiting: (() => void)[] = []
  #here: Promise<unknown> = Promise.resolve()
  /** The patient plan under way. Any other plan ends it. */
  #patient: object | null = null

  /** How many franchises a run plans side by side; one more than there are threads, so none waits for a commit. */
  get width(): number {
    return this.mostThreads + 1
  }

  /** Fails with `Interrupted` once the service is stopping, and a patient plan when another one begins. */
  async solve(deps: Planning, problem: Problem): Promise<Solution> {
    if (isEnding(deps)) throw new Interrupted()
    if (problem.isPatient) return this.#solvePatiently(deps, problem)
    this.#patient = null
    const size = problem.jobs.length + problem.movable.length
    const rounds = size * (problem.budget.roundsPerJob + roundsOfFirstPlan)
    if (this.mostThreads < 1 || rounds < this.leastRounds) return this.#solveHere(deps, problem)
    try {
      return await this.#solveApart(deps, problem)
    } catch (error) {
      if (error instanceof Interrupted) throw error
      deps.log.warn('a planning thread failed, so the plan is made without it', describeError(error))
      return this.#solveHere(deps, problem)
    }
  }

  close(): void {
    for (const thread of [...this.#idle, ...this.#busy]) thread.end()
    this.#idle.clear()
  }

  /** One after the other, so that a request waits for one slice of work and not for several. */
  #solveHere(deps: Planning, problem: Problem): Promise<Solution> {
    const solved = this.#here.then(() => solveHere(problem, () => isEnding(deps)))
    this.#here = solved.catch(() => {})
    return solved
  }

  async #solveApart(deps: Planning, problem: Problem): Promise<Solution> {
    while (this.#busy.size >= this.mostThreads)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    const [thread = this.start()] = this.#idle
    this.#idle.delete(thread)
    this.#busy.add(thread)
    try {
      const solution = await thread.solve(problem, () => isEnding(deps))
      this.#keep(thread)
      return solution
    } catch (error) {
      thread.end()
      throw error
    } finally {
      this.#busy.delete(thread)
      this.#waiting.shift()?.()
    }
  }

  async #solvePatiently(deps: Planning, problem: Problem): Promise<Solution> {
    const own = (this.#patient = {})
    const isGivenUp = () => isEnding(deps) || this.#patient !== own
    if (this.mostThreads < 1) return solveHere(problem, isGivenUp)
    const thread = this.start()
    try {
      return await thread.solve(problem, isGivenUp)
    } finally {
      thread.end()
    }
  }

  #keep(thread: PlanningThread): void {
    this.#idle.add(thread)
    setTimeout(() => {
      if (this.#idle.delete(thread)) thread.end()
    }, idleMs).unref()
  }
}

const isEnding = ({ background, state }: Planning): boolean =>
  background.stopping || state.of(Readiness).isDraining

/** Plans in this thread, between requests. */
function solveHere(problem: Problem, isGivenUp: () => boolean): Promise<Solution> {
  const watch = new Stopwatch(problem.isPatient)
  const pause = async () => {
    watch.stop()
    await (problem.isPatient ? Bun.sleep(restMs) : betweenRequests.pause())
    if (isGivenUp()) throw new Interrupted()
    watch.start()
  }
  return runInSlices(solve(problem, watch), { ...betweenRequests, pause })
}
