import { oneLine } from '../../lib/one-line'

/**
 * Why a provider did not take a message:
 * - `refused`: it never will, as with an address that does not exist;
 * - `later`: it asks to be left alone for a while;
 * - `down`: it failed and certainly did not take the message;
 * - `uncertain`: it may have taken the message, as when the answer did not come.
 */
export type FailureKind = 'refused' | 'later' | 'down' | 'uncertain'

export interface FailureDetails {
  retryAfterMs?: number
  /** Not the provider's wish but ours: its breaker is open. */
  broken?: boolean
  /** The recipient told the provider to stop. */
  optedOut?: boolean
}

export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure'

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    // Providers quote what they were sent; the text is kept for HQ, short and on one line.
    super(oneLine(message).trim().slice(0, 300))
  }
}

/** What a provider says about a message it took. */
export interface Receipt {
  provider: string
  messageId: string | null
}

/** Milliseconds of a Retry-After header: seconds or a date. Undefined when there is none. */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1000))
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
