import { sql } from 'drizzle-orm'
import { demoEvents, franchiseSplits, franchises } from '../../../db/schema'
import { newId, type Store } from '../../../db/store'
import { assemble } from '../../../src/compose'
import { loadConfig } from '../../../src/config'
import type { Deps } from '../../../src/deps'
import { silentLog } from '../../../src/lib/log'
import { MemoryLimiter } from '../../../src/limits/memory'
import { insertJob } from '../../../src/modules/jobs/book'
import { receiveEvent } from '../../../src/modules/payments/events/worker'
import { demoPayments, type DemoPayments } from '../../../src/providers/payments/demo'
import { signBody } from '../../../src/providers/payments/signature'
import { FixedClock } from '../../support/clock'
import { acrossBadLine, Life, mortalStore, type Weather } from './mortal'

const secret = 'whsec_chaos_0123456789abcdef'
const config = loadConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost', LOG_LEVEL: 'silent' })

/** Everything that outlives a process: the data, the processor and the time. */
export interface World {
  store: Store
  processor: DemoPayments
  clock: FixedClock
}

export function makeWorld(store: Store): World {
  const clock = new FixedClock()
  const processor = demoPayments({ store, clock, publicUrl: config.publicUrl, webhookSecret: secret })
  return { store, processor, clock }
}

/** One of our processes in that world, with its own memory, life and connection to the processor. */
export function startProcess(world: World, life = new Life(), weather?: Weather): Deps {
  const { clock } = world
  const store = mortalStore(world.store, life)
  const secrets = {
    hqJwtSecret: 'chaos-hq-secret-0123456789abcdef',
    proofSecret: 'chaos-proof-secret-0123456789abc',
    cronSecret: 'chaos-cron-secret-0123456789abcd',
    webhookSecrets: [secret],
    linkSecret: 'chaos-link-secret-0123456789abcd',
    codeSecret: 'chaos-code-secret-0123456789abcd',
    vapidSecret: 'chaos-vapid-secret-0123456789abc',
  }
  const deps = assemble({ config, secrets, store, clock, log: silentLog, limiter: new MemoryLimiter(clock) })
  const payments = weather ? acrossBadLine(world.processor, life, weather) : world.processor
  return { ...deps, providers: { ...deps.providers, payments, demoPayments: null } }
}

export interface Terms {
  price: number
  taxBasisPoints: number
  shareBasisPoints: number
  email: string | null
  /** The payment named at booking, as one already charged. */
  paymentId: string | null
}

/** A new franchise and a job for it. */
export async function bookOne(
  { store, processor, clock }: World,
  terms: Terms,
): Promise<{ jobId: string; franchiseId: string }> {
  const at = clock.now()
  const franchiseId = newId()
  return store.write(async (tx) => {
    const stamps = { createdAt: at, updatedAt: at }
    const { taxBasisPoints, shareBasisPoints, paymentId } = terms
    await tx
      .insert(franchises)
      .values({ id: franchiseId, name: 'F', timeZone: 'America/Denver', taxBasisPoints, ...stamps })
    await tx
      .insert(franchiseSplits)
      .values({ id: newId(), franchiseId, shareBasisPoints, effectiveFrom: at, createdAt: at })
    const job = await insertJob(
      tx,
      {
        customerName: 'Jordan',
        ...(terms.email === null ? {} : { customerEmail: terms.email }),
        address: '1 Main St',
        type: 'Gutter cleaning',
        price: terms.price,
        addOns: [],
        franchiseId,
        ...(paymentId === null ? {} : { paymentId, paymentStatus: 'charged' }),
      },
      { source: 'public', actor: 'public', at },
    )
    const { id: jobId, totalCents } = job
    if (paymentId !== null)
      await processor.adoptBookingPayment(tx, { paymentId, paymentStatus: 'charged', jobId, totalCents, at })
    return { jobId, franchiseId }
  })
}

/** Pays a checkout for this amount at the processor. */
export async function payAtProcessor(
  { processor }: World,
  jobId: string,
  amountCents: number,
): Promise<string> {
  const session = await processor.createCheckout({
    amountCents,
    jobId,
    description: 'Gutter cleaning',
    successUrl: 'http://localhost/',
    cancelUrl: 'http://localhost/',
    transferGroup: jobId,
    key: newId(),
  })
  const paid = await processor.paySession(session.id, '4242424242424242')
  if (paid?.outcome !== 'succeeded' || paid.paymentId === null) throw new Error('the processor took no money')
  return paid.paymentId
}

export async function eventsAfter(
  { store }: World,
  seq: number,
): Promise<{ seq: number; payload: string }[]> {
  return store.read
    .select({ seq: demoEvents.seq, payload: demoEvents.payload })
    .from(demoEvents)
    .where(sql`${demoEvents.seq} > ${seq}`)
    .orderBy(demoEvents.seq)
}

export function deliver(deps: Deps, payload: string): Promise<string> {
  return receiveEvent(deps, new TextEncoder().encode(payload), signBody(payload, secret, deps.clock.now()))
}
