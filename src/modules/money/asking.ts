import { PaymentRefused } from '../../providers/payments/refused'

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
