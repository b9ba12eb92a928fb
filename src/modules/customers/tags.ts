import { and, eq, gt, gte, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { customerTags } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { recordActivity } from '../office'
import { ownerOf, touchFile } from './file'
import type { CustomerTagChange, TagQuery, UsedTag } from './file-model'

/** `VIP` and `vip` are the same tag. */
export const tagKey = (tag: string): string => tag.trim().toLowerCase()

const ofFranchise = (franchiseId: string | null | undefined): SQL | undefined =>
  franchiseId ? eq(customerTags.franchiseId, franchiseId) : undefined

/** A customer's tags in order. HQ also sees those of every franchise. */
export async function tagsOf(db: Db, customerId: string, franchiseId: string | null): Promise<string[]> {
  const found = await db
    .select({ key: customerTags.key, tag: sql<string>`min(${customerTags.tag})` })
    .from(customerTags)
    .where(and(eq(customerTags.customerId, customerId), ofFranchise(franchiseId)))
    .groupBy(customerTags.key)
    .orderBy(customerTags.key)
  return found.map(({ tag }) => tag)
}

const mostTags = 30

/** Adds and removes tags. A tag that others already use keeps their spelling. */
export async function changeTags(
  { store, clock }: Deps,
  customerId: string,
  { add, remove, franchiseId = null }: CustomerTagChange,
  actor: Actor,
): Promise<string[]> {
  const now = clock.now()
  return store.write(async (tx) => {
    await touchFile(tx, now, customerId)
    const before = await tagsOf(tx, customerId, franchiseId)
    await tx
      .delete(customerTags)
      .where(
        and(
          eq(customerTags.customerId, customerId),
          isAnyOf(customerTags.key, remove.map(tagKey)),
          ofFranchise(franchiseId),
        ),
      )
    const known = new Set((await tagsOf(tx, customerId, franchiseId)).map(tagKey))
    for (const tag of add) {
      const key = tagKey(tag)
      if (known.has(key)) continue
      known.add(key)
      const spelled = await spellingOf(tx, key, franchiseId)
      const row = { customerId, franchiseId: ownerOf(franchiseId), key, tag: spelled ?? tag }
      await tx.insert(customerTags).values(row).onConflictDoNothing()
    }
    if (known.size > mostTags) throw conflict(`A customer can have ${mostTags} tags. Remove one first.`)
    const tags = await tagsOf(tx, customerId, franchiseId)
    if (tags.join('\n') !== before.join('\n'))
      await recordActivity(tx, now, {
        type: 'customer.tagged',
        actor,
        summary: 'Changed the tags of a customer',
        subject: { kind: 'customer', id: customerId, name: 'a customer' },
        franchiseId,
      })
    return tags
  })
}

async function spellingOf(db: Db, key: string, franchiseId: string | null): Promise<string | undefined> {
  const [found] = await db
    .select({ tag: customerTags.tag })
    .from(customerTags)
    .where(and(eq(customerTags.key, key), ofFranchise(franchiseId)))
    .limit(1)
  return found?.tag
}

type Row = UsedTag & { key: string }

/** All tags in use, in alphabetical order. */
export function listTags({ store }: Deps, { q, franchiseId }: TagQuery): Listing<Row, UsedTag> {
  const { key, tag, customerId } = customerTags
  const start = q === undefined ? null : tagKey(q)
  return {
    kinds: ['string'],
    position: (row) => [row.key],
    present: ({ tag: shown, customers }) => ({ tag: shown, customers }),
    rows: (limit, after) =>
      store.read
        .select({ key, tag: sql<string>`min(${tag})`, customers: sql<number>`count(DISTINCT ${customerId})` })
        .from(customerTags)
        .where(
          and(
            ofFranchise(franchiseId),
            start === null ? undefined : and(gte(key, start), lt(key, `${start}\u{10ffff}`)),
            after ? gt(key, String(after[0])) : undefined,
          ),
        )
        .groupBy(key)
        .orderBy(key)
        .limit(limit),
  }
}

/** Whether a customer has a tag, for lists. */
export function hasTag(customerId: SQLWrapper, tag: string, franchiseId?: string): SQL {
  const own = franchiseId === undefined ? sql`` : sql`AND tagged.franchise_id = ${franchiseId}`
  return sql`${customerId} IN (SELECT tagged.customer_id FROM ${customerTags} AS tagged
    WHERE tagged.key = ${tagKey(tag)} ${own})`
}
