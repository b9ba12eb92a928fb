import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { jobs, serviceTypes } from '../../../../db/schema'
import { prepared, type Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { labelKey, type ServiceType } from '../../catalog'
import { nextTurn } from '../engine/slices'
import type { OpenJob, World } from '../engine/world'
import { Branches, type Branch } from './branches'
import { readCrew, readMembers, type CrewMember, type CrewWorker } from './crew'
import type { Travel } from './travel'
import { waitingJob, type Waiting } from './triage'

/** Everything that waits, and everybody who works: what a run begins with. */
export interface Office {
  now: number
  branches: Branches
  /** In the order of booking. */
  waiting: Waiting[]
  members: CrewMember[]
}

/** One pass over the store, page by page; a franchise named is looked at alone, and as it will be at `now`. */
export async function readOffice(
  deps: Pick<Deps, 'store' | 'config' | 'clock'>,
  { franchiseId, now = deps.clock.now() }: { franchiseId?: string | null; now?: number } = {},
): Promise<Office> {
  const { read } = deps.store
  const branches = await Branches.read(deps, now)
  const serviceOf = await readServices(read)
  const waiting: Waiting[] = []
  for await (const page of pendingPages(read, franchiseId))
    for (const row of page) waiting.push(waitingJob(row, branches.of(row.franchiseId), serviceOf(row.type)))
  return { now, branches, waiting, members: await readMembers(read, franchiseId) }
}

/** The workers of a franchise with their hours and visits in its planned days. */
export function readBranchCrew(
  { store }: Pick<Deps, 'store'>,
  { calendar, days, id }: Pick<Branch, 'calendar' | 'days' | 'id'>,
  { members, now }: Pick<Office, 'members' | 'now'>,
): Promise<CrewWorker[]> {
  const ours = members.filter(({ franchiseId }) => franchiseId === id)
  return readCrew(store.read, ours, { calendar, days, now })
}

/** What the planner needs to know of one franchise; `asked` are jobs beside those that wait. */
export async function branchWorld(
  deps: Pick<Deps, 'store'>,
  travel: Travel,
  branch: Pick<Branch, 'calendar' | 'days' | 'id'>,
  office: Pick<Office, 'members' | 'now'>,
  waiting: readonly Waiting[],
  asked: readonly OpenJob[] = [],
): Promise<World> {
  const workers = await readBranchCrew(deps, branch, office)
  const jobs = waiting.map(({ job }) => job)
  const times = await travel.between(branch.id ?? '', workers, [...jobs, ...asked])
  return { now: office.now, workers, jobs, travel: times }
}

const pageSize = 250

const columns = {
  seq: jobs.seq,
  id: jobs.id,
  revision: jobs.revision,
  status: jobs.status,
  franchiseId: jobs.franchiseId,
  workerId: jobs.workerId,
  type: jobs.type,
  preferredDate: jobs.preferredDate,
  preferredTime: jobs.preferredTime,
  gutterLength: jobs.gutterLength,
  stories: jobs.stories,
  paymentId: jobs.paymentId,
  paymentStatus: jobs.paymentStatus,
  paymentState: jobs.paymentState,
  totalCents: jobs.totalCents,
  priority: jobs.priority,
  held: jobs.held,
  placeState: jobs.placeState,
  lat: jobs.lat,
  lng: jobs.lng,
  createdAt: jobs.createdAt,
  /** When it was booked, or last taken off the plan: that takes two changes at least. */
  waitsSince: sql<number>`CASE WHEN jobs.revision < 2 THEN jobs.created_at ELSE
    coalesce((SELECT max(v.at) FROM job_events AS v WHERE v.job_id = jobs.id AND v.kind = 'pending'),
      jobs.created_at) END`,
  // Names are spelled out, since Drizzle leaves the table's away where it sees only one.
  inZip: sql<number>`EXISTS (SELECT 1 FROM franchise_zips AS z
    WHERE z.zip = jobs.zip AND z.franchise_id = jobs.franchise_id)`,
  /** Who came last time. */
  lastWorkerId: sql<string | null>`(SELECT e.worker_id FROM jobs AS e
    WHERE e.customer_id = jobs.customer_id AND e.seq < jobs.seq
      AND e.status = 'completed' AND e.worker_id IS NOT NULL
    ORDER BY e.seq DESC LIMIT 1)`,
}

/** One page of what waits for a visit, in the order of booking. */
export const pendingQuery = (db: Db) =>
  db
    .select(columns)
    .from(jobs)
    .where(and(eq(jobs.status, 'pending'), gt(jobs.seq, sql.placeholder('after'))))
    .orderBy(asc(jobs.seq))
    .limit(pageSize)

/** The plus keeps SQLite from walking all jobs the franchise ever had. */
export const pendingQueryOf = (db: Db) =>
  db
    .select(columns)
    .from(jobs)
    .where(
      and(
        eq(jobs.status, 'pending'),
        gt(jobs.seq, sql.placeholder('after')),
        sql`+${jobs.franchiseId} IS ${sql.placeholder('franchiseId')}`,
      ),
    )
    .orderBy(asc(jobs.seq))
    .limit(pageSize)

const pendingPage = prepared(pendingQuery)
const pendingPageOf = prepared(pendingQueryOf)
const oneJob = prepared((db) =>
  db
    .select(columns)
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)

export type OpenRow = Awaited<ReturnType<typeof pendingPage.all>>[number]

/**
 * Everything that waits for a visit, or what waits at one franchise. In pages, since a read of thousands of
 * rows would hold up requests.
 */
export async function* pendingPages(db: Db, franchiseId?: string | null): AsyncGenerator<OpenRow[]> {
  for (let after = 0; ;) {
    const page =
      franchiseId === undefined
        ? await pendingPage.all(db, { after })
        : await pendingPageOf.all(db, { after, franchiseId })
    yield page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.seq
    await nextTurn()
  }
}

export const readOpenJob = (db: Db, id: string): Promise<OpenRow | undefined> => oneJob.get(db, { id })

/** Every service by its label, whose case does not matter. */
export async function readServices(db: Db): Promise<(label: string) => ServiceType | undefined> {
  const rows = await db.select().from(serviceTypes)
  const byLabel = new Map(rows.map((row) => [labelKey(row.label), row]))
  return (label) => byLabel.get(labelKey(label))
}
