import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { incidents } from '../../../../db/schema'
import { newId, StoreError, type Db, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { day, hour, minute } from '../../../lib/clock'
import { wakeSender } from '../../messages'
import { tellDirectly } from './direct'
import { findProblems, type Problem } from './problems'
import { queueAlert } from './queue'
import { sendDueCalls } from './webhook'

/** Shorter troubles pass without an alert. */
export const patience = 5 * minute
/** A check has to stay good this long, so one that comes and goes is one incident. */
export const calm = 2 * minute
/** The least time between two alerts about the same check. */
export const alertFloor = hour
const keptFor = 90 * day

export type Incident = typeof incidents.$inferSelect

export const openIncidents = (db: Db): Promise<Incident[]> =>
  db.select().from(incidents).where(isNull(incidents.endedAt)).orderBy(incidents.id)

/** Looks at every check once. Called every half minute while the service runs, in every process. */
export async function watchHealth(deps: Deps): Promise<void> {
  const outage = deps.state.of(StoreOutage)
  try {
    const { up } = await deps.store.health()
    if (!up) throw new StoreError('The store does not answer')
    await watchStored(deps)
    await outage.ended(deps)
  } catch (error) {
    await outage.seen(deps)
    throw error
  }
  await sendDueCalls(deps)
}

async function watchStored(deps: Deps): Promise<void> {
  const found = await findProblems(deps)
  const hasProblem = [...found.values()].some((problems) => problems !== null && problems.length > 0)
  if (!hasProblem && (await openIncidents(deps.store.read)).length === 0) return
  const now = deps.clock.now()
  await deps.store.write(async (tx) => {
    const open = new Map((await openIncidents(tx)).map((incident) => [incident.check, incident]))
    for (const [check, [problem] = []] of nonNull(found)) {
      const incident = open.get(check)
      if (problem) await noteProblem(deps, tx, now, check, problem, incident)
      else if (incident) await noteCalm(deps, tx, now, incident)
    }
    // A check that no longer exists, such as that of a provider that was removed, can't fail.
    for (const incident of open.values())
      if (!found.has(incident.check)) await noteCalm(deps, tx, now, incident)
  })
  wakeSender(deps)
}

const nonNull = (found: Map<string, Problem[] | null>): [string, Problem[]][] =>
  [...found].filter((one): one is [string, Problem[]] => one[1] !== null)

async function noteProblem(
  deps: Deps,
  tx: Tx,
  now: number,
  check: string,
  { title, action }: Problem,
  known: Incident | undefined,
): Promise<void> {
  if (!known) {
    const fresh = { id: newId(), check, title, action, since: now, lastSeenAt: now }
    await tx.insert(incidents).values(fresh).onConflictDoNothing()
    return
  }
  const isDue =
    known.alertedAt === null && now - known.since >= patience && !(await wasToldLately(tx, now, check))
  const change = { title, action, lastSeenAt: now, ...(isDue ? { alertedAt: now } : {}) }
  await tx.update(incidents).set(change).where(eq(incidents.id, known.id))
  if (isDue) await queueAlert(deps, tx, 'problem', { ...known, ...change })
}

async function wasToldLately(tx: Tx, now: number, check: string): Promise<boolean> {
  const [latest] = await tx
    .select({ at: incidents.alertedAt })
    .from(incidents)
    .where(and(eq(incidents.check, check), isNotNull(incidents.alertedAt)))
    .orderBy(desc(incidents.alertedAt))
    .limit(1)
  return latest?.at != null && now - latest.at < alertFloor
}

/** Ends an incident once the check has stayed good. If nobody was told of it, nobody has to be told now. */
async function noteCalm(deps: Deps, tx: Tx, now: number, incident: Incident): Promise<void> {
  if (now - incident.lastSeenAt < calm) return
  const isThis = eq(incidents.id, incident.id)
  if (incident.alertedAt === null) {
    await tx.delete(incidents).where(isThis)
    return
  }
  await tx.update(incidents).set({ endedAt: now }).where(isThis)
  await queueAlert(deps, tx, 'recovery', { ...incident, endedAt: now })
}

/**
 * The store can't remember its own outage, so this process does, and tells without the outbox. The network is often down
 * along with the store, so it tells each channel again until it was reached.
 */
class StoreOutage {
  #since: number | null = null
  #toldAt: number | null = null
  readonly #reached = new Set<string>()

  async seen(deps: Deps): Promise<void> {
    const now = deps.clock.now()
    this.#since ??= now
    if (now - this.#since < patience) return
    this.#toldAt ??= now
    await tellDirectly(deps, 'problem', this.#incident(null), this.#reached)
  }

  /** The store works again, so the outbox tells the end and retries that. */
  async ended(deps: Deps): Promise<void> {
    if (this.#since === null) return
    const now = deps.clock.now()
    const incident = this.#incident(now)
    if (this.#reached.size > 0) {
      await deps.store.write(async (tx) => {
        await tx.insert(incidents).values({ ...incident, lastSeenAt: now, alertedAt: this.#toldAt })
        await queueAlert(deps, tx, 'recovery', incident)
      })
      wakeSender(deps)
    }
    this.#since = null
    this.#toldAt = null
    this.#reached.clear()
  }

  #incident(endedAt: number | null) {
    const since = this.#since ?? 0
    return {
      id: `store-${since}`,
      check: 'database',
      title: "The database isn't responding or can't save",
      action: 'Check the disk or the database server. Customers see an error page until it works again.',
      since,
      endedAt,
    }
  }
}

export async function sweepIncidents({ store, clock }: Deps): Promise<void> {
  const old = and(isNotNull(incidents.endedAt), lt(incidents.endedAt, clock.now() - keptFor))
  await store.write((tx) => tx.delete(incidents).where(old))
}
