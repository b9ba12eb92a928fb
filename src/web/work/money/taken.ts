import type { PaymentTaken } from '../../../modules/payments'
import type { TakenPayment } from '../../../modules/workforce'
import { ApiError } from '../../client/api'
import { kept, type Drawer } from '../../client/storage'

/** Money a technician took at the door, which the office may not know of yet. It names no customer. */
export interface Taken {
  /** Sending it twice records it once. */
  key: string
  workerId: string
  jobId: string
  payment: Pick<TakenPayment, 'amount' | 'method' | 'receipt'> & { note?: string; takenAt: string }
}

export const unsentPayments = kept<Taken[]>('work-payments')

interface Flushed {
  recorded: Taken[]
  /** The office has a to-do about each of these. */
  noted: Taken[]
  /** The office knows nothing of these, and sending them again would change nothing. */
  refused: Taken[]
}

/** Payments kept on the phone until the office has them, also after the phone is signed out and in again. */
export class TakenQueue {
  constructor(
    private readonly place: Drawer<Taken[]>,
    private readonly send: (taken: Taken) => Promise<Pick<PaymentTaken, 'recorded'>>,
  ) {}

  of(workerId: string): Taken[] {
    return this.#all().filter((taken) => taken.workerId === workerId)
  }

  add(taken: Taken): void {
    this.place.write([...this.#all(), taken])
  }

  /** Sends one after another, until one gets no answer. */
  async flush(workerId: string): Promise<Flushed> {
    const flushed: Flushed = { recorded: [], noted: [], refused: [] }
    for (const taken of this.of(workerId)) {
      try {
        const { recorded } = await this.send(taken)
        flushed[recorded ? 'recorded' : 'noted'].push(taken)
      } catch (error) {
        if (canSendLater(error)) return flushed
        flushed.refused.push(taken)
      }
      this.place.write(this.#all().filter(({ key }) => key !== taken.key))
    }
    return flushed
  }

  #all(): Taken[] {
    return this.place.read() ?? []
  }
}

function canSendLater(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.isOffline || error.status === 401 || error.status === 429 || error.status >= 500
}
