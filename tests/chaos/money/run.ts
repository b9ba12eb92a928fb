import { eq } from 'drizzle-orm'
import { demoIntents, demoTransfers } from '../../../db/schema'
import type { CancelAnswer } from '../../../db/schema/payments'
import { newId } from '../../../db/store'
import type { Deps } from '../../../src/deps'
import { day } from '../../../src/lib/clock'
import { requireJob } from '../../../src/modules/jobs/rows'
import { cancelJob } from '../../../src/modules/payments/cancel/cancel'
import { retryEvents } from '../../../src/modules/payments/events/retry'
import { orderRefund } from '../../../src/modules/payments/refunds/order'
import { settleOpen } from '../../../src/modules/payments/settle'
import { onboardFranchise } from '../../../src/modules/payouts/onboarding'
import { violations } from './invariants'
import { Life } from './mortal'
import { Random } from './random'
import { bookOne, deliver, eventsAfter, payAtProcessor, startProcess, type World } from './world'

export interface RunOptions {
  seed: number
  /** A planted bug. */
  changesKeys?: boolean
}

type Action = (deps: Deps) => Promise<unknown>

/**
 * One job is paid, refunded and canceled by everyone at once over a bad connection, by processes that are
 * killed and restarted. Then everything settles, and broken rules are returned.
 */
export async function runOnce(world: World, { seed, changesKeys = false }: RunOptions): Promise<string[]> {
  const random = new Random(seed)
  const before = (await eventsAfter(world, 0)).at(-1)?.seq ?? 0
  const { jobId, franchiseId } = await begin(world, random)
  const answers: CancelAnswer[] = []
  const expected = { jobId, byHand: new Set<string>(), asked: 0 }
  let waiting = random.shuffle(plan(world, random, { jobId, franchiseId, before, answers, expected }))
  const weather = { random, faultRate: random.pick([0, 0.1, 0.3]), changesKeys }
  while (waiting.length > 0) {
    const life = new Life(random.chance(0.8) ? random.between(1, 50) : undefined)
    const deps = startProcess(world, life, weather)
    await settleOpen(deps).catch(() => {})
    // A few at once, the rest after them, until the process dies.
    while (waiting.length > 0 && !life.dead) {
      const batch = waiting.slice(0, random.between(1, 6))
      waiting = waiting.slice(batch.length)
      const outcomes = await Promise.allSettled(batch.map((act) => act(deps)))
      // Interrupted callers try again, as customers and processors do.
      batch.forEach(
        (act, place) => outcomes[place]?.status === 'rejected' && random.chance(0.5) && waiting.push(act),
      )
    }
    await deps.background.idle()
  }
  await comeToRest(world, before, changesKeys ? weather : undefined)
  const wrong = await violations(world.store.read, expected)
  if (new Set(answers.map((answer) => JSON.stringify(answer))).size > 1)
    wrong.push('canceling gave different answers')
  return wrong
}

async function begin(world: World, random: Random): Promise<{ jobId: string; franchiseId: string }> {
  const booked = await bookOne(world, {
    price: random.between(2_500, 99_999) / 100,
    taxBasisPoints: random.pick([0, 0, 881, 2_000]),
    shareBasisPoints: random.pick([0, 3_333, 4_500, 8_250, 10_000]),
    email: random.chance(0.2) ? 'jordan@example.com' : null,
    paymentId: random.chance(0.25) ? `pi_named_${newId()}` : null,
  })
  const { totalCents, paymentId } = await requireJob(world.store.read, booked.jobId)
  if (paymentId === null || random.chance(0.2)) await payAtProcessor(world, booked.jobId, totalCents)
  if (random.chance(0.15)) await payAtProcessor(world, booked.jobId, totalCents)
  if (random.chance(0.6)) await openAccount(world, booked.franchiseId, random.chance(0.7))
  return booked
}

async function openAccount(world: World, franchiseId: string, complete: boolean): Promise<void> {
  const deps = startProcess(world)
  const { url } = await onboardFranchise(deps, franchiseId, 'hq:chaos')
  if (complete) await world.processor.completeOnboarding(url.split('/').at(-1) ?? '')
}

interface Scene {
  jobId: string
  franchiseId: string
  before: number
  answers: CancelAnswer[]
  expected: { byHand: Set<string>; asked: number }
}

function plan(world: World, random: Random, scene: Scene): Action[] {
  const actions: Action[] = []
  const times = (least: number, most: number, make: () => Action) => {
    for (let left = random.between(least, most); left > 0; left--) actions.push(make())
  }
  const customer = { actor: 'public', tellCustomer: true, email: null, phone: null }
  times(1, 8, () => async (deps) => {
    const known = await eventsAfter(world, scene.before)
    await Promise.all(
      random.shuffle([...known, ...known.slice(0, 2)]).map(({ payload }) => deliver(deps, payload)),
    )
  })
  if (random.chance(0.7))
    times(1, 6, () => async (deps) => {
      scene.answers.push(await cancelJob(deps, scene.jobId, customer))
    })
  if (random.chance(0.4))
    times(1, 2, () => {
      const order = { amount: random.between(1, 900) / 100, actor: 'hq:chaos', requestKey: newId() }
      scene.expected.asked++
      return (deps) => orderRefund(deps, scene.jobId, order)
    })
  if (random.chance(0.2)) times(1, 1, () => () => refundByHand(world, random, scene))
  if (random.chance(0.15)) times(1, 1, () => () => payOut(world, scene))
  if (random.chance(0.3)) times(1, 1, () => () => openAccount(world, scene.franchiseId, true))
  times(0, 3, () => (deps) => settleOpen(deps))
  times(0, 3, () => async (deps) => {
    if (random.chance(0.5)) world.clock.advance(6 * 60_000)
    return retryEvents(deps)
  })
  return actions
}

/** Someone at the processor's own dashboard. */
async function refundByHand(world: World, random: Random, { jobId, expected }: Scene): Promise<void> {
  const key = `hand:${newId()}`
  const [intent] = await world.store.read
    .select()
    .from(demoIntents)
    .where(eq(demoIntents.jobId, jobId))
    .limit(1)
  if (!intent) return
  const { id: paymentId } = intent
  expected.byHand.add(key)
  await world.processor.refund({
    paymentId,
    cents: random.between(1, 2_000),
    reason: 'requested_by_customer',
    key,
  })
}

/** The franchise's bank has the money before we want it back. */
async function payOut(world: World, { jobId }: Scene): Promise<void> {
  const made = await world.store.read
    .select()
    .from(demoTransfers)
    .where(eq(demoTransfers.transferGroup, jobId))
  for (const accountId of new Set(made.map((transfer) => transfer.accountId)))
    await world.processor.payOutAccount(accountId)
}

/** The connection is good and nothing dies: every event arrives, and every queue empties. */
export async function comeToRest(
  world: World,
  before: number,
  weather?: Parameters<typeof startProcess>[2],
): Promise<void> {
  for (let round = 0; round < 6; round++) {
    const deps = startProcess(world, new Life(), weather && { ...weather, faultRate: 0 })
    for (const { payload } of await eventsAfter(world, before)) await deliver(deps, payload)
    await retryEvents(deps)
    await deps.background.idle()
    await settleOpen(deps)
    await deps.background.idle()
    world.clock.advance(2 * day)
  }
}
