import { Histogram, HistogramFamily } from './histogram'

export type CallOutcome = 'ok' | 'refused' | 'failed'
export type RunOutcome = 'done' | 'failed'

/** Everything this process has counted since it started. The metrics show it. */
export class Figures {
  /** Units of writes that shared one COMMIT. */
  readonly commitUnits = new Histogram([1, 2, 4, 8, 16, 32, 64, 128])
  readonly commitSeconds = new Histogram()
  commitsFailed = 0
  readonly providerCalls = new HistogramFamily<{ provider: string; outcome: CallOutcome }>()
  readonly taskRuns = new HistogramFamily<{ task: string; outcome: RunOutcome }>([
    0.01, 0.1, 0.5, 1, 5, 15, 60, 300,
  ])
  readonly loopDelay = new Histogram([0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5])
  /** Milliseconds until each provider with a circuit breaker may be called again; 0 while it is closed. */
  readonly breakers = new Map<string, () => number>()
}
