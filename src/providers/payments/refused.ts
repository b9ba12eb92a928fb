import { Refusal } from '../../lib/errors'

/** Each is a sentence without its period, because to-dos continue after it. */
const sayings = {
  declined: 'The card was declined',
  'needs-customer': 'The bank needs the customer to confirm this payment',
  'no-card': 'The customer has no saved card',
  unknown: "The payment processor doesn't have a record of this",
  'already-refunded': 'This payment has already been refunded',
  'too-much': "The amount is more than what's left",
  'too-little': "The amount is below the payment processor's minimum",
  disputed: 'The customer disputed this payment with their bank',
  'no-funds': "There isn't enough money in the account",
  'account-not-ready': "The account can't receive transfers yet",
  'wrong-state': 'This is no longer possible',
  'not-possible': 'The payment processor refused this',
  'failed-later': "The customer's bank returned the refund",
  rejected: 'The payment processor rejected our request',
} as const
export type RefusedBecause = keyof typeof sayings

/** Which part of our request the processor rejected, for the log. */
export interface RejectedPlace {
  field: string | null
  requestId: string | null
}

/**
 * The processor definitely refused: nothing happened, and repeating the call with the same key gets the same
 * answer. After any other failure, the outcome is unknown.
 */
export class PaymentRefused extends Refusal {
  override name = 'PaymentRefused'
  constructor(
    readonly because: RefusedBecause,
    /** The processor's own code, for the log and for support. */
    readonly processorCode: string | null = null,
    readonly place: RejectedPlace = { field: null, requestId: null },
  ) {
    // A rejected request is our mistake, not a conflict with anything the caller asked for.
    super(because === 'rejected' ? 'upstream' : 'conflict', sayings[because])
  }
}

export function isRefusedBecause(word: string): word is RefusedBecause {
  return word in sayings
}

/**
 * Chooses open requests. Those with the fewest attempts come first, so one that keeps failing doesn't block
 * the others.
 */
export interface OpenWanted {
  limit: number
  mostAttempts: number
}

export type Outcome<Made> = { made: Made } | { refused: PaymentRefused }

interface Question<Made> {
  /** Attempts so far, including this one. */
  attempts: number
  /** Looks for the result of an earlier attempt at the processor, by its key. */
  find: () => Promise<Made | null>
  /** Uses the same key every time. */
  make: () => Promise<Made>
}

/**
 * Asks the processor for something that must happen only once. After the first attempt the outcome is
 * unknown, so it looks before it repeats. Throws while the outcome is unknown.
 */
export async function askOnce<Made>({ attempts, find, make }: Question<Made>): Promise<Outcome<Made>> {
  const earlier = attempts > 1 ? await find() : null
  if (earlier) return { made: earlier }
  try {
    return { made: await make() }
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    // The refused call may repeat one that succeeded.
    const made = attempts > 1 ? await find() : null
    return made ? { made } : { refused: error }
  }
}
