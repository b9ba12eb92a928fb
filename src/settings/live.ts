import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { businessSettings } from '../../db/schema'
import type { Db, Tx } from '../../db/store'
import type { Config } from '../config'
import { booking } from './booking'
import { business } from './business'
import { dispatch } from './dispatch'
import { hours } from './hours'
import { invoices } from './invoices'
import { languages } from './languages'
import { logoRow, readLogo, type Logo } from './logo'
import { notifications } from './notifications'
import { publicAccess } from './public-access'
import { publicSite } from './public-site'
import { startedRow } from './started'

/** Every group. A new one is a file in this folder, a line here, and a getter below. */
export const groups = {
  booking,
  business,
  dispatch,
  hours,
  invoices,
  languages,
  notifications,
  publicAccess,
  publicSite,
}

type Groups = typeof groups
export type GroupName = keyof Groups
export type Settings = { [Name in GroupName]: z.infer<z.ZodObject<Groups[Name]['fields']>> }

/** Where a value comes from: the console, an environment variable, or us. */
export type Origin = 'console' | 'environment' | 'default'

export type Values = Record<string, unknown>
type Row = typeof businessSettings.$inferSelect

/** The values of a group before and after a change. */
export interface Changed {
  before: Values
  after: Values
}

interface Change {
  /** New values of some fields. */
  values: Values
  /** Fields that go back to their first values. */
  reset?: string[]
  by: string
}

type Follower = (tx: Tx, changed: Changed, now: number) => Promise<void>

/**
 * The settings in force. They are read from memory, so pages and messages can use them anywhere, and a change
 * counts from the next read on.
 */
export class LiveSettings {
  #rows: Row[] = []
  #values: Settings
  #logo: Logo | null = null
  #revision = 0
  /** Loads that were started, and the latest one that counts. */
  readonly #loads = { started: 0, latest: 0 }
  readonly #watchers = new Set<() => void>()
  readonly #followers = new Map<GroupName, Follower>()

  constructor(private readonly config: Config) {
    this.#values = valuesOf(config, [])
  }

  get booking(): Settings['booking'] {
    return this.#values.booking
  }

  get business(): Settings['business'] {
    return this.#values.business
  }

  get dispatch(): Settings['dispatch'] {
    return this.#values.dispatch
  }

  get notifications(): Settings['notifications'] {
    return this.#values.notifications
  }

  get hours(): Settings['hours'] {
    return this.#values.hours
  }

  get invoices(): Settings['invoices'] {
    return this.#values.invoices
  }

  get languages(): Settings['languages'] {
    return this.#values.languages
  }

  get publicAccess(): Settings['publicAccess'] {
    return this.#values.publicAccess
  }

  get publicSite(): Settings['publicSite'] {
    return this.#values.publicSite
  }

  /** The uploaded picture, if there is one. */
  get logo(): Logo | null {
    return this.#logo
  }

  /** When this became the office's own company. Null while it tries out the demo. */
  get startedAt(): number | null {
    return this.#rows.find((row) => row.name === startedRow)?.updatedAt ?? null
  }

  /** Grows with every change, so that pages made earlier are made again. */
  get revision(): number {
    return this.#revision
  }

  /** All values of a group, by the name of their field. */
  valuesOf<Name extends GroupName>(name: Name): Settings[Name] {
    return this.#values[name]
  }

  originOf(name: GroupName, field: string): Origin {
    if (this.#rows.find((row) => row.name === name)?.values[field] !== undefined) return 'console'
    const variable = variableOf(name, field)
    return variable !== null && this.isGiven(variable) ? 'environment' : 'default'
  }

  isGiven(variable: string): boolean {
    return this.config.given.includes(variable)
  }

  /** The person who changed a group last, and the time. */
  lastChange(name: GroupName | 'logo'): { at: number; by: string } | null {
    const row = this.#rows.find((one) => one.name === name)
    return row ? { at: row.updatedAt, by: row.updatedBy } : null
  }

  /** Calls back after every change of settings, until the returned function is called. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  /** Runs in the unit of every change of a group, for records that have to change with it. */
  follow(name: GroupName, follower: Follower): void {
    this.#followers.set(name, follower)
  }

  /** Reads what the office changed, here or in another process. */
  async load(db: Db): Promise<void> {
    const turn = ++this.#loads.started
    const rows = await db.select().from(businessSettings).orderBy(businessSettings.name)
    const hash = rows.find((row) => row.name === logoRow)?.values.hash
    const isNewLogo = hash !== this.#logo?.hash
    const logo = isNewLogo ? (typeof hash === 'string' ? await readLogo(db, hash) : null) : this.#logo
    // A slow answer from before a change must not undo it.
    if (turn < this.#loads.latest) return
    this.#loads.latest = turn
    if (Bun.deepEquals(rows, this.#rows)) return
    this.#logo = logo
    this.#rows = rows
    this.#values = valuesOf(this.config, rows)
    this.#revision++
    for (const changed of this.#watchers) changed()
  }

  /** Writes validated values of a group. They count once `load` was called after the commit. */
  async change(tx: Tx, name: GroupName, { values, reset = [], by }: Change, now: number): Promise<Changed> {
    const [known] = await tx.select().from(businessSettings).where(eq(businessSettings.name, name)).limit(1)
    const all = Object.entries({ ...known?.values, ...values })
    const kept = Object.fromEntries(all.filter(([field]) => !reset.includes(field)))
    const before = groupValues(this.config, name, known?.values)
    const changed = { before, after: groupValues(this.config, name, kept) }
    if (Bun.deepEquals(kept, known?.values ?? {})) return changed
    const row = { values: kept, updatedAt: now, updatedBy: by }
    await tx
      .insert(businessSettings)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: businessSettings.name, set: row })
    await this.#followers.get(name)?.(tx, changed, now)
    return changed
  }
}

/** The environment variable that sets a field's first value. */
export const variableOf = (name: GroupName, field: string): string | null =>
  (groups[name].variables as Record<string, string | undefined>)[field] ?? null

function valuesOf(config: Config, rows: Row[]): Settings {
  const stored = new Map(rows.map((row) => [row.name, row.values]))
  const names = Object.keys(groups) as GroupName[]
  return Object.fromEntries(
    names.map((name) => [name, groupValues(config, name, stored.get(name))]),
  ) as Settings
}

/** A stored value that a newer version doesn't accept anymore counts as unchanged. */
function groupValues(config: Config, name: GroupName, stored: Values = {}): Values {
  const { fields, first } = groups[name]
  const values: Values = { ...first(config) }
  for (const [field, value] of Object.entries(stored)) {
    const parsed = (fields as Record<string, z.ZodType | undefined>)[field]?.safeParse(value)
    if (parsed?.success) values[field] = parsed.data
  }
  return values
}
