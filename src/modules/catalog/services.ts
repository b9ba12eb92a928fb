import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { ChecklistItem } from '../../../db/schema/catalog'
import { sqliteLower } from '../../../db/conditions'
import { serviceTypes } from '../../../db/schema'
import { isUnchanged, brokenConstraint, newId, onlyRow, prepared, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { isoTime } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import type { Cents } from '../../lib/money'
import { priceBy, rulesInCents, rulesInUnits, type PricedHome } from '../../lib/price-rules'
import { changedFields, changesOf, recordActivity } from '../office'
import { ServiceInput, type Service, type ServiceChange, type ServiceQuery } from './model'

type Row = typeof serviceTypes.$inferSelect

export async function addService(
  { store, clock }: Deps,
  input: ServiceInput,
  actor: Actor,
): Promise<Service> {
  return refuseTwins(store.write((tx) => insertService(tx, clock.now(), input, actor)))
}

export async function insertService(
  tx: Tx,
  now: number,
  input: ServiceInput,
  actor: Actor,
): Promise<Service> {
  const row = { id: newId(), ...storedFields(input, [], now), createdAt: now, updatedAt: now }
  const stored = onlyRow(await tx.insert(serviceTypes).values(row).returning())
  const summary = `Added service ${stored.label}`
  await recordActivity(tx, now, { type: 'service.added', actor, summary, subject: subjectOf(stored) })
  return presentService(stored)
}

export async function changeService(
  { store, clock }: Deps,
  id: string,
  change: ServiceChange,
  actor: Actor,
): Promise<Service> {
  const now = clock.now()
  const changed = await refuseTwins(
    store.write(async (tx) => {
      const known = await requireService(tx, id)
      const input = ServiceInput.parse({ ...presentService(known), ...change })
      const fields = storedFields(input, known.checklist, now)
      if (isUnchanged(known, fields)) return known
      const next = { ...known, ...fields, updatedAt: now }
      await tx.update(serviceTypes).set(next).where(eq(serviceTypes.id, id))
      await recordActivity(tx, now, {
        type: 'service.changed',
        actor,
        summary: `Changed service ${next.label}: ${changedFields(change)}`,
        subject: subjectOf(next),
        changes: changesOf(known, next, shownFields),
      })
      return next
    }),
  )
  return presentService(changed)
}

const shownFields = [
  'label',
  'listPriceCents',
  'footPriceCents',
  'storyPriceCents',
  'windowPriceCents',
  'minimumPriceCents',
  'extras',
  'byQuote',
  'checklist',
  'asksSignature',
  'baseMinutes',
  'bufferMinutes',
  'skills',
  'technicians',
  'active',
] as const

const subjectOf = ({ id, label }: Row) => ({ kind: 'service', id, name: label }) as const

export async function readService({ store }: Deps, id: string): Promise<Service> {
  return presentService(await requireService(store.read, id))
}

async function requireService(db: Db, id: string): Promise<Row> {
  const [row] = await db.select().from(serviceTypes).where(eq(serviceTypes.id, id)).limit(1)
  if (!row) throw missing('Service')
  return row
}

/** Newest first, because ids are ordered by time. */
export function listServices({ store }: Deps, { active }: ServiceQuery): Listing<Row, Service> {
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentService,
    rows: (limit, after) =>
      store.read
        .select()
        .from(serviceTypes)
        .where(
          and(
            after ? lt(serviceTypes.id, String(after[0])) : undefined,
            active === undefined ? undefined : eq(serviceTypes.active, active),
          ),
        )
        .orderBy(desc(serviceTypes.id))
        .limit(limit),
  }
}

function presentService({ id, createdAt, updatedAt, ...row }: Row): Service {
  const { label, baseMinutes, minutesPerFootStory, bufferMinutes, skills, technicians, active } = row
  const { checklist, asksSignature } = row
  return {
    id,
    label,
    baseMinutes,
    minutesPerFootStory,
    bufferMinutes,
    skills,
    technicians,
    ...rulesInUnits(row),
    checklist: checklist.map(({ id: itemId, label: asked, labelEs = null, kind, required }) => ({
      id: itemId,
      label: asked,
      labelEs,
      kind,
      required,
    })),
    asksSignature,
    active,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  }
}

/** Money is stored in cents. */
function storedFields(
  { listPrice, footPrice, storyPrice, windowPrice, minimumPrice, ...rest }: ServiceInput,
  known: readonly ChecklistItem[],
  now: number,
) {
  const rules = { listPrice, footPrice, storyPrice, windowPrice, minimumPrice, ...rest }
  return { ...rest, ...rulesInCents(rules), checklist: checklistOf(rest.checklist, known, now) }
}

/** Items keep their id when they are reworded. An item that is asked in another way is a new one. */
function checklistOf(
  given: ServiceInput['checklist'],
  known: readonly ChecklistItem[],
  now: number,
): ChecklistItem[] {
  const left = new Map(known.map((item) => [item.id, item]))
  return given.map(({ id, kind, required, ...words }) => {
    const before = left.get(id ?? '')
    left.delete(id ?? '')
    const labels = { label: words.label, labelEs: words.labelEs ?? null }
    if (before?.kind !== kind) return { id: newId(), ...labels, kind, required, since: now }
    const since = required && !before.required ? now : before.since
    if (words.labelEs === undefined) labels.labelEs = before.labelEs ?? null
    return { id: before.id, ...labels, kind, required, since }
  })
}

async function refuseTwins<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('UNIQUE'))
      throw conflict('A service with this name already exists')
    throw error
  }
}

const byLabel = prepared((db) =>
  db
    .select()
    .from(serviceTypes)
    .where(sql`lower(${serviceTypes.label}) = ${sql.placeholder('label')}`)
    .limit(1),
)

export type ServiceType = typeof serviceTypes.$inferSelect

/** Finds a service by the label on a job, ignoring case. */
export const serviceOf = (db: Db, label: string): Promise<ServiceType | undefined> =>
  byLabel.get(db, { label: labelKey(label) })

/** The price of a bookable service for a home; null if there is no such service or the office names its price. */
export async function catalogPrice(db: Db, label: string, home: PricedHome): Promise<Cents | null> {
  const service = await serviceOf(db, label)
  return service?.active ? priceBy(service, home) : null
}

/** The form of a label that lookups and the uniqueness rule use. */
export const labelKey = sqliteLower
