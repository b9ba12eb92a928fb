import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { centsFromUnits, type Cents } from '../../lib/money'
import { hasFallenThrough, isUnpaid } from '../../lib/job-states'
import { closeCheckoutSoon } from '../checkout-pages/close'
import { invoiceFinishedJob } from '../completion/invoice'
import { clearTask } from '../hq-tasks/raise'
import { followPrice } from '../invoices/follow'
import { postInvoicesSoon } from '../invoices/post'
import { amountsOf } from '../jobs/amounts'
import { requireJob } from '../jobs/find'
import type { Job } from '../jobs/model'
import { presentJob, type JobRow } from '../jobs/present'
import { tellRepriced } from '../jobs/tell'
import { changeJob } from '../jobs/timeline'
import { queueMessage } from '../messages/queue'
import { wakeSender } from '../messages/wake'
import { giveBackPromo, grantPromo, promoDiscountOn } from '../promos/grant'
import type { RepriceInput } from './model'

/** Changes what a job costs, until it is paid or over. */
export async function repriceJob(deps: Deps, id: string, input: RepriceInput, actor: string): Promise<Job> {
  const at = deps.clock.now()
  const repriced = await deps.store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (!isUnpaid(job)) throw conflict('The job is paid; refund instead of repricing')
    if (hasFallenThrough(job.status)) throw conflict('The job is over')
    const priceCents = given(input.price) ?? job.priceCents
    const { promoCode, discountCents } = await discountFor(tx, job, input, priceCents, at)
    const amounts = amountsOf(
      priceCents,
      job.taxBasisPoints,
      discountCents,
      given(input.referralCredit) ?? job.referralCreditCents,
    )
    const change = { ...amounts, promoCode }
    const changed = await changeJob(tx, job, change, { kind: 'repriced', actor, at })
    const invoice = await followPrice(tx, changed.job, { at, actor })
    if (priceCents > 0) await clearTask(tx, at, 'job.no-price', id)
    if (job.status === 'completed' && !invoice) await invoiceFinishedJob(tx, at, changed.job)
    if (input.tellCustomer && changed.job.totalCents !== job.totalCents)
      for (const message of tellRepriced(changed.job, changed.event, job.totalCents))
        await queueMessage(tx, at, message)
    return changed.job
  })
  closeCheckoutSoon(deps, id)
  postInvoicesSoon(deps)
  wakeSender(deps)
  return presentJob(repriced)
}

const given = (units: number | undefined): Cents | undefined =>
  units === undefined ? undefined : (centsFromUnits(units) ?? undefined)

/** By a code or by hand, never both: what is given takes the other's place. A code goes with the price. */
async function discountFor(
  tx: Tx,
  job: JobRow,
  input: RepriceInput,
  priceCents: Cents,
  at: number,
): Promise<Pick<JobRow, 'promoCode' | 'discountCents'>> {
  const { promoCode, discountCents, franchiseId } = job
  if (input.promoCode === undefined && input.discount === undefined) {
    const isSame = promoCode === null || priceCents === job.priceCents
    const fresh = isSame ? null : await promoDiscountOn(tx, promoCode, priceCents)
    return { promoCode, discountCents: fresh ?? discountCents }
  }
  if (promoCode !== null) await giveBackPromo(tx, promoCode)
  if (!input.promoCode) return { promoCode: null, discountCents: given(input.discount) ?? 0 }
  const granted = await grantPromo(tx, at, { code: input.promoCode, franchiseId, priceCents })
  return { promoCode: granted.code, discountCents: granted.discountCents }
}
