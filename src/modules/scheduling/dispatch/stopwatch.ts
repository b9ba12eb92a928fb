/** Reading the clock in every round would take longer than some rounds. */
const askedPerReading = 16

/** The CPU time that this thread spends on a plan. It stands still while other work has its turn. */
export class Stopwatch {
  #spent = 0
  #since = cpuMs()

  stop(): void {
    this.#spent += cpuMs() - this.#since
  }

  start(): void {
    this.#since = cpuMs()
  }

  /** A question for the search: whether this much time is gone. */
  after(ms: number): () => boolean {
    let asked = 0
    let isOver = false
    return () => {
      asked += 1
      if (!isOver && asked % askedPerReading === 1) isOver = this.#spent + cpuMs() - this.#since >= ms
      return isOver
    }
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
