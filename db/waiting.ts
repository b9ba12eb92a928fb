import type { Unit } from './store'

/** A unit of writes somebody waits for. */
export interface Waiting {
  unit: Unit<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
  /** Where `write` was called, kept in strict mode to name a unit that misbehaves. */
  calledFrom: string | undefined
}

export type Outcome = { waiting: Waiting; value: unknown } | { waiting: Waiting; error: unknown }

/** Tells everybody how their unit ended; called once that is on disk. */
export function settle(outcomes: Outcome[]): void {
  for (const outcome of outcomes) {
    if ('error' in outcome) outcome.waiting.reject(outcome.error)
    else outcome.waiting.resolve(outcome.value)
  }
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** The line outside the store that asked for a unit. */
export function callSite(): string {
  const frames = new Error('call site').stack?.split('\n') ?? []
  const outside = frames.find(
    (frame) => /[/\\].+:\d+/.test(frame) && !/[/\\]db[/\\](?:local[/\\]|libsql[/\\]|waiting\.)/.test(frame),
  )
  return outside?.trim().replace(/^at /, '') ?? 'unknown place'
}
