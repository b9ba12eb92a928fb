/** Reading the clock in every round would take longer than some rounds. */
const askedPerReading = 16
/** On a busy machine CPU time passes slowly, and somebody may be waiting for the plan. */
const mostPerCpuMs = 4

/** The CPU time that this thread spends on a plan. It stands still while other work has its turn. */
export class Stopwatch {
  readonly #beganAt = performance.now()
  #spent = 0
  #since = cpuMs()

  /** A patient plan may take any time, because nobody waits for it. */
  constructor(private readonly isPatient = false) {}

  stop(): void {
    this.#spent += cpuMs() - this.#since
  }

  start(): void {
    this.#since = cpuMs()
  }

  /** A question for the search: whether this much CPU time is gone, or several times as much on the clock. */
  after(ms: number): () => boolean {
    let asked = 0
    let isOver = false
    return () => {
      asked += 1
      if (!isOver && asked % askedPerReading === 1) isOver = this.#isOver(ms)
      return isOver
    }
  }

  #isOver(ms: number): boolean {
    const isLate = !this.isPatient && performance.now() - this.#beganAt >= ms * mostPerCpuMs
    return isLate || this.#spent + cpuMs() - this.#since >= ms
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
