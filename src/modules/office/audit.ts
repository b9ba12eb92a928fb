import { and, desc, eq, gte, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import { before } from '../../../db/conditions'
import { activity } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { isoTime } from '../../lib/clock'
import type { Changes } from './activity'
import type { AuditEntry, AuditQuery, Auditors } from './model'

type Row = typeof activity.$inferSelect

/** HQ's changes, newest first. `scope` limits them to one franchise. */
export function listAudit(
  { store }: Deps,
  query: AuditQuery,
  scope: string | null = null,
): Listing<Row, AuditEntry> {
  const { person, subjectKind, subjectId, type, from, to } = query
  const { at, id } = activity
  const franchiseId = scope ?? query.franchiseId
  return {
    kinds: ['number', 'number'],
    position: (row) => [row.at, row.id],
    present: presentEntry,
    rows: (limit, after) =>
      store.read
        .select()
        .from(activity)
        .where(
          and(
            isNotNull(activity.via),
            person === undefined ? undefined : eq(activity.actorId, person),
            subjectKind === undefined ? undefined : eq(activity.subjectKind, subjectKind),
            subjectId === undefined ? undefined : eq(activity.subjectId, subjectId),
            franchiseId === undefined ? undefined : eq(activity.franchiseId, franchiseId),
            type === undefined ? undefined : eq(activity.type, type),
            from === undefined ? undefined : gte(at, from),
            to === undefined ? undefined : lt(at, to),
            after ? before([at, id], after) : undefined,
          ),
        )
        .orderBy(desc(at), desc(id))
        .limit(limit),
  }
}

function presentEntry(row: Row): AuditEntry {
  const { subjectKind, subjectId, subjectName, via, metadata } = row
  const { changes = {} } = (metadata ?? {}) as { changes?: Changes }
  return {
    id: row.id,
    at: isoTime(row.at),
    type: row.type,
    person: row.actor,
    personId: row.actorId ?? '',
    via: via ?? 'api',
    address: row.address,
    summary: row.summary,
    subjectKind,
    subjectId,
    subjectName,
    franchiseId: row.franchiseId,
    changes: Object.entries(changes).map(([field, [old, now]]) => ({ field, before: old, after: now })),
  }
}

/** Everyone who changed something, under their latest name. Jumps from one to the next in the index. */
export async function listAuditors({ store }: Deps, scope: string | null = null): Promise<Auditors> {
  const own: SQL = scope === null ? sql`` : sql`AND franchise_id = ${scope}`
  const people = await store.read.all<{ id: string; name: string }>(sql`
    WITH RECURSIVE people(id) AS (
      SELECT min(actor_id) FROM activity WHERE via IS NOT NULL
      UNION ALL
      SELECT (SELECT min(actor_id) FROM activity WHERE via IS NOT NULL AND actor_id > people.id)
      FROM people WHERE people.id IS NOT NULL
    ), named AS (
      SELECT id, (SELECT actor FROM activity WHERE via IS NOT NULL AND actor_id = people.id ${own}
        ORDER BY at DESC LIMIT 1) AS name
      FROM people WHERE id IS NOT NULL
    )
    SELECT id, name FROM named WHERE name IS NOT NULL ORDER BY name`)
  return { people }
}
