import { asc, eq } from 'drizzle-orm'
import { savedViews } from '../../../db/schema'
import { newId } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Caller } from '../../http/request'
import { conflict } from '../../lib/errors'
import type { SavedViews, SavedViewsInput } from './model'

/** A person's saved views of lists. Tokens and API keys belong to nobody, so their views stay in the browser. */
export async function readViews({ store }: Deps, { staff }: Caller): Promise<SavedViews> {
  if (!staff) return { stored: false, views: [] }
  const { list, name, query } = savedViews
  const views = await store.read
    .select({ list, name, query })
    .from(savedViews)
    .where(eq(savedViews.staffId, staff.id))
    .orderBy(asc(savedViews.createdAt), asc(savedViews.id))
  return { stored: true, views }
}

/** Replaces all of a person's views, so a repeated request changes nothing. */
export async function storeViews(deps: Deps, { staff }: Caller, input: SavedViewsInput): Promise<SavedViews> {
  if (!staff) throw conflict('Only people who sign in have saved views. Keep them in the browser instead.')
  const now = deps.clock.now()
  const named = new Map(input.views.map((view) => [`${view.list}:${view.name}`, view]))
  const rows = [...named.values()].map((view, place) => ({
    id: newId(),
    staffId: staff.id,
    ...view,
    query: withoutSearch(view.query),
    createdAt: now + place,
  }))
  await deps.store.write(async (tx) => {
    await tx.delete(savedViews).where(eq(savedViews.staffId, staff.id))
    for (const row of rows) await tx.insert(savedViews).values(row)
  })
  return { stored: true, views: rows.map(({ list, name, query }) => ({ list, name, query })) }
}

/** A search names a customer, who may want to be erased one day. */
function withoutSearch(query: string): string {
  const kept = new URLSearchParams(query)
  for (const name of ['q', 'id', 'job', 'customerId']) kept.delete(name)
  return kept.toString()
}
