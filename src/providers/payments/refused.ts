import { Refusal } from '../../lib/errors'

/** Each is a sentence without its period: to-dos add one and go on. */
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
} as const
export type RefusedBecause = keyof typeof sayings

/**
 * The processor's definite no: nothing happened, and asking again with the same key gets the same
 * answer. Every other failure leaves open whether it happened.
 */
export class PaymentRefused extends Refusal {
  override name = 'PaymentRefused'
  constructor(
    readonly because: RefusedBecause,
    /** The processor's own code, for the log and for support. */
    readonly processorCode: string | null = null,
  ) {
    super('conflict', sayings[because])
  }
}

export function isRefusedBecause(word: string): word is RefusedBecause {
  return word in sayings
}

/** Which of the open ones: those tried least come first, so that one that keeps failing holds up no other. */
export interface OpenWanted {
  limit: number
  mostAttempts: number
}

export type Outcome<Made> = { made: Made } | { refused: PaymentRefused }

interface Question<Made> {
  /** Tries so far, this one included. */
  attempts: number
  /** Looks for what an earlier try may have left at the processor, by its key. */
  find: () => Promise<Made | null>
  /** The same key every time. */
  make: () => Promise<Made>
}

/**
 * Asks the processor for something that must happen once. After the first try nobody knows what became
 * of it, so it looks before it repeats. Throws while the outcome is open.
 */
export async function askOnce<Made>({ attempts, find, make }: Question<Made>): Promise<Outcome<Made>> {
  const earlier = attempts > 1 ? await find() : null
  if (earlier) return { made: earlier }
  try {
    return { made: await make() }
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    // What is refused may be the repetition of something that did happen.
    const made = attempts > 1 ? await find() : null
    return made ? { made } : { refused: error }
  }
}
