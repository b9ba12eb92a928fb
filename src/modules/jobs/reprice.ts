import { and, eq, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { promoCodes } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { centsFromUnits, shareOf, type Cents } from '../../lib/money'
import { queueMessage } from '../messages/queue'
import { wakeSender } from '../messages/wake'
import type { RepriceInput } from './admin-model'
import { amountsOf } from './amounts'
import { requireJob } from './find'
import { hasEnded } from './lifecycle'
import type { Job } from './model'
import { presentJob, type JobRow } from './present'
import { tellRepriced } from './tell'
import { changeJob } from './timeline'

/** Changes what a job costs, until it is paid or over. */
export async function repriceJob(deps: Deps, id: string, input: RepriceInput, actor: string): Promise<Job> {
  const at = deps.clock.now()
  const repriced = await deps.store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (job.paymentState !== 'unpaid' && job.paymentState !== 'failed')
      throw conflict('The job is paid; refund instead of repricing')
    if (hasEnded(job.status) && job.status !== 'completed') throw conflict('The job is over')
    const priceCents = given(input.price) ?? job.priceCents
    const promo = await promoDiscount(tx, job, input, priceCents, at)
    const amounts = amountsOf(
      priceCents,
      job.taxBasisPoints,
      promo?.discountCents ?? given(input.discount) ?? job.discountCents,
      given(input.referralCredit) ?? job.referralCreditCents,
    )
    const change = { ...amounts, ...(promo ? { promoCode: promo.code } : {}) }
    const changed = await changeJob(tx, job, change, { kind: 'repriced', actor, at })
    if (input.tellCustomer && changed.job.totalCents !== job.totalCents)
      for (const message of tellRepriced(changed.job, changed.event, job.totalCents))
        await queueMessage(tx, at, message)
    return changed.job
  })
  wakeSender(deps)
  return presentJob(repriced)
}

const given = (units: number | undefined): Cents | undefined =>
  units === undefined ? undefined : (centsFromUnits(units) ?? undefined)

/** A code is used up in the unit that grants it, so that the last use is given once. */
async function promoDiscount(tx: Tx, job: JobRow, input: RepriceInput, priceCents: Cents, at: number) {
  if (input.promoCode === undefined) return null
  if (job.promoCode !== null)
    await tx
      .update(promoCodes)
      .set({ uses: sql`${promoCodes.uses} - 1` })
      .where(and(eq(promoCodes.code, job.promoCode), gt(promoCodes.uses, 0)))
  if (input.promoCode === null) return { code: null, discountCents: 0 }
  const code = input.promoCode.toUpperCase()
  const [promo] = await tx
    .update(promoCodes)
    .set({ uses: sql`${promoCodes.uses} + 1` })
    .where(
      and(
        eq(promoCodes.code, code),
        eq(promoCodes.active, true),
        or(isNull(promoCodes.franchiseId), eq(promoCodes.franchiseId, job.franchiseId ?? '')),
        or(isNull(promoCodes.validFrom), lte(promoCodes.validFrom, at)),
        or(isNull(promoCodes.validUntil), gte(promoCodes.validUntil, at)),
        or(isNull(promoCodes.maxUses), lt(promoCodes.uses, promoCodes.maxUses)),
      ),
    )
    .returning()
  if (!promo) throw conflict('The promo code is unknown, used up or not valid for this job')
  const discount = promo.kind === 'percent' ? shareOf(priceCents, promo.value) : promo.value
  return { code, discountCents: Math.min(discount, priceCents) }
}
