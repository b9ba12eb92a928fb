import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { jobTemplates } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { describeError } from '../../lib/log'
import { unitsFromCents } from '../../lib/money'
import { firstDateFrom } from '../../lib/recurrence'
import { workInBites } from '../billing/bites'
import { raiseTask } from '../hq-tasks/raise'
import { makeJob, type Horizon, type Result } from './make'

interface Due {
  id: string
  date: string
}

const nextDue = prepared((db) =>
  db
    .select({ id: jobTemplates.id, date: jobTemplates.nextDate })
    .from(jobTemplates)
    .where(
      and(
        eq(jobTemplates.active, true),
        lte(jobTemplates.nextDate, sql.placeholder('until')),
        sql`(${jobTemplates.endDate} IS NULL OR ${jobTemplates.nextDate} <= ${jobTemplates.endDate})`,
        sql`(${jobTemplates.nextDate}, ${jobTemplates.id}) > (${sql.placeholder('date')}, ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(asc(jobTemplates.nextDate), asc(jobTemplates.id))
    .limit(sql.placeholder('count')),
)
const byId = prepared((db) =>
  db
    .select()
    .from(jobTemplates)
    .where(eq(jobTemplates.id, sql.placeholder('id')))
    .limit(1),
)
const step = prepared((db) =>
  db
    .update(jobTemplates)
    .set({ nextDate: sql`${sql.placeholder('next')}` })
    .where(eq(jobTemplates.id, sql.placeholder('id'))),
)

/** The jobs of stored templates, plans' among them, up to the horizon; dates that were missed come first. */
export async function makeStored(
  deps: Deps,
  horizon: Horizon,
  done: (result: Result) => void,
): Promise<void> {
  await workInBites<Due, Result>(deps, {
    next: (reached, count) =>
      nextDue.all(deps.store.read, {
        until: horizon.until,
        date: reached?.date ?? '',
        id: reached?.id ?? '',
        count,
      }),
    one: (tx, due) => makeNext(tx, due, horizon),
    done,
    fault: ({ id }, error) => reportFault(deps, id, error),
  })
}

/** As it stands now: somebody may have changed it, or another run been quicker. */
async function makeNext(tx: Tx, { id, date }: Due, horizon: Horizon): Promise<Result | null> {
  const template = await byId.get(tx, { id })
  if (!template?.active || template.nextDate !== date) return null
  const { priceCents, intervalMonths, anchorDate, ...rest } = template
  const result = await makeJob(tx, { ...rest, price: unitsFromCents(priceCents) }, date, horizon)
  const dayAfter = Temporal.PlainDate.from(date).add({ days: 1 }).toString()
  await step.run(tx, { id, next: firstDateFrom({ anchorDate, intervalMonths }, dayAfter) })
  return result
}

async function reportFault(deps: Deps, id: string, error: unknown): Promise<void> {
  deps.log.error('a recurring job could not be made', { template: id, ...describeError(error) })
  await deps.store.write((tx) =>
    raiseTask(tx, deps.clock.now(), {
      kind: 'template.failed',
      subject: id,
      title: 'A recurring job could not be made',
      detail: 'It is tried again with the next run; the log says what went wrong.',
    }),
  )
}
