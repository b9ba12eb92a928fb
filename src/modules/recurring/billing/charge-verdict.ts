import { eq } from 'drizzle-orm'
import { billingCharges } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { dayBounds, localDateAt } from '../../../lib/calendar'
import { balanceDue } from '../../../lib/job-states'
import { postDraftAt, requireInvoice } from '../../invoices'
import { findJob, type JobRow } from '../../jobs'
import { raiseTodo } from '../../office'
import { askForCard, cardOf, type ChargedCard } from './billed-jobs'
import { requireSchedule, type ChargeRow, type ScheduleRow } from './rows'

/**
 * Decides about a planned charge, because HQ may have stopped it since. `send`: the invoice is sent instead;
 * `ended`: HQ decides.
 */
type Verdict = 'charge' | 'settled' | 'wait' | 'ended' | 'send'

interface Judged {
  verdict: Verdict
  job: JobRow | undefined
  schedule: ScheduleRow
  card: ChargedCard | null
}

export async function judge(tx: Tx, charge: ChargeRow): Promise<Judged> {
  const job = await findJob(tx, charge.jobId)
  const schedule = await requireSchedule(tx, charge.scheduleId)
  const card = await cardOf(tx, schedule)
  const invoice = await requireInvoice(tx, charge.invoiceId)
  const isOwed = job !== undefined && isOpen(job) && invoice.status !== 'void'
  return { verdict: isOwed ? wayToPay(schedule, card) : 'settled', job, schedule, card }
}

const isOpen = (job: JobRow): boolean => balanceDue(job) > 0

function wayToPay({ status, autoCharge }: ScheduleRow, card: ChargedCard | null): Verdict {
  if (status === 'ended') return 'ended'
  if (status === 'paused') return 'wait'
  return autoCharge && card !== null ? 'charge' : 'send'
}

interface Uncharged {
  charge: ChargeRow
  schedule: ScheduleRow
  verdict: Verdict
}

/** Nothing was charged, and nothing will be until the pause is over, if at all. */
export async function leaveUncharged(
  tx: Tx,
  deps: Deps,
  { charge, schedule, verdict }: Uncharged,
): Promise<null> {
  const at = deps.clock.now()
  if (verdict === 'wait') return putOff(tx, deps, charge, at)
  await tx
    .update(billingCharges)
    .set({ state: 'dropped', doneAt: at, updatedAt: at })
    .where(eq(billingCharges.id, charge.id))
  if (verdict === 'send') await sendInstead(tx, charge, schedule, at)
  if (verdict === 'ended') await askWhatToDo(tx, charge, schedule, at)
  return null
}

/** Checked again with every daily run. */
async function putOff(tx: Tx, { settings }: Deps, { id }: ChargeRow, at: number): Promise<null> {
  const { timeZone } = settings.business
  const dueAt = dayBounds(localDateAt(at, timeZone), timeZone).to
  await tx.update(billingCharges).set({ dueAt, updatedAt: at }).where(eq(billingCharges.id, id))
  return null
}

/** Same as a first billing without a charge. Invoices the customer already has aren't sent again. */
async function sendInstead(tx: Tx, charge: ChargeRow, schedule: ScheduleRow, at: number): Promise<void> {
  if (schedule.autoCharge) await askForCard(tx, schedule, at)
  await postDraftAt(tx, charge.invoiceId, at)
}

async function askWhatToDo(tx: Tx, charge: ChargeRow, schedule: ScheduleRow, at: number): Promise<void> {
  await raiseTodo(tx, at, {
    kind: 'billing.charge-failed',
    subject: charge.invoiceId,
    title: 'Card not charged: the billing schedule has ended',
    detail: "The job isn't paid yet. Send its invoice, or void it.",
    franchiseId: schedule.franchiseId,
    jobId: charge.jobId,
  })
}
