import { and, desc, eq, lt, or } from 'drizzle-orm'
import { holdsText } from '../../../../db/conditions'
import { jobTemplates } from '../../../../db/schema'
import type { Db, Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { ok } from '../../../http/endpoint'
import type { Once } from '../../../http/idempotency'
import type { Listing } from '../../../http/listing'
import { localDateAt, firstDateFrom } from '../../../lib/calendar'
import { invalid, missing } from '../../../lib/errors'
import { newId } from '../../../lib/ids'
import { centsFromUnits } from '../../../lib/money'
import { requireCustomer, identifyCustomer } from '../../customers'
import { requireFranchise } from '../../franchises'
import { wakeSender } from '../../messages'
import { keepPlanInStep } from '../plans/terms'
import type {
  JobTemplate,
  JobTemplateChange,
  JobTemplateInput,
  JobTemplateQuery,
  JobTemplateWithDates,
} from './model'
import { dateToGoOnFrom, hasEnded, presentJobTemplate, withDates, type JobTemplateRow } from './present'

export async function addJobTemplate(
  deps: Deps,
  input: JobTemplateInput,
  once: Once,
): Promise<JobTemplateWithDates> {
  const { store, clock } = deps
  const now = clock.now()
  assertOrder(input)
  const { price, ...rest } = input
  return store.write(async (tx) => {
    await requireKnown(tx, input)
    const customerId = input.customerId ?? (await identifyCustomer(tx, contactOf(input), now))
    const [added] = await tx
      .insert(jobTemplates)
      .values({
        id: newId(),
        ...rest,
        customerId,
        priceCents: centsFromUnits(price) ?? 0,
        nextDate: firstDateFrom(input, today(deps)),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    const answer = withDates(added!)
    await once.settle(tx, 201, ok(answer))
    return answer
  })
}

/** Changes it from now on; jobs made from it before stay as they are. */
export async function changeJobTemplate(
  deps: Deps,
  id: string,
  change: JobTemplateChange,
): Promise<JobTemplateWithDates> {
  const { store, clock } = deps
  const now = clock.now()
  const { price, ...rest } = change
  const answer = await store.write(async (tx) => {
    const known = await requireJobTemplate(tx, id)
    await requireKnown(tx, change)
    const priceCents = price === undefined ? known.priceCents : (centsFromUnits(price) ?? 0)
    const changed: JobTemplateRow = { ...known, ...rest, priceCents, updatedAt: now }
    assertOrder(changed)
    if (startsAnew(known, changed)) changed.nextDate = await dateToGoOnFrom(tx, id, changed, today(deps))
    await tx.update(jobTemplates).set(changed).where(eq(jobTemplates.id, id))
    await keepPlanInStep(tx, known, changed, now)
    return withDates(changed)
  })
  wakeSender(deps)
  return answer
}

/** Other dates, or none for a while: then the next one is counted afresh instead of catching up. */
function startsAnew(known: JobTemplateRow, changed: JobTemplateRow): boolean {
  const otherDates =
    known.anchorDate !== changed.anchorDate || known.intervalMonths !== changed.intervalMonths
  return otherDates || (!known.active && changed.active) || (hasEnded(known) && !hasEnded(changed))
}

export async function readJobTemplate({ store }: Deps, id: string): Promise<JobTemplateWithDates> {
  return withDates(await requireJobTemplate(store.read, id))
}

/** Newest first: ids are ordered by time. */
export function listJobTemplates(
  { store }: Deps,
  query: JobTemplateQuery,
): Listing<JobTemplateRow, JobTemplate> {
  const { active, franchiseId, customerId, q } = query
  const searched = [jobTemplates.customerName, jobTemplates.customerEmail, jobTemplates.address]
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentJobTemplate,
    rows: (limit, after) =>
      store.read
        .select()
        .from(jobTemplates)
        .where(
          and(
            after ? lt(jobTemplates.id, String(after[0])) : undefined,
            active === undefined ? undefined : eq(jobTemplates.active, active),
            franchiseId === undefined ? undefined : eq(jobTemplates.franchiseId, franchiseId),
            customerId === undefined ? undefined : eq(jobTemplates.customerId, customerId),
            q === undefined ? undefined : or(...searched.map((column) => holdsText(column, q))),
          ),
        )
        .orderBy(desc(jobTemplates.id))
        .limit(limit),
  }
}

const today = ({ clock, config }: Deps) => localDateAt(clock.now(), config.business.timeZone)

function contactOf({ customerName, customerEmail, customerPhone }: JobTemplateInput) {
  return { name: customerName, email: customerEmail, phone: customerPhone }
}

async function requireKnown(tx: Tx, { customerId, franchiseId }: JobTemplateChange): Promise<void> {
  if (customerId) await requireCustomer(tx, customerId)
  if (franchiseId) await requireFranchise(tx, franchiseId)
}

function assertOrder({ anchorDate, endDate }: { anchorDate: string; endDate: string | null }): void {
  if (endDate !== null && endDate < anchorDate)
    throw invalid('Validation failed', ['endDate: must not be before the first visit'])
}

async function requireJobTemplate(db: Db, id: string): Promise<JobTemplateRow> {
  const [row] = await db.select().from(jobTemplates).where(eq(jobTemplates.id, id)).limit(1)
  if (!row) throw missing('Template')
  return row
}
