import { eq } from 'drizzle-orm'
import { extraApprovals, invoices } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import { actorText, type Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { hasFallenThrough, isUnpaid } from '../../lib/job-states'
import { centsFromUnits, unitsFromCents, type Cents } from '../../lib/money'
import { extrasIn, priceBy, type Extra } from '../../lib/price-rules'
import { amountsOf, promoDiscountOn, serviceOf, type Amounts, type ServiceType } from '../catalog'
import { isBilledBySchedule, liveInvoice } from '../invoices'
import { jobSubject, requireJob, type JobRow } from '../jobs'
import { recordActivity } from '../office'
import { closeCheckoutSoon } from './checkout/sessions'
import { changePrice } from './job-changes'
import { dueOf, type ExtrasPrice, type MoneyDue } from './model'

export interface ExtrasOrder {
  labels: string[]
  /** The total that the customer saw, in dollars. */
  total: number
  approvedName: string
  approvedAt: number
  actor: Actor
  requestKey: string
}

/** The extras of the job's service that it doesn't have yet. */
export async function extrasFor(db: Db, job: JobRow): Promise<Extra[]> {
  const service = await serviceOf(db, job.type)
  if (!service) return []
  const taken = new Set(extrasIn(service.extras, job.addOns))
  return service.extras.filter((extra) => !taken.has(extra))
}

/** How much longer a visit takes for the extras that were approved on it. The schedule stays as it is. */
export async function approvedMinutes(db: Db, { id, type }: Pick<JobRow, 'id' | 'type'>): Promise<number> {
  const approvals = await db
    .select({ extras: extraApprovals.extras })
    .from(extraApprovals)
    .where(eq(extraApprovals.jobId, id))
  if (approvals.length === 0) return 0
  const labels = approvals.flatMap(({ extras }) => extras.map(({ label }) => label))
  const service = await serviceOf(db, type)
  return extrasIn(service?.extras ?? [], labels).reduce((sum, { minutes }) => sum + minutes, 0)
}

/** The price of a job with more extras, as the customer would approve it. */
export async function priceExtras({ store }: Deps, jobId: string, labels: string[]): Promise<ExtrasPrice> {
  const job = await requireJob(store.read, jobId)
  await assertOpen(store.read, job)
  const { extras, totalCents } = await pricedWith(store.read, job, labels)
  return {
    extras: extras.map(({ label, priceCents }) => ({ label, price: unitsFromCents(priceCents) })),
    before: unitsFromCents(job.totalCents),
    total: unitsFromCents(totalCents),
    due: unitsFromCents(totalCents - job.paidCents),
  }
}

/** Adds extras that the customer approved: the price and the invoice follow. Asking again adds nothing. */
export async function addExtras(
  deps: Deps,
  jobId: string,
  order: ExtrasOrder,
  once: Once,
): Promise<MoneyDue> {
  const at = deps.clock.now()
  const answer = await deps.store.write(async (tx) => {
    const [known] = await tx.select().from(extraApprovals).where(eq(extraApprovals.id, order.requestKey))
    const job = await requireJob(tx, jobId)
    const due = dueOf(known ? job : await approve(tx, at, job, order))
    await once.settle(tx, due)
    return due
  })
  closeCheckoutSoon(deps, jobId)
  return answer
}

async function approve(tx: Tx, at: number, job: JobRow, order: ExtrasOrder): Promise<JobRow> {
  await assertOpen(tx, job)
  const { actor, approvedName, approvedAt } = order
  const { extras, addOns, promoCode, ...amounts } = await pricedWith(tx, job, order.labels)
  const { totalCents } = amounts
  if (totalCents !== centsFromUnits(order.total))
    throw conflict('The price has changed. Show the customer the new total.')
  const occasion = { kind: 'extras-added', actor, at }
  const changed = await changePrice(tx, job, { ...amounts, promoCode }, occasion, { addOns })
  await tx.insert(extraApprovals).values({
    id: order.requestKey,
    jobId: job.id,
    extras,
    beforeCents: job.totalCents,
    totalCents,
    approvedName,
    recordedBy: actorText(actor),
    approvedAt,
  })
  const subject = jobSubject(job)
  const names = extras.map(({ label }) => label).join(', ')
  await recordActivity(tx, at, {
    type: 'job.extras-added',
    actor,
    summary: `Added ${names} to ${subject.name}, as the customer approved`,
    subject,
    franchiseId: job.franchiseId,
    metadata: { jobId: job.id },
  })
  return changed.job
}

async function assertOpen(db: Db, job: JobRow): Promise<void> {
  if (hasFallenThrough(job.status)) throw conflict('This visit was canceled or missed')
  if (!isUnpaid(job))
    throw conflict('This visit is already paid, so extras need a new booking. Call the office.')
  if (await isBilledBySchedule(db, job.templateId))
    throw conflict('A plan pays for this visit, so extras need a booking of their own. Call the office.')
  if ((await liveInvoice(db, job.id)) === undefined && (await wasVoided(db, job.id)))
    throw conflict('The office voided the invoice of this visit. Call them before you add extras.')
}

async function wasVoided(db: Db, jobId: string): Promise<boolean> {
  const found = await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.jobId, jobId)).limit(1)
  return found.length > 0
}

interface WithExtras extends Amounts {
  extras: { label: string; priceCents: Cents }[]
  addOns: string[]
  promoCode: string | null
}

/** By the same rules as a booking: a price rule such as a minimum counts, and so do a promo code and the tax. */
async function pricedWith(db: Db, job: JobRow, labels: string[]): Promise<WithExtras> {
  const service = await serviceOf(db, job.type)
  const chosen = extrasIn(await extrasFor(db, job), labels)
  if (!service || chosen.length === 0 || chosen.length < new Set(labels).size)
    throw conflict('These extras have changed. Choose them again.')
  const addOns = [...job.addOns, ...chosen.map(({ label }) => label)]
  const priceCents = job.priceCents + addedBy(service, job, addOns, chosen)
  const { promoCode, discountCents, referralCreditCents, taxBasisPoints } = job
  const discount = promoCode === null ? null : await promoDiscountOn(db, promoCode, priceCents)
  return {
    ...amountsOf(priceCents, taxBasisPoints, discount ?? discountCents, referralCreditCents),
    extras: chosen.map(({ label, priceCents: cents }) => ({ label, priceCents: cents })),
    addOns,
    promoCode,
  }
}

/** Where the office named the price, extras cost what the catalog says. */
function addedBy(service: ServiceType, job: JobRow, addOns: string[], chosen: readonly Extra[]): Cents {
  const [before, after] = [priceBy(service, job), priceBy(service, { ...job, addOns })]
  if (before !== null && after !== null) return after - before
  return chosen.reduce((sum, { priceCents }) => sum + priceCents, 0)
}
