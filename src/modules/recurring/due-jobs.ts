import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { jobTemplates, maintenancePlans } from '../../../db/schema'
import { prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { dateAfter, datesFrom, type Recurrence } from '../../lib/calendar'
import { describeError } from '../../lib/log'
import { unitsFromCents } from '../../lib/money'
import { raiseTodo } from '../office'
import { workInBatches, type Due } from './batches'
import { dateInWords } from './dates'
import { hasEnded } from './job-templates/rows'
import { locate, makeJob, type Horizon, type Result } from './make-job'
import type { GivenJobTemplate } from './model'

const nextDue = prepared((db) =>
  db
    .select({ id: jobTemplates.id, date: jobTemplates.nextDate, address: jobTemplates.address })
    .from(jobTemplates)
    .where(
      and(
        eq(jobTemplates.active, true),
        lte(jobTemplates.nextDate, sql.placeholder('until')),
        sql`(${jobTemplates.intervalWeeks} IS NULL OR ${jobTemplates.nextDate} <= ${sql.placeholder('untilInWeeks')})`,
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
/** A plan's status changes on the day its job template ends. */
const touchPlan = prepared((db) =>
  db
    .update(maintenancePlans)
    .set({ updatedAt: sql`${sql.placeholder('at')}` })
    .where(eq(maintenancePlans.templateId, sql.placeholder('id'))),
)

/** Creates the jobs of stored job templates up to the horizon, including those of plans. */
export async function makeStored(
  deps: Deps,
  horizon: Horizon,
  done: (result: Result) => void,
): Promise<void> {
  await workInBatches<Due, Result>(deps, {
    next: async (reached, count) => {
      const due = await nextDue.all(deps.store.read, {
        until: horizon.until,
        untilInWeeks: horizon.untilInWeeks,
        date: reached?.date ?? '',
        id: reached?.id ?? '',
        count,
      })
      await locate(
        deps,
        horizon,
        due.map(({ address }) => address),
      )
      return due
    },
    one: (tx, due) => makeNext(tx, due, horizon),
    done,
    fault: ({ id }, error) => reportFault(deps, id, error),
  })
}

/** Reads the job template again first, because someone may have changed it or another run was quicker. */
async function makeNext(tx: Tx, { id, date }: Due, horizon: Horizon): Promise<Result | null> {
  const template = await byId.get(tx, { id })
  if (!template?.active || template.nextDate !== date) return null
  const period = latestMissed(template, date, horizon.today)
  if (period !== date) await tellSkipped(tx, horizon.at, template, { from: date, to: period })
  const price = unitsFromCents(template.priceCents)
  const result = await makeJob(tx, { ...template, price }, period, horizon)
  const nextDate = dateAfter(template, period)
  await step.run(tx, { id, next: nextDate })
  if (hasEnded({ ...template, nextDate })) await touchPlan.run(tx, { id, at: horizon.at })
  return result
}

/** A customer who was missed several times gets one visit: the latest date stands for all of them. */
function latestMissed(recurrence: Recurrence, date: string, today: string): string {
  const next = dateAfter(recurrence, date)
  return next > date && next <= today ? latestMissed(recurrence, next, today) : date
}

async function tellSkipped(
  tx: Tx,
  at: number,
  template: { id: string; customerName: string; franchiseId: string | null },
  { from, to }: { from: string; to: string },
): Promise<void> {
  await raiseTodo(tx, at, {
    kind: 'template.skipped',
    subject: template.id,
    title: `Recurring visits were missed: ${template.customerName}`,
    detail: `Truckroll wasn't running when visits were due from ${dateInWords(from)}. We planned one visit for ${dateInWords(to)} to make up for all of them. If a billing schedule covers them, it continues, so check what the customer should pay.`,
    franchiseId: template.franchiseId,
  })
}

async function reportFault(deps: Deps, id: string, error: unknown): Promise<void> {
  deps.log.error("couldn't create a recurring job", { template: id, ...describeError(error) })
  await deps.store.write((tx) =>
    raiseTodo(tx, deps.clock.now(), {
      kind: 'template.failed',
      subject: id,
      title: "We couldn't create a recurring job",
      detail: "We'll try again with the next run. If it keeps failing, the server log has the reason.",
    }),
  )
}

/** More than fit into the horizon, even with the shortest interval. */
const mostDates = 4

/** Creates the jobs of job templates sent with the request. The job templates themselves aren't stored. */
export async function makeGiven(
  deps: Deps,
  templates: readonly GivenJobTemplate[],
  horizon: Horizon,
  done: (result: Result) => void,
): Promise<void> {
  const dates = templates.flatMap((template) =>
    datesOf(template, horizon).map((date) => ({ id: `${template.id} ${date}`, template, date })),
  )
  await locate(
    deps,
    horizon,
    templates.map(({ address }) => address),
  )
  let taken = 0
  await workInBatches<Due & { template: GivenJobTemplate }, Result>(deps, {
    next: async (_, count) => dates.slice(taken, (taken += count)),
    one: (tx, { template, date }) => makeJob(tx, template, date, horizon),
    done,
    fault: async ({ template }, error) =>
      deps.log.error("couldn't create a recurring job", { template: template.id, ...describeError(error) }),
  })
}

function datesOf(template: GivenJobTemplate, { today, until, untilInWeeks }: Horizon): string[] {
  if (!template.active) return []
  const last = template.intervalWeeks ? untilInWeeks : until
  return datesFrom(template, today, mostDates).filter((date) => date <= last)
}
