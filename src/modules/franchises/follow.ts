import { eq } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Changed } from '../../settings/live'

const followed = [
  ['name', franchises.name, 'name'],
  ['color', franchises.color, 'color'],
  ['postalAddress', franchises.postalAddress, 'postalAddress'],
] as const

/** A company with one franchise writes its own name on everything, so a new name has to reach the franchise. */
export function followBusiness({ settings }: Pick<Deps, 'settings'>): void {
  settings.follow('business', renameOwn)
}

/** Changes the franchises that have the company's own name, color or address, and leaves the others alone. */
async function renameOwn(tx: Tx, { before, after }: Changed, now: number): Promise<void> {
  for (const [field, column, name] of followed) {
    const [old, next] = [before[field], after[field]]
    if (typeof old === 'string' && old !== next)
      await tx
        .update(franchises)
        .set({ [name]: next, updatedAt: now })
        .where(eq(column, old))
  }
}
