import { and, asc, eq, inArray } from 'drizzle-orm'
import { demoAccounts, franchises, jobs, outbox } from '../../db/schema'
import type { Tx } from '../../db/store'
import type { Deps } from '../deps'
import { everythingIsDemo } from '../providers/demo'
import { planHistory, type EarningJob, type Step } from './history'
import { sendInvoice } from './invoice'
import { takePayment } from './payment'
import { giveBack } from './refund'

/** On a database server every statement is a trip: other writers wait for a unit, and the start for all of them. */
const stepsPerUnit = { local: 50, libsql: 3 }
const sampledOnServer = 8
/** One franchise has yet to connect its account, so that its shares wait. */
const connectedFranchises = 2

/**
 * Lets the jobs of the demo company be invoiced, paid and in part refunded, each at its own time. Only while
 * nobody outside can hear of it. Gives the number of payments.
 */
export async function seedMoney(deps: Deps, now: number): Promise<number> {
  const { config, store, providers } = deps
  if (config.env === 'production' || !everythingIsDemo(config) || !providers.demoPayments) return 0
  await store.write(connectAccounts)
  const steps = planHistory(await earningJobs(deps), now)
  const atOnce = stepsPerUnit[store.engine]
  for (let from = 0; from < steps.length; from += atOnce)
    await store.write((tx) => takeSteps(tx, deps, steps.slice(from, from + atOnce)))
  return steps.filter(({ kind }) => kind === 'payment').length
}

async function earningJobs({ store }: Deps): Promise<EarningJob[]> {
  const all = await store.read
    .select({
      id: jobs.id,
      status: jobs.status,
      createdAt: jobs.createdAt,
      completedAt: jobs.completedAt,
      totalCents: jobs.totalCents,
      franchise: { id: franchises.id, name: franchises.name, timeZone: franchises.timeZone },
    })
    .from(jobs)
    .innerJoin(franchises, eq(franchises.id, jobs.franchiseId))
    .where(and(eq(jobs.demo, true), inArray(jobs.status, ['completed', 'scheduled'])))
    .orderBy(asc(jobs.seq))
  return store.engine === 'local' ? all : all.filter((_, index) => index % sampledOnServer === 0)
}

async function takeSteps(tx: Tx, deps: Deps, steps: readonly Step[]): Promise<void> {
  for (const step of steps)
    if (step.kind === 'invoice') await sendInvoice(tx, deps, step)
    else if (step.kind === 'payment') await takePayment(tx, deps, step)
    else await giveBack(tx, step)
  // Nobody gets a receipt for what happened months ago.
  const ids = steps.map(({ job }) => job.id)
  await tx.delete(outbox).where(inArray(outbox.jobId, ids))
}

/** As if they had been through the processor's onboarding when they joined. */
async function connectAccounts(tx: Tx): Promise<void> {
  const joined = await tx
    .select()
    .from(franchises)
    .where(eq(franchises.demo, true))
    .orderBy(asc(franchises.name))
    .limit(connectedFranchises)
  for (const { id, name, email, createdAt } of joined) {
    const accountId = `acct_demo_${id.replaceAll('-', '')}`
    const ready = { chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true }
    const stamps = { createdAt, updatedAt: createdAt }
    await tx.insert(demoAccounts).values({ id: accountId, franchiseId: id, name, email, ...ready, ...stamps })
    await tx
      .update(franchises)
      .set({ accountId, ...ready })
      .where(eq(franchises.id, id))
  }
}
