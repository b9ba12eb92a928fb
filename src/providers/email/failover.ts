import { DeliveryFailure, type Receipt } from '../delivery/failure'
import type { EmailProvider, EmailProviderName, Letter } from './types'

/** Two providers: the second takes over what the first could not take. */
export class FailoverEmail implements EmailProvider {
  readonly name: EmailProviderName
  readonly width: number

  constructor(
    private readonly first: EmailProvider,
    private readonly second: EmailProvider,
    private readonly onTakeover: (from: string, to: string, reason: string) => void,
  ) {
    this.name = first.name
    this.width = Math.max(first.width, second.width)
  }

  async send(letter: Letter): Promise<Receipt> {
    try {
      return await this.first.send(letter)
    } catch (error) {
      if (!this.#takesOver(error)) throw error
      this.onTakeover(this.first.name, this.second.name, error.message)
      return this.second.send(letter)
    }
  }

  /** A message nobody would take stays refused, and one that shall wait a moment waits. */
  #takesOver(error: unknown): error is DeliveryFailure {
    if (!(error instanceof DeliveryFailure) || error.kind === 'refused') return false
    if (error.kind !== 'later' || error.details.broken === true) return true
    return (error.details.retryAfterMs ?? 0) > patience
  }

  restingFor(): number {
    return Math.min(this.first.restingFor(), this.second.restingFor())
  }

  async close(): Promise<void> {
    await Promise.all([this.first.close(), this.second.close()])
  }
}

/** A short rest is waited for: two providers at once would only mean two reputations to lose. */
const patience = 5_000
