import { z } from 'zod'
import type { BookingRules, Portion } from '../../db/schema/jobs'
import type { MovePolicy } from '../lib/booking-rules'
import { mostPayable } from '../lib/money'
import { group } from './group'

const amount = z.int().min(100).max(mostPayable)
const percent = z.int().min(1).max(100)

/** The longest time before a visit that a policy can ask for: 30 days. */
const mostHours = 720

/**
 * The terms of a booking. Every job keeps the cancellation policy and deposit of the moment it was booked, so a
 * change of them counts for new bookings only.
 */
export const booking = group({
  title: 'Booking rules',
  fields: {
    lateCancel: z
      .enum(['free', 'fixed_fee', 'percent_fee', 'call'])
      .describe('The cost of a late cancellation; with `call`, customers can’t cancel late online'),
    freeHours: z.int().min(0).max(mostHours).describe('How many hours before a visit its free time ends'),
    feeCents: amount.describe('The fixed fee, in cents'),
    feePercent: percent.describe('The fee as a percentage of the total'),
    deposit: z
      .enum(['none', 'fixed', 'percent'])
      .describe('The part of the total that customers pay when they book online'),
    depositCents: amount.describe('The fixed deposit, in cents'),
    depositPercent: percent.describe('The deposit as a percentage of the total'),
    moveHours: z
      .int()
      .min(0)
      .max(mostHours)
      .describe('How many hours before a visit customers can last choose another time online'),
    mostMoves: z
      .int()
      .min(0)
      .max(20)
      .describe('How often customers can choose another time online; 0 means by phone only'),
  },
  first: () => ({
    lateCancel: 'free' as const,
    freeHours: 24,
    feeCents: 5_000,
    feePercent: 50,
    deposit: 'none' as const,
    depositCents: 5_000,
    depositPercent: 25,
    moveHours: 12,
    mostMoves: 2,
  }),
  variables: {},
})

export const movePolicy = ({
  moveHours,
  mostMoves,
}: Pick<Values, 'moveHours' | 'mostMoves'>): MovePolicy => ({
  hours: moveHours,
  most: mostMoves,
})

type Values = z.infer<z.ZodObject<typeof booking.fields>>

/** The rules that a job booked now keeps; null where there are none. Only online bookings ask for a deposit. */
export function rulesInForce(values: Values, { isOnline }: { isOnline: boolean }): BookingRules | null {
  const cancel = values.lateCancel === 'free' ? null : { freeHours: values.freeHours, fee: lateFee(values) }
  const deposit = isOnline ? depositOf(values) : null
  return cancel || deposit ? { cancel, deposit } : null
}

function lateFee({ lateCancel, feeCents, feePercent }: Values): Portion | null {
  if (lateCancel === 'call') return null
  return lateCancel === 'fixed_fee' ? { cents: feeCents } : { percent: feePercent }
}

function depositOf({ deposit, depositCents, depositPercent }: Values): Portion | null {
  if (deposit === 'none') return null
  return deposit === 'fixed' ? { cents: depositCents } : { percent: depositPercent }
}
