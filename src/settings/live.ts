import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { businessSettings } from '../../db/schema'
import type { Db, Tx } from '../../db/store'
import type { Config } from '../config'
import { business } from './business'
import { notifications } from './notifications'

/** Every group. A new one is a file in this folder, a line here, and a getter below. */
export const groups = { business, notifications }

type Groups = typeof groups
export type GroupName = keyof Groups
export type Settings = { [Name in GroupName]: z.infer<z.ZodObject<Groups[Name]['fields']>> }

/** Where a value comes from: the console, an environment variable, or us. */
export type Origin = 'console' | 'environment' | 'default'

type Values = Record<string, unknown>
type Changed = Partial<Record<GroupName, Values>>

interface Change {
  /** New values of some fields. */
  values: Values
  /** Fields that go back to their first values. */
  reset?: string[]
  by: string
}

/**
 * The settings in force. They are read from memory, so pages and messages can use them anywhere, and a change
 * counts from the next read on.
 */
export class LiveSettings {
  #changed: Changed = {}
  #values: Settings
  #revision = 0

  constructor(private readonly config: Config) {
    this.#values = valuesOf(config, {})
  }

  get business(): Settings['business'] {
    return this.#values.business
  }

  get notifications(): Settings['notifications'] {
    return this.#values.notifications
  }

  /** Grows with every change, so that pages made earlier are made again. */
  get revision(): number {
    return this.#revision
  }

  originOf(name: GroupName, field: string): Origin {
    if (this.#changed[name]?.[field] !== undefined) return 'console'
    const variable = (groups[name].variables as Record<string, string | undefined>)[field]
    return variable !== undefined && this.config.given.includes(variable) ? 'environment' : 'default'
  }

  /** Reads what the office changed, here or in another process. */
  async load(db: Db): Promise<void> {
    const rows = await db.select().from(businessSettings).orderBy(businessSettings.name)
    const changed: Changed = Object.fromEntries(rows.map((row) => [row.name, row.values]))
    if (Bun.deepEquals(changed, this.#changed)) return
    this.#changed = changed
    this.#values = valuesOf(this.config, changed)
    this.#revision++
  }

  /** Writes validated values of a group. They count once `load` was called after the commit. */
  async change(tx: Tx, name: GroupName, { values, reset = [], by }: Change, now: number): Promise<void> {
    const [known] = await tx.select().from(businessSettings).where(eq(businessSettings.name, name)).limit(1)
    const all = Object.entries({ ...known?.values, ...values })
    const kept = Object.fromEntries(all.filter(([field]) => !reset.includes(field)))
    const row = { values: kept, updatedAt: now, updatedBy: by }
    await tx
      .insert(businessSettings)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: businessSettings.name, set: row })
  }
}

/** A stored value that a newer version doesn't accept anymore counts as unchanged. */
function valuesOf(config: Config, changed: Changed): Settings {
  const inForce = Object.entries(groups).map(([name, { fields, first }]) => {
    const values: Values = { ...first(config) }
    for (const [field, value] of Object.entries(changed[name as GroupName] ?? {})) {
      const parsed = (fields as Record<string, z.ZodType | undefined>)[field]?.safeParse(value)
      if (parsed?.success) values[field] = parsed.data
    }
    return [name, values]
  })
  return Object.fromEntries(inForce) as Settings
}
