import { serviceTypes } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { labelKey, type ServiceType } from '../../catalog'
import type { OpenJob, World } from '../engine/world'
import type { CrewWorker } from '../planner/replan'
import { Branches, type Branch } from './branches'
import { readCrew, readMembers, type CrewMember } from './crew'
import { readHeld, waitingHold } from './held-windows'
import { exceptStarted, movableVisit, plannedAhead, type MovableVisit } from './movable'
import { pendingPages, readMovable } from './open-jobs'
import type { Travel } from './travel'
import { waitingJob, type Waiting } from './triage'

/** Everything that waits and everyone who works, at the start of a run. */
export interface Office {
  now: number
  branches: Branches
  /** In booking order. */
  waiting: Waiting[]
  /** Arrival windows that visitors of the booking page are about to book. */
  held: Waiting[]
  movable: MovableVisit[]
  members: CrewMember[]
}

/** Reads everything once, page by page, or what concerns one franchise. */
export async function readOffice(
  deps: Pick<Deps, 'store' | 'settings' | 'clock'>,
  franchiseId?: string,
): Promise<Office> {
  const { read } = deps.store
  const now = deps.clock.now()
  const branches = await Branches.read(deps, now)
  const serviceOf = await readServices(read)
  const waiting: Waiting[] = []
  for await (const page of pendingPages(read))
    for (const row of page)
      if (franchiseId === undefined || row.franchiseId === franchiseId)
        waiting.push(waitingJob(row, branches.of(row.franchiseId), serviceOf(row.type)))
  const held = (await readHeld(read, now))
    .filter((hold) => franchiseId === undefined || hold.franchiseId === franchiseId)
    .map((hold) => waitingHold(hold, branches.of(hold.franchiseId), serviceOf(hold.type)))
  const movable = await readFree(read, branches, serviceOf, franchiseId)
  return { now, branches, waiting, held, movable, members: await readMembers(read, franchiseId) }
}

/** The visits that may still move at this moment. */
export async function readFreeNow(deps: Pick<Deps, 'store' | 'settings' | 'clock'>): Promise<MovableVisit[]> {
  const { read } = deps.store
  return readFree(read, await Branches.read(deps, deps.clock.now()), await readServices(read))
}

async function readFree(
  db: Db,
  branches: Branches,
  serviceOf: Awaited<ReturnType<typeof readServices>>,
  franchiseId?: string,
): Promise<MovableVisit[]> {
  const { now } = branches
  const free = (await readMovable(db, { from: now, before: now + plannedAhead }))
    .filter((row) => franchiseId === undefined || row.franchiseId === franchiseId)
    .flatMap((row) => movableVisit(row, branches.of(row.franchiseId), serviceOf(row.type), now) ?? [])
  return exceptStarted(db, free, now)
}

/** The workers of a franchise with their hours and visits on its planned days. */
export function readBranchCrew(
  { store }: Pick<Deps, 'store'>,
  { calendar, days, base, id }: Pick<Branch, 'calendar' | 'days' | 'base' | 'id'>,
  { members, now }: Pick<Office, 'members' | 'now'>,
): Promise<CrewWorker[]> {
  const ours = members.filter(({ franchiseId }) => franchiseId === id)
  return readCrew(store.read, ours, { calendar, days, base, now })
}

/** The planner's input for one franchise. `asked` are jobs besides the waiting ones. */
export async function branchWorld(
  travel: Travel,
  { id, now, workers }: { id: string | null; now: number; workers: CrewWorker[] },
  waiting: readonly Waiting[],
  asked: readonly OpenJob[] = [],
): Promise<World> {
  const jobs = waiting.map(({ job }) => job)
  const times = await travel.between(id ?? '', workers, [...jobs, ...asked])
  return { now, workers, jobs, travel: times }
}

/** All services by label, ignoring case. */
export async function readServices(db: Db): Promise<(label: string) => ServiceType | undefined> {
  const rows = await db.select().from(serviceTypes)
  const byLabel = new Map(rows.map((row) => [labelKey(row.label), row]))
  return (label) => byLabel.get(labelKey(label))
}
