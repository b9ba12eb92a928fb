import { eq, ne, sql } from 'drizzle-orm'
import { franchises, jobs, settings } from '../db/schema'
import { seedDemo } from '../db/seed'
import type { Tx } from '../db/store'
import { removeDemo } from '../db/unseed'
import { seedMoney } from './demo/money'
import { refreshDemo } from './demo/refresh'
import type { Deps } from './deps'
import { localDateAt } from './lib/calendar'
import { conflict } from './lib/errors'
import { everythingIsDemo } from './providers/demo'
import { hasStarted } from './settings/started'

const seededOnce = 'demo.seeded'

/**
 * Adds the demo company once, to a new database. With `auto`, only while every provider is a demo and outside
 * production.
 */
export async function seedFirstStart(deps: Deps): Promise<boolean> {
  const { config, log } = deps
  if (config.seedDemo === 'off') return false
  if (config.seedDemo === 'auto' && (config.env === 'production' || !everythingIsDemo(config))) return false
  if (!(await isNew(deps))) return false
  const written = await seedCompany(deps)
  // The whole company is garbage now, and the start needs memory for other things.
  Bun.gc(true)
  log.info('demo company added', written)
  return true
}

const refreshedOn = 'demo.refreshed'

/** Gives the demo company visits for today, once a day, so that it looks alive on later days too. */
export async function refreshToday(deps: Deps): Promise<void> {
  const { store, clock, config, log } = deps
  if (config.seedDemo === 'off' || (await hasStarted(store.read)) || (await isFresh(deps))) return
  const made = await refreshDemo(store, clock.now(), (tx) => claimToday(deps, tx))
  if (made > 0) log.info('demo company brought up to date', { visits: made })
}

const todayOf = ({ clock, settings: { business } }: Deps): string =>
  localDateAt(clock.now(), business.timeZone)

/** Planning today's visits takes a twentieth of a start, so we look first. */
async function isFresh(deps: Deps): Promise<boolean> {
  const [known] = await deps.store.read.select().from(settings).where(eq(settings.key, refreshedOn))
  return known?.value === todayOf(deps)
}

/** Whether nobody has refreshed the demo company today. */
async function claimToday(deps: Deps, tx: Tx): Promise<boolean> {
  const { clock } = deps
  const today = todayOf(deps)
  const value = { value: today, updatedAt: clock.now() }
  const claimed = await tx
    .insert(settings)
    .values({ key: refreshedOn, ...value })
    .onConflictDoUpdate({ target: settings.key, set: value, setWhere: ne(settings.value, today) })
    .returning()
  return claimed.length > 0
}

type Written = { jobs: number; customers: number; payments: number }

/** Adds the company first, then its past payments. */
async function seedCompany(deps: Deps): Promise<Written> {
  const now = deps.clock.now()
  const written = await seedDemo(deps.store, now, { today: true })
  await deps.store.write((tx) => claimToday(deps, tx))
  return { ...written, payments: await seedMoney(deps, now) }
}

/** Claims the right to seed, so that only one of two processes starting on the same server does it. */
async function isNew({ store, clock }: Deps): Promise<boolean> {
  return store.write(async (tx) => {
    const [used] = await tx
      .select({ any: sql<number>`EXISTS (SELECT 1 FROM ${franchises}) OR EXISTS (SELECT 1 FROM ${jobs})` })
      .from(sql`(SELECT 1)`)
    const [claimed] = await tx
      .insert(settings)
      .values({ key: seededOnce, value: !used?.any && !(await hasStarted(tx)), updatedAt: clock.now() })
      .onConflictDoNothing()
      .returning()
    return claimed?.value === true
  })
}

/** Removes the old demo company and adds it again, unless the company has started for real. */
export async function reseed(deps: Deps): Promise<Written> {
  if (await hasStarted(deps.store.read))
    throw conflict(
      "This company has started for real, so the demo company can't be added here. To try things out, start Truckroll with another data folder (DATA_DIR).",
    )
  await removeDemo(deps.store)
  const written = await seedCompany(deps)
  await deps.store.write((tx) =>
    tx
      .insert(settings)
      .values({ key: seededOnce, value: true, updatedAt: deps.clock.now() })
      .onConflictDoUpdate({ target: settings.key, set: { value: true, updatedAt: deps.clock.now() } }),
  )
  return written
}
