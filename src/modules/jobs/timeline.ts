import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import { jobEvents, jobs } from '../../../db/schema'
import { placeholders, prepared, brokenConstraint, type Db, type Tx } from '../../../db/store'
import { actorText, type Actor } from '../../lib/actor'
import { conflict, must } from '../../lib/errors'
import { replaceWaiting } from '../messages'
import { clearTodo } from '../office'
import { recordForHq } from './audit'
import { announceChange } from './events'
import { reviewOrder, type OrderShown } from './following'
import type { JobRow } from './rows'
import { changeOfSecond, dropSecond, keepSecond, reviewSecond, type SecondState } from './second'
import { noteTaken } from './taken'
import { reviewTodos } from './visits'

/** The fields the timeline records. Applying all its changes in order gives the current state. */
export const stateFields = [
  'status',
  'franchiseId',
  'workerId',
  'technicians',
  'scheduledStart',
  'scheduledEnd',
  'busyUntil',
  'priority',
  'locked',
  'held',
  'placeState',
  'priceCents',
  'discountCents',
  'referralCreditCents',
  'taxBasisPoints',
  'taxCents',
  'totalCents',
  'promoCode',
  'paymentState',
  'paidCents',
  'catalogPriceCents',
  'confirmedAt',
  'lapsedAt',
  'enRouteAt',
  'arrivedAt',
  'startedAt',
  'completedAt',
  'cancelledAt',
] as const satisfies (keyof JobRow)[]
export type JobState = Pick<JobRow, (typeof stateFields)[number]> & SecondState

/** The fields that say who makes a visit and when. */
const visitFields: ReadonlySet<string> = new Set<keyof JobState>([
  'status',
  'franchiseId',
  'workerId',
  'scheduledStart',
  'scheduledEnd',
])

/** Fields that may change without a timeline entry of their own. */
type Aside = Partial<
  Pick<
    JobRow,
    | 'addOns'
    | 'lat'
    | 'lng'
    | 'zip'
    | 'placeLabel'
    | 'serviceTypeId'
    | 'claimed'
    | 'movable'
    | 'toldStart'
    | 'toldEnd'
    | 'namedWorkerId'
    | 'workerId'
    | 'preferredDate'
    | 'preferredTime'
  >
>

export type TimelineLine = Omit<typeof jobEvents.$inferSelect, 'jobId'>

export interface Occasion {
  kind: string
  actor: Actor
  at: number
  /** True for a step of creating the job, which is reported as a whole. */
  isPartOfBooking?: true
  /** The job it comes after, if that changes. */
  order?: { before: OrderShown; after: OrderShown }
}

const { id: _, ...columns } = placeholders(jobEvents)
const insertFirst = prepared((db) => db.insert(jobEvents).values(columns))
const insertEvent = prepared((db) => db.insert(jobEvents).values(columns).returning({ id: jobEvents.id }))

type BookedJob = Omit<JobRow, 'seq'>

/**
 * The first timeline entry, with everything set at booking. For a public booking it is written only when
 * something else happens, because until then the job row says the same. So is that of an imported job.
 */
export async function beginTimeline(tx: Tx, job: BookedJob, actor: Actor): Promise<void> {
  if (!isItsFirstLine(job))
    await insertFirst.run(tx, { jobId: job.id, ...firstLine(job), actor: actorText(actor) })
}

/** The revision that jobs of each source start with, if they start without a timeline. */
const firstRevisions: Partial<Record<BookedJob['source'], number>> = { public: 0, import: 1 }

const isItsFirstLine = ({ source, revision }: BookedJob): boolean => firstRevisions[source] === revision

function firstLine(job: BookedJob) {
  const after: Record<string, unknown> = {}
  for (const field of stateFields) if (job[field] !== initialState[field]) after[field] = job[field]
  const isImported = job.source === 'import'
  return {
    at: job.createdAt,
    actor: isImported ? 'import' : 'public',
    kind: isImported ? 'imported' : 'booked',
    before: {},
    after,
  }
}

/** The whole timeline of a job, oldest first. */
export async function readTimeline(db: Db, job: JobRow): Promise<TimelineLine[]> {
  if (isItsFirstLine(job)) return [{ id: 0, ...firstLine(job) }]
  return db
    .select({
      id: jobEvents.id,
      at: jobEvents.at,
      actor: jobEvents.actor,
      kind: jobEvents.kind,
      before: jobEvents.before,
      after: jobEvents.after,
    })
    .from(jobEvents)
    .where(eq(jobEvents.jobId, job.id))
    .orderBy(asc(jobEvents.id))
}

/** Prepared updates by the fields they set; there are only as many as there are ways to change a job. */
const updates = new Map<string, ReturnType<typeof prepareUpdate>>()

function updateOf(fields: string[]) {
  const key = fields.join()
  const known = updates.get(key)
  if (known) return known
  const fresh = prepareUpdate(fields)
  updates.set(key, fresh)
  return fresh
}

function prepareUpdate(fields: string[]) {
  return prepared((db) =>
    db
      .update(jobs)
      .set({
        ...Object.fromEntries(fields.map((field) => [field, sql.placeholder(field)])),
        revision: sql`${jobs.revision} + 1`,
      })
      .where(eq(jobs.id, sql.placeholder('jobId'))),
  )
}

/** The messages about a timeline entry. */
export const aboutEvent = (jobId: string, event: number): string[] =>
  ['email', 'sms'].map((channel) => `job:${jobId}:event:${event}:${channel}`)

const eventIn = (about: string): number => Number(about.split(':')[3])

export interface Changed {
  job: JobRow
  /** The id of the timeline entry. */
  event: number
  /** The oldest entry whose messages were still waiting, so the customer doesn't know about it. */
  untold: number | null
}

/** The refusal behind a trigger that keeps everyone from being in two places. */
function overlapOf(error: unknown): Error | null {
  const broken = brokenConstraint(error)
  if (broken === 'truckroll:overlap') return conflict('This technician has another visit at that time')
  if (broken === 'truckroll:second-overlap')
    return conflict('The second technician has another visit at that time')
  return null
}

/** Changes a job and records it in the timeline. Messages about its visit that still wait are out of date then. */
export async function changeJob(
  tx: Tx,
  job: JobRow & SecondState,
  change: Partial<JobState>,
  occasion: Occasion,
  aside: Aside = {},
): Promise<Changed> {
  const changed = stateFields.filter((field) => field in change && change[field] !== job[field])
  const second = await changeOfSecond(tx, job, change)
  const before = {
    ...Object.fromEntries(changed.map((field) => [field, job[field]])),
    ...second.before,
    ...occasion.order?.before,
  }
  const stored = Object.fromEntries(changed.map((field) => [field, change[field]]))
  const after = { ...stored, ...second.after, ...occasion.order?.after }
  const fresh = { ...stored, ...aside, updatedAt: occasion.at }
  try {
    const set = Object.entries(fresh).filter(([, value]) => value !== undefined)
    if ('secondWorkerId' in second.before) await dropSecond(tx, job.id)
    await updateOf(set.map(([field]) => field)).run(tx, { ...Object.fromEntries(set), jobId: job.id })
    await keepSecond(tx, { ...job, ...change }, second.id)
  } catch (error) {
    throw overlapOf(error) ?? error
  }
  if (isItsFirstLine(job)) await insertFirst.run(tx, { jobId: job.id, ...firstLine(job) })
  const { kind, at } = occasion
  const actor = actorText(occasion.actor)
  const event = await insertEvent.get(tx, { jobId: job.id, at, actor, kind, before, after })
  const isAboutVisit = changed.some((field) => visitFields.has(field))
  const isAboutTechnicians = isAboutVisit || second.ids.length > 0
  const replaced = isAboutVisit ? await replaceWaiting(tx, at, job.id, `job:${job.id}:event:`) : []
  if (job.scheduledStart !== null && isAboutTechnicians)
    await reviewTodos(tx, occasion.at, {
      workerIds: new Set([job.workerId, change.workerId ?? null, ...second.ids]),
      franchiseId: job.franchiseId,
    })
  if (change.status !== undefined && change.status !== job.status)
    await reviewOrder(tx, at, job, change.status)
  const result = { ...job, ...fresh, ...second.after, revision: job.revision + 1 }
  if (isAboutTechnicians)
    await noteTaken(
      tx,
      { ...job, secondWorkerId: second.id, ...second.before },
      { ...result, secondWorkerId: second.id },
      { event: must(event, 'The event').id, actor, at },
    )
  if (job.lapsedAt !== null && (result.lapsedAt === null || result.status === 'cancelled'))
    await clearTodo(tx, at, 'job.unconfirmed', job.id)
  if (isAboutTechnicians || changed.includes('technicians')) await reviewSecond(tx, at, job, result)
  const { order } = occasion
  const former = { ...job, ...second.before, ...order?.before }
  await recordForHq(tx, former, { ...result, ...order?.after }, occasion)
  if (!occasion.isPartOfBooking) await announceChange(tx, job, result, occasion)
  const untold = replaced.length === 0 ? null : Math.min(...replaced.map(eventIn))
  return { job: result, event: must(event, 'The event').id, untold }
}

/** The job as it was before a timeline entry. */
export async function stateBefore(tx: Tx, job: JobRow, event: number): Promise<JobRow> {
  const since = await tx
    .select({ before: jobEvents.before })
    .from(jobEvents)
    .where(and(eq(jobEvents.jobId, job.id), gte(jobEvents.id, event)))
    .orderBy(desc(jobEvents.id))
  return Object.assign({ ...job }, ...since.map(({ before }) => before)) as JobRow
}

/** The state of a job before anything happened to it. */
export const initialState: JobState = {
  status: 'pending',
  franchiseId: null,
  workerId: null,
  technicians: null,
  scheduledStart: null,
  scheduledEnd: null,
  busyUntil: null,
  priority: 0,
  locked: false,
  held: false,
  placeState: 'waiting',
  priceCents: 0,
  discountCents: 0,
  referralCreditCents: 0,
  taxBasisPoints: 0,
  taxCents: 0,
  totalCents: 0,
  promoCode: null,
  paymentState: 'unpaid',
  paidCents: 0,
  catalogPriceCents: null,
  confirmedAt: null,
  lapsedAt: null,
  enRouteAt: null,
  arrivedAt: null,
  startedAt: null,
  completedAt: null,
  cancelledAt: null,
}

/** Rebuilds the current state from the timeline alone. */
export function rebuildState(events: readonly { after: Record<string, unknown> }[]): JobState {
  return Object.assign({ ...initialState }, ...events.map(({ after }) => after)) as JobState
}
