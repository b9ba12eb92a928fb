import type { Deps } from '../../../deps'
import { newId } from '../../../../db/store'
import type { Once } from '../../../http/idempotency'
import type { Actor } from '../../../lib/actor'
import { localDateAt } from '../../../lib/calendar'
import { day } from '../../../lib/clock'
import { conflict, missing, Refusal } from '../../../lib/errors'
import { unitsFromCents } from '../../../lib/money'
import { formatsFor } from '../../../words/formats'
import { canPayOnline } from '../../../providers/demo'
import { requireWorkersJob } from '../../files'
import { timeZoneOf } from '../../franchises'
import { insertDraft, invoiceUrl, isBilledBySchedule, liveInvoice, sendInvoice } from '../../invoices'
import { findJob, requireJob, wasEverMadeBy, type JobRow } from '../../jobs'
import { linkSeriesOf } from '../../customers'
import {
  addExtras,
  dueOf,
  extrasFor,
  noteOnSite,
  priceExtras,
  recordOnSite,
  type ExtrasPrice,
  type MoneyDue,
  type PaymentTaken,
} from '../../payments'
import type { ExtrasApproval, OnSiteMoney, TakenPayment } from './model'

/** A technician at the door of one of their own jobs. */
export interface AtDoor {
  jobId: string
  workerId: string
  actor: Actor
}

/** The balance of each visit, by job. Leaves out visits that a plan pays for. */
export async function duesOf(
  { store, settings }: Pick<Deps, 'store' | 'settings'>,
  rows: readonly JobRow[],
): Promise<Record<string, MoneyDue> | null> {
  if (!settings.invoices.techniciansTakePayment) return null
  const dues: Record<string, MoneyDue> = {}
  for (const row of rows)
    if (!(await isBilledBySchedule(store.read, row.templateId))) dues[row.id] = dueOf(row)
  return dues
}

async function requireOnSite(deps: Deps, { jobId, workerId }: AtDoor): Promise<JobRow> {
  assertAllowed(deps)
  await requireWorkersJob(deps, jobId, workerId)
  const job = await requireJob(deps.store.read, jobId)
  if (await isBilledBySchedule(deps.store.read, job.templateId))
    throw conflict('A plan pays for this visit, so there is nothing to collect')
  return job
}

function assertAllowed({ settings }: Deps): void {
  if (!settings.invoices.techniciansTakePayment)
    throw conflict('Technicians don’t take payments here. Call the office.')
}

export async function readOnSite(deps: Deps, door: AtDoor): Promise<OnSiteMoney> {
  const job = await requireOnSite(deps, door)
  const extras = await extrasFor(deps.store.read, job)
  return {
    ...dueOf(job),
    canPayOnline: canPayOnline(deps.config),
    reach: [
      ...(job.customerPhone === null ? [] : (['sms'] as const)),
      ...(job.customerEmail === null ? [] : (['email'] as const)),
    ],
    extras: extras.map(({ label, priceCents, minutes }) => ({
      label,
      price: unitsFromCents(priceCents),
      minutes,
    })),
  }
}

/** The page of the job's invoice, which takes cards. Makes the draft if there is none yet. */
async function payable(deps: Deps, job: JobRow): Promise<string> {
  if (dueOf(job).due === 0) throw conflict('Nothing is due for this visit')
  const known = await liveInvoice(deps.store.read, job.id)
  if (known) return known.id
  const at = deps.clock.now()
  const made = await deps.store.write(
    async (tx) => (await liveInvoice(tx, job.id)) ?? insertDraft(tx, await requireJob(tx, job.id), { at }),
  )
  return made.id
}

export async function payLink(deps: Deps, door: AtDoor): Promise<{ url: string }> {
  const job = await requireOnSite(deps, door)
  if (!canPayOnline(deps.config))
    throw conflict('Online payments aren’t set up. Take cash or a check instead.')
  const id = await payable(deps, job)
  return { url: invoiceUrl(deps, { id, series: await linkSeriesOf(deps.store.read, job.customerId) }) }
}

/** Sends the customer their invoice with the link, as the office would. */
export async function sendPayLink(deps: Deps, door: AtDoor, by: 'sms' | 'email'): Promise<{ sent: true }> {
  const job = await requireOnSite(deps, door)
  await sendInvoice(deps, await payable(deps, job), by, door.actor)
  return { sent: true }
}

const lateDays = 7

/**
 * Records cash or a check. The job's franchise gets the money, if there is one. The technician already has it, so if
 * it can't be recorded, the office gets a to-do, but only for a job that is or was that technician's.
 */
export async function takePayment(
  deps: Deps,
  door: AtDoor,
  { receipt, takenAt, ...taken }: TakenPayment,
  { requestKey, once }: { requestKey: string | null; once: Once },
): Promise<PaymentTaken> {
  const { jobId, workerId, actor } = door
  const job = await findJob(deps.store.read, jobId)
  if (!job || !(await wasEverMadeBy(deps.store.read, jobId, workerId))) throw missing('Job')
  const now = deps.clock.now()
  const at = takenAt === undefined ? now : Math.min(Date.parse(takenAt), now)
  const timeZone = await timeZoneOf(deps.store.read, deps.settings, job.franchiseId)
  const order = {
    ...taken,
    receivedOn: localDateAt(at, timeZone),
    receivedBy: job.franchiseId === null ? ('hq' as const) : ('franchise' as const),
    sendReceipt: receipt !== null,
    ...(receipt !== null && { receiptBy: receipt }),
    actor,
    requestKey,
  }
  if (at < now - lateDays * day)
    return noteOnSite(deps, jobId, order, {
      reason: `it was taken on ${formatsFor('en').dateOf(order.receivedOn)}`,
      once,
    })
  try {
    await requireOnSite(deps, door)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return noteOnSite(deps, jobId, order, { reason: whyNot(error, job, now), once })
  }
  return recordOnSite(deps, jobId, order, once)
}

function whyNot({ reason, message }: Refusal, { scheduledStart }: JobRow, now: number): string {
  if (reason !== 'missing') return message
  const isLongAgo = scheduledStart !== null && scheduledStart < now - lateDays * day
  return isLongAgo ? 'the visit was more than a week ago' : 'the visit is no longer theirs'
}

export async function previewExtras(deps: Deps, door: AtDoor, labels: string[]): Promise<ExtrasPrice> {
  await requireOnSite(deps, door)
  return priceExtras(deps, door.jobId, labels)
}

export async function approveExtras(
  deps: Deps,
  door: AtDoor,
  approval: ExtrasApproval,
  { requestKey, once }: { requestKey: string | null; once: Once },
): Promise<MoneyDue> {
  await requireOnSite(deps, door)
  const { actor, jobId } = door
  const approvedAt = deps.clock.now()
  return addExtras(deps, jobId, { ...approval, approvedAt, actor, requestKey: requestKey ?? newId() }, once)
}
