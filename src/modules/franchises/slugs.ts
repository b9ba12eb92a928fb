import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'

const longest = 60

/** The name in an address: `Front Range Gutters` is `front-range-gutters`. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? ['location']).join('-').slice(0, longest).replace(/-$/, '')
}

/** The name in an address, with a number if another franchise has it. */
export async function freeSlug(tx: Tx, name: string): Promise<string> {
  const wanted = slugOf(name)
  for (let count = 1; ; count++) {
    const slug = count === 1 ? wanted : `${wanted}-${count}`
    if (!(await isTaken(tx, slug, ''))) return slug
  }
}

/** Refuses an address that another franchise has. */
export async function requireFreeSlug(tx: Tx, slug: string, ownId: string): Promise<void> {
  if (await isTaken(tx, slug, ownId))
    throw conflict('Another franchise has this page address. Choose another one.')
}

async function isTaken(db: Db, slug: string, ownId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: franchises.id })
    .from(franchises)
    .where(and(eq(franchises.slug, slug), ne(franchises.id, ownId)))
    .limit(1)
  return other !== undefined
}

/** Gives an address to franchises from before there were pages. */
export async function giveSlugs({ store }: Deps): Promise<void> {
  const without = await store.read
    .select({ id: franchises.id, name: franchises.name })
    .from(franchises)
    .where(isNull(franchises.slug))
    .orderBy(asc(franchises.id))
  for (const { id, name } of without)
    await store.write(async (tx) => {
      const slug = await freeSlug(tx, name)
      await tx
        .update(franchises)
        .set({ slug })
        .where(and(eq(franchises.id, id), isNull(franchises.slug)))
    })
}
