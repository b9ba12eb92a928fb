import { and, asc, lte, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { billingSchedules } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { describeError } from '../../lib/log'
import { raiseTask } from '../hq-tasks/raise'
import { billNextPeriod, type Billed } from './bill'
import { workInBites } from './bites'
import { findSchedule } from './rows'

export interface BillingRun {
  invoicesCreated: number
  failed: number
}

const nextDue = prepared((db) =>
  db
    .select({ id: billingSchedules.id, date: billingSchedules.nextBillingDate })
    .from(billingSchedules)
    .where(
      and(
        sql`${billingSchedules.status} = 'active'`,
        lte(billingSchedules.nextBillingDate, sql.placeholder('today')),
        sql`(${billingSchedules.nextBillingDate}, ${billingSchedules.id}) > (${sql.placeholder('date')}, ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(asc(billingSchedules.nextBillingDate), asc(billingSchedules.id))
    .limit(sql.placeholder('count')),
)

interface Due {
  id: string
  date: string
}

/** Bills everything that is due by a day, missed dates included, oldest first. */
export async function billDueSchedules(deps: Deps, today: string): Promise<BillingRun> {
  const run: BillingRun = { invoicesCreated: 0, failed: 0 }
  const faulty = new Set<string>()
  await workInBites<Due, Billed>(deps, {
    next: (reached, count) =>
      nextDue.all(deps.store.read, { today, date: reached?.date ?? '', id: reached?.id ?? '', count }),
    one: async (tx, due) => (faulty.has(due.id) ? null : billOne(tx, deps, due)),
    done: ({ created }) => void (run.invoicesCreated += created ? 1 : 0),
    async fault({ id }, error) {
      faulty.add(id)
      run.failed++
      await reportFault(deps, id, error)
    },
  })
  return run
}

/** As it stands now: somebody may have paused it, or another run been quicker. */
async function billOne(tx: Tx, deps: Deps, { id, date }: Due): Promise<Billed | null> {
  const schedule = await findSchedule(tx, id)
  if (schedule?.status !== 'active' || schedule.nextBillingDate !== date) return null
  return billNextPeriod(tx, deps, schedule)
}

async function reportFault(deps: Deps, id: string, error: unknown): Promise<void> {
  deps.log.error('a schedule could not be billed', { schedule: id, ...describeError(error) })
  await deps.store.write((tx) =>
    raiseTask(tx, deps.clock.now(), {
      kind: 'billing.failed',
      subject: id,
      title: 'A schedule could not be billed',
      detail: 'It is tried again with the next run; the log says what went wrong.',
    }),
  )
}
