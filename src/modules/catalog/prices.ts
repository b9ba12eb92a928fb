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

/** What the customer pays: tax is on what is left after discount and credit. */
export function amountsOf(
  priceCents: Cents,
  taxBasisPoints: number,
  discountCents: Cents = 0,
  referralCreditCents: Cents = 0,
): Amounts {
  const net = priceCents - discountCents - referralCreditCents
  if (net < 0) throw conflict('Discount and credit are more than the price')
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

/** What a code takes off a price; never more than the price. */
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

/** What a code would take off now; null where it would not be granted. */
export async function promoOffer(db: Db, at: number, wanted: PromoUse): Promise<Cents | null> {
  const [promo] = await db.select().from(promoCodes).where(isUsable(at, wanted)).limit(1)
  return promo ? discountOn(promo, wanted.priceCents) : null
}

/** A code is used up in the unit that grants it, so that the last use is given once. */
export async function grantPromo(tx: Tx, at: number, wanted: PromoUse): Promise<Granted> {
  const code = wanted.code.toUpperCase()
  const [promo] = await tx
    .update(promoCodes)
    .set({ uses: sql`${promoCodes.uses} + 1` })
    .where(isUsable(at, wanted))
    .returning()
  if (!promo) throw conflict('The promo code is unknown, used up or not valid for this job')
  return { code, discountCents: discountOn(promo, wanted.priceCents) }
}

/** What a code that was granted takes off another price, also when nobody else would get it any more. */
export async function promoDiscountOn(db: Db, code: string, priceCents: Cents): Promise<Cents | null> {
  const [promo] = await db.select().from(promoCodes).where(eq(promoCodes.code, code)).limit(1)
  return promo ? discountOn(promo, priceCents) : null
}

/** The code was taken off a job: somebody else may use it. */
export async function giveBackPromo(tx: Tx, code: string): Promise<void> {
  await tx
    .update(promoCodes)
    .set({ uses: sql`${promoCodes.uses} - 1` })
    .where(and(eq(promoCodes.code, code), gt(promoCodes.uses, 0)))
}
