import type { Deps } from '../../../deps'

/**
 * `configured` is a real provider that answers or was not heard of yet, `demo` one played by ourselves,
 * `off` something the operator switched off. All three are fine, as is `up`.
 */
export type CheckStatus = 'up' | 'configured' | 'demo' | 'off' | 'degraded' | 'down'

/** What one look found: figures only, never the name of a host or the text of an error. */
export interface Finding {
  status: CheckStatus
  /** How long the thing that was looked at took; left out, the look itself counts. */
  latencyMs?: number | null
  [figure: string]: number | string | boolean | null | undefined
}

/** One thing to look at. A look that throws is `down`. */
export type Check = (deps: Deps) => Finding | Promise<Finding>
