import { and, eq, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { promoCodes } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import { conflict } from '../../lib/errors'
import { taxOn, shareOf, type Cents } from '../../lib/money'
import type { PromoRow } from './promos'

export interface Amounts {
  priceCents: Cents
  discountCents: Cents
  referralCreditCents: Cents
  taxBasisPoints: number
  taxCents: Cents
  totalCents: Cents
}

/** Calculates what the customer pays. Tax applies to the price after discount and credit. */
export function amountsOf(
  priceCents: Cents,
  taxBasisPoints: number,
  discountCents: Cents = 0,
  referralCreditCents: Cents = 0,
): Amounts {
  const net = priceCents - discountCents - referralCreditCents
  if (net < 0) throw conflict('The discount and credit are more than the price')
  const taxCents = taxOn(net, taxBasisPoints)
  return {
    priceCents,
    discountCents,
    referralCreditCents,
    taxBasisPoints,
    taxCents,
    totalCents: net + taxCents,
  }
}

/** The discount a code gives, never more than the price. */
const discountOn = ({ kind, value }: PromoRow, priceCents: Cents): Cents =>
  Math.min(kind === 'percent' ? shareOf(priceCents, value) : value, priceCents)

interface Granted {
  code: string
  discountCents: Cents
}

interface PromoUse {
  code: string
  franchiseId: string | null
  priceCents: Cents
}

const isUsable = (at: number, { code, franchiseId }: PromoUse) =>
  and(
    eq(promoCodes.code, code.toUpperCase()),
    eq(promoCodes.active, true),
    or(isNull(promoCodes.franchiseId), eq(promoCodes.franchiseId, franchiseId ?? '')),
    or(isNull(promoCodes.validFrom), lte(promoCodes.validFrom, at)),
    or(isNull(promoCodes.validUntil), gte(promoCodes.validUntil, at)),
    or(isNull(promoCodes.maxUses), lt(promoCodes.uses, promoCodes.maxUses)),
  )

/** The discount a code would give now, or null if it isn't valid. */
export async function promoOffer(db: Db, at: number, wanted: PromoUse): Promise<Cents | null> {
  const [promo] = await db.select().from(promoCodes).where(isUsable(at, wanted)).limit(1)
  return promo ? discountOn(promo, wanted.priceCents) : null
}

/** Counts the use in the unit that grants it, so the last use goes to only one booking. */
export async function grantPromo(tx: Tx, at: number, wanted: PromoUse): Promise<Granted> {
  const code = wanted.code.toUpperCase()
  const [promo] = await tx
    .update(promoCodes)
    .set({ uses: sql`${promoCodes.uses} + 1` })
    .where(isUsable(at, wanted))
    .returning()
  if (!promo) throw conflict("This promo code isn't valid for this booking")
  return { code, discountCents: discountOn(promo, wanted.priceCents) }
}

/** The discount a code gives on a changed price. It stays valid for the job even after it has expired. */
export async function promoDiscountOn(db: Db, code: string, priceCents: Cents): Promise<Cents | null> {
  const [promo] = await db.select().from(promoCodes).where(eq(promoCodes.code, code)).limit(1)
  return promo ? discountOn(promo, priceCents) : null
}

/** Returns a use when the code is removed from a job. */
export async function giveBackPromo(tx: Tx, code: string): Promise<void> {
  await tx
    .update(promoCodes)
    .set({ uses: sql`${promoCodes.uses} - 1` })
    .where(and(eq(promoCodes.code, code), gt(promoCodes.uses, 0)))
}
