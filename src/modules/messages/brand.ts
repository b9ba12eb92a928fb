import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { franchises } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Brand } from './templates/draft'

const usualColour = '#1f6f54'

const findFranchise = prepared((db) =>
  db
    .select({
      name: franchises.name,
      colour: franchises.colour,
      phone: franchises.phone,
      email: franchises.email,
    })
    .from(franchises)
    .where(eq(franchises.id, sql.placeholder('id'))),
)

/** The franchise's name and colour, or the company's own where none is known. */
export async function brandOf(
  deps: Pick<Deps, 'store' | 'config'>,
  franchiseId: string | null,
): Promise<Brand> {
  const franchise =
    franchiseId === null ? undefined : await findFranchise.get(deps.store.read, { id: franchiseId })
  return {
    name: franchise?.name ?? deps.config.business.name,
    // It stands inside a style attribute, where escaping alone is no protection.
    colour: franchise && /^#[0-9a-f]{6}$/i.test(franchise.colour) ? franchise.colour : usualColour,
    phone: franchise?.phone ?? null,
    email: franchise?.email ?? null,
    site: deps.config.publicUrl,
  }
}
