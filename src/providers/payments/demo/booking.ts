import { demoIntents } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Cents } from '../../../lib/money'
import { feeOn } from './fee'

export interface BookingPayment {
  paymentId: string
  paymentStatus: string | null
  jobId: string
  totalCents: Cents
  at: number
}

/**
 * Makes the payment a booking names one of the demo processor's own, in the state the booking says. An
 * id that it has already, from another job or a checkout of its own, stays what it is.
 */
export async function adoptBookingPayment(tx: Tx, booking: BookingPayment): Promise<boolean> {
  const state = stateOf(booking)
  if (!state) return false
  const adopted = await tx
    .insert(demoIntents)
    .values({
      id: booking.paymentId,
      jobId: booking.jobId,
      transferGroup: booking.jobId,
      createdAt: booking.at,
      updatedAt: booking.at,
      ...state,
    })
    .onConflictDoNothing()
    .returning({ id: demoIntents.id })
  return adopted.length > 0
}

function stateOf({ paymentStatus, totalCents }: BookingPayment) {
  const payment = { kind: 'payment' as const, amountCents: totalCents }
  switch (paymentStatus) {
    case 'charged':
      return {
        ...payment,
        state: 'succeeded' as const,
        capturedCents: totalCents,
        feeCents: feeOn(totalCents),
      }
    case 'pending':
      return { ...payment, state: 'open' as const }
    // Kept on file, not yet confirmed: the state in which a stored card can still be let go.
    case 'card_on_file':
      return { kind: 'setup' as const, state: 'open' as const, amountCents: 0 }
    default:
      return null
  }
}
