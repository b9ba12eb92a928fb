import type { CancelAnswer } from '../../../db/schema/payments'
import { requireJob } from '../../../src/modules/jobs/rows'
import { cancelJob } from '../../../src/modules/payments/cancel/cancel'
import { resumePayments } from '../../../src/modules/payments/events/retry'
import { onboardFranchise } from '../../../src/modules/payouts/onboarding'
import { violations } from './invariants'
import type { Life } from './mortal'
import { comeToRest } from './run'
import { bookOne, deliver, eventsAfter, payAtProcessor, startProcess, type World } from './world'

/** A job is paid, shared, canceled and refunded by a process that dies at some step, and then by another. */
export async function liveAndDie(
  world: World,
  life: Life,
): Promise<{ wrong: string[]; answer: CancelAnswer }> {
  const before = (await eventsAfter(world, 0)).at(-1)?.seq ?? 0
  const terms = {
    price: 199.99,
    taxBasisPoints: 881,
    shareBasisPoints: 4_500,
    email: null,
    paymentId: null,
  }
  const { jobId, franchiseId } = await bookOne(world, terms)
  const { url } = await onboardFranchise(startProcess(world), franchiseId, 'hq:chaos')
  await world.processor.completeOnboarding(url.split('/').at(-1) ?? '')
  await payAtProcessor(world, jobId, (await requireJob(world.store.read, jobId)).totalCents)
  const customer = { actor: 'public', tellCustomer: true }

  const first = startProcess(world, life)
  try {
    for (const { payload } of await eventsAfter(world, before)) await deliver(first, payload)
    await first.background.idle()
    await cancelJob(first, jobId, customer)
    await first.background.idle()
    for (const { payload } of await eventsAfter(world, before)) await deliver(first, payload)
  } catch (error) {
    if (!life.dead) throw error
  }
  await first.background.idle()

  const second = startProcess(world)
  resumePayments(second)
  await second.background.idle()
  for (const { payload } of await eventsAfter(world, before)) await deliver(second, payload)
  await second.background.idle()
  const answer = await cancelJob(second, jobId, customer)
  await second.background.idle()
  await comeToRest(world, before)
  const wrong = await violations(world.store.read, { jobId, byHand: new Set(), asked: 0 })
  return { wrong, answer }
}
