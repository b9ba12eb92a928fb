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

  /** How much of this CPU time is gone, for the search to ask; or of several times as much on the clock, if that is more. */
  shareOf(ms: number): () => number {
    let asked = 0
    let share = 0
    return () => {
      asked += 1
      if (asked % askedPerReading === 1) share = this.#spentMs() / ms
      return share
    }
  }

  #spentMs(): number {
    const cpu = this.#spent + cpuMs() - this.#since
    return this.isPatient ? cpu : Math.max(cpu, (performance.now() - this.#beganAt) / mostPerCpuMs)
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
