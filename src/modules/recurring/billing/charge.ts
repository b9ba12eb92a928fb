import { and, eq, sql } from 'drizzle-orm'
import { billingCharges } from '../../../../db/schema'
import { prepared, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { hour, minute } from '../../../lib/clock'
import { balanceDue } from '../../../lib/job-states'
import { describeError } from '../../../lib/log'
import { PaymentRefused, askOnce, type Outcome } from '../../../providers/payments/refused'
import type { Payment } from '../../../providers/payments/types'
import { postInvoicesSoon } from '../../invoices'
import type { JobRow } from '../../jobs'
import { wakeSender } from '../../messages'
import { raiseTodo } from '../../office'
import { settleSoon } from '../../payments'
import { recordCharged, recordRefused } from './charge-record'
import { judge, leaveUncharged } from './charge-verdict'
import { dueCharges, findCharge, type ChargeRow } from './rows'

const chargeBatchSize = 64
const chargesAtOnce = 4
/** After this many unclear attempts, HQ gets a to-do. */
const asksBeforeHelp = 5

export function chargeSoon(deps: Deps): void {
  deps.background.runSingle('charging stored cards', () => chargeDue(deps))
}

/** Makes all due charges, several at a time. Returns how many were settled. */
export async function chargeDue(deps: Deps): Promise<number> {
  let ended = 0
  while (!deps.background.stopping) {
    const waiting = await dueCharges(deps.store.read, deps.clock.now(), chargeBatchSize)
    if (waiting.length === 0) break
    if (deps.providers.payments.name === 'none') {
      await askForProcessor(deps)
      break
    }
    const charger = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        if (await carryOut(deps, id)) ended++
    }
    await Promise.all(Array.from({ length: chargesAtOnce }, charger))
  }
  if (ended > 0) {
    wakeSender(deps)
    settleSoon(deps)
    postInvoicesSoon(deps)
  }
  return ended
}

/** True when the result is known. Otherwise we ask again later. */
async function carryOut(deps: Deps, id: string): Promise<boolean> {
  try {
    const begun = await deps.store.write((tx) => begin(tx, deps, id))
    if (!begun) return true
    const outcome = await ask(deps, begun)
    await deps.store.write((tx) => record(tx, deps, id, outcome))
    return true
  } catch (error) {
    deps.log.warn("don't know yet whether a charge went through", { charge: id, ...describeError(error) })
    return false
  }
}

interface Begun {
  charge: ChargeRow & { cents: number; paymentsCustomerId: string }
  job: JobRow
  /** If false, we only look for an earlier charge and don't make a new one. */
  isWanted: boolean
}

/** Null when nothing was charged and nothing should be. */
type Answer = Outcome<Payment> | null

async function record(tx: Tx, deps: Deps, id: string, answer: Answer): Promise<unknown> {
  if (answer === null) return giveUp(tx, deps, id)
  if ('made' in answer) return recordCharged(tx, deps, id, answer.made)
  // Our request was wrong, which HQ hears from the payments module. The card wasn't tried, so this isn't an attempt.
  if (answer.refused.because === 'rejected') return waitForFix(tx, deps, id)
  return recordRefused(tx, deps, id, answer.refused)
}

async function waitForFix(tx: Tx, { clock }: Deps, id: string): Promise<void> {
  const at = clock.now()
  const open = and(eq(billingCharges.id, id), eq(billingCharges.state, 'intended'))
  await tx.update(billingCharges).set({ asked: 0 }).where(open)
  // Only now, because the store keeps the card of a charge that was asked for.
  await tx
    .update(billingCharges)
    .set({ paymentsCustomerId: null, cardId: null, dueAt: at + hour, updatedAt: at })
    .where(open)
}

const markAsked = prepared((db) =>
  db
    .update(billingCharges)
    .set({
      cents: sql`${sql.placeholder('cents')}`,
      paymentsCustomerId: sql`${sql.placeholder('paymentsCustomerId')}`,
      cardId: sql`${sql.placeholder('cardId')}`,
      asked: sql`${billingCharges.asked} + 1`,
      dueAt: sql`${sql.placeholder('dueAt')}`,
      updatedAt: sql`${sql.placeholder('at')}`,
    })
    .where(eq(billingCharges.id, sql.placeholder('id'))),
)

/**
 * Fixes the order before the first request, because the key stands for this order only. Null if nothing
 * should be charged, unless an earlier request is still unanswered.
 */
async function begin(tx: Tx, deps: Deps, id: string): Promise<Begun | null> {
  const at = deps.clock.now()
  const charge = await findCharge(tx, id)
  if (charge?.state !== 'intended' || charge.dueAt > at) return null
  const { verdict, job, schedule, card } = await judge(tx, charge)
  const isWanted = verdict === 'charge'
  const { paymentsCustomerId, cardId } = charge
  const asked = paymentsCustomerId === null ? card : { paymentsCustomerId, cardId }
  if (!job || asked === null || (charge.asked === 0 && !isWanted))
    return leaveUncharged(tx, deps, { charge, schedule, verdict })
  const cents = charge.asked === 0 ? balanceDue(job) : (charge.cents ?? balanceDue(job))
  const order = { cents, ...asked }
  await markAsked.run(tx, { id, ...order, dueAt: at + chargeRetryDelay(charge.asked), at })
  if (charge.asked + 1 === asksBeforeHelp) await askForHelp(tx, charge, at)
  return { charge: { ...charge, ...order, asked: charge.asked + 1 }, job, isWanted }
}

/** Nothing was charged after all. If the charge is wanted again meanwhile, it is requested as before. */
async function giveUp(tx: Tx, deps: Deps, id: string): Promise<void> {
  const charge = await findCharge(tx, id)
  if (charge?.state !== 'intended') return
  const { verdict, schedule } = await judge(tx, charge)
  if (verdict !== 'charge') await leaveUncharged(tx, deps, { charge, schedule, verdict })
}

/** The delay before we ask again: 2 minutes at first, then longer, up to 6 hours. */
const chargeRetryDelay = (asked: number): number => Math.min(2 ** (asked + 1) * minute, 6 * hour)

async function ask({ providers: { payments } }: Deps, { charge, job, isWanted }: Begun): Promise<Answer> {
  const { id: key, paymentsCustomerId: customerId, cents: amountCents } = charge
  const find = () => payments.findStoredCardCharge({ customerId, key })
  if (!isWanted) {
    const made = await find()
    return made === null ? null : judged({ made })
  }
  const order = {
    customerId,
    cardId: charge.cardId,
    amountCents,
    description: job.type,
    jobId: job.id,
    invoiceId: charge.invoiceId,
    transferGroup: job.id,
    key,
  }
  return judged(await askOnce({ attempts: charge.asked, find, make: () => payments.chargeStoredCard(order) }))
}

function judged(outcome: Outcome<Payment>): Outcome<Payment> {
  if ('refused' in outcome) return outcome
  const { status } = outcome.made
  if (status === 'processing') throw new Error("The bank hasn't answered yet")
  // A declined charge leaves behind a payment that waits for the customer.
  return status === 'succeeded' ? outcome : { refused: new PaymentRefused('declined') }
}

/** Charges wait until there is a key. One to-do says so, however many cards there are. */
async function askForProcessor({ store, clock }: Deps): Promise<void> {
  await store.write((tx) =>
    raiseTodo(tx, clock.now(), {
      kind: 'payment.not-set-up',
      subject: 'payments',
      title: "Cards on file aren't being charged: payments aren't set up",
      detail:
        "Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, then restart. We'll charge the cards then. Until that's done, ask these customers to pay another way.",
    }),
  )
}

async function askForHelp(tx: Tx, charge: ChargeRow, at: number): Promise<void> {
  await raiseTodo(tx, at, {
    kind: 'billing.charge-open',
    subject: charge.id,
    title: "We don't know if a card was charged",
    detail:
      "The payment processor hasn't given a clear answer yet. We'll keep asking. To be sure, look up the payment in its dashboard.",
    jobId: charge.jobId,
  })
}
