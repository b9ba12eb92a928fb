import { and, asc, desc, eq, gt, lte, max } from 'drizzle-orm'
import { jobEvents, noticeProgress, workerNotices } from '../../../db/schema'
import type { NoticeKind } from '../../../db/schema/push'
import { newId, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { localDateAt } from '../../lib/calendar'
import { day, second } from '../../lib/clock'
import { planned } from '../../lib/job-states'
import { timeZoneOf } from '../franchises'
import { findJob, secondsOf, stateBefore, type JobRow } from '../jobs'

/** The office often changes a visit twice in a row, or undoes it: technicians hear the outcome. */
const settleMs = 30 * second
const batchSize = 100

/** Changes of anything else are no news to technicians. */
const visitFields = ['status', 'workerId', 'secondWorkerId', 'scheduledStart']

/**
 * Reads the timelines since last time and notes what technicians should hear: visits of today and tomorrow that
 * they got, that moved or that they lost. Returns whether there was anything to read.
 */
export async function gatherNotices({ store, clock, settings }: Deps): Promise<boolean> {
  const now = clock.now()
  const known = await progressOf(store.read)
  if (known === null) return begin(store)
  if ((await eventsAfter(store.read, known, now)).length === 0) return false
  return store.write(async (tx) => {
    const events = await eventsAfter(tx, (await progressOf(tx)) ?? known, now)
    const last = events.at(-1)
    if (!last) return false
    const about = events.filter(({ before, after }) =>
      visitFields.some((field) => field in before || field in after),
    )
    for (const [jobId, [first, ...more]] of Map.groupBy(about, (one) => one.jobId))
      if (first) {
        const actors = new Set([first, ...more].map(({ actor }) => actor))
        await noteJob(tx, { now, settings }, { event: first.id, jobId, actors })
      }
    await tx.update(noticeProgress).set({ event: last.id })
    return events.length === batchSize
  })
}

const eventsAfter = (db: Db, since: number, now: number) =>
  db
    .select()
    .from(jobEvents)
    .where(and(gt(jobEvents.id, since), lte(jobEvents.at, now - settleMs)))
    .orderBy(asc(jobEvents.id))
    .limit(batchSize)

async function progressOf(db: Db): Promise<number | null> {
  const [known] = await db.select().from(noticeProgress).limit(1)
  return known?.event ?? null
}

/** The first start begins with what happens from then on. */
function begin(store: Deps['store']): Promise<false> {
  return store.write(async (tx) => {
    const [newest] = await tx.select({ id: max(jobEvents.id) }).from(jobEvents)
    await tx
      .insert(noticeProgress)
      .values({ id: 1, event: newest?.id ?? 0 })
      .onConflictDoNothing()
    return false as const
  })
}

interface Touched {
  /** The first new entry of the job's timeline. */
  event: number
  jobId: string
  actors: Set<string>
}

async function noteJob(
  tx: Tx,
  { now, settings }: { now: number; settings: Deps['settings'] },
  { event, jobId, actors }: Touched,
): Promise<void> {
  const job = await findJob(tx, jobId)
  if (!job) return
  const secondWorkerId = (await secondsOf(tx, [jobId])).get(jobId) ?? null
  const after: Shown = { ...job, secondWorkerId }
  const before: Shown = { ...after, ...(await stateBefore(tx, after, event)) }
  const timeZone = await timeZoneOf(tx, settings, job.franchiseId)
  const near = new Set([localDateAt(now, timeZone), localDateAt(now + day, timeZone)])
  for (const workerId of new Set([...crewOf(before), ...crewOf(after)])) {
    // Nobody needs to hear about their own taps.
    if (actors.size === 1 && actors.has(`worker:${workerId}`)) continue
    const told = await lastTold(tx, jobId, workerId)
    const had = told === undefined ? startFor(before, workerId) : told
    const news = newsOf(had, after, workerId)
    if (news === null || news.start <= now || !near.has(localDateAt(news.start, timeZone))) continue
    const row = { id: newId(), workerId, jobId, ...news, dueAt: now, createdAt: now }
    await tx
      .insert(workerNotices)
      .values({ ...row, about: `${workerId}:${jobId}:${event}` })
      .onConflictDoNothing()
  }
}

type Shown = JobRow & { secondWorkerId: string | null }

const crewOf = ({ workerId, secondWorkerId }: Shown): string[] =>
  [workerId, secondWorkerId].filter((id) => id !== null)

const isPlanned = ({ status }: JobRow): boolean => (planned as readonly string[]).includes(status)

/** When a technician has the visit; null if it isn't theirs. */
const startFor = (job: Shown, workerId: string): number | null =>
  isPlanned(job) && crewOf(job).includes(workerId) ? job.scheduledStart : null

function newsOf(
  had: number | null,
  after: Shown,
  workerId: string,
): { kind: NoticeKind; start: number } | null {
  const has = startFor(after, workerId)
  if (had === has) return null
  if (has !== null) return { kind: had === null ? 'new' : 'moved', start: has }
  // A finished visit is no news to the technician who finished it.
  const isOver = after.status === 'completed' || after.status === 'no_show'
  return had === null || isOver ? null : { kind: 'canceled', start: had }
}

/** The time they were last told; null if it was that the visit is off, undefined if they were told nothing. */
async function lastTold(tx: Tx, jobId: string, workerId: string): Promise<number | null | undefined> {
  const [told] = await tx
    .select({ kind: workerNotices.kind, start: workerNotices.start })
    .from(workerNotices)
    .where(and(eq(workerNotices.jobId, jobId), eq(workerNotices.workerId, workerId)))
    .orderBy(desc(workerNotices.id))
    .limit(1)
  if (!told) return undefined
  return told.kind === 'canceled' ? null : told.start
}
