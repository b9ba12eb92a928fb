/** Steps that must happen however the run ends: normally, by an error, or by Ctrl-C. */
export interface Cleanup {
  /** Registers a step; the returned function runs it now and forgets it. */
  add(step: () => void): () => void
  run(): void
}

export function createCleanup(): Cleanup {
  const steps = new Set<() => void>()

  const runOnce = (step: () => void) => {
    if (!steps.delete(step)) return
    try {
      step()
    } catch (error) {
      // A failing step must not keep the others from running.
      console.error('clean-up:', error instanceof Error ? error.message : error)
    }
  }

  return {
    add(step) {
      const own = () => step()
      steps.add(own)
      return () => runOnce(own)
    },
    run() {
      for (const step of [...steps].toReversed()) runOnce(step)
    },
  }
}

/** Runs the steps when the process ends, including on Ctrl-C, SIGTERM and a closed terminal. */
export function bindCleanup(cleanup: Cleanup): void {
  const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.once(signal, () => {
      cleanup.run()
      process.exit(code)
    })
  }
  process.once('exit', () => cleanup.run())
}

/** Runs a benchmark: however it ends, nothing is left behind, and a failure is reported in one line. */
export async function runBench(main: (cleanup: Cleanup) => Promise<void>): Promise<void> {
  const cleanup = createCleanup()
  bindCleanup(cleanup)
  try {
    await main(cleanup)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    cleanup.run()
  }
}
