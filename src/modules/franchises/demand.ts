import { and, count, desc, eq, lt, lte, max } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { areaRequests } from '../../../db/schema'
import { newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { day, isoTime } from '../../lib/clock'
import { normaliseEmail } from '../../lib/contact'
import type { Person } from '../../lib/person'
import type { AreaRequest, AreaRequestQuery, Demand } from './model'

/** By then people have found someone else. */
const keptFor = 365 * day
/** More ZIP codes than anyone reads. */
const mostZips = 500

/**
 * Notes that somebody would like us to come to a ZIP code: once, however often they ask. Nobody is sent anything.
 * False if there is no such ZIP code.
 */
export async function askForArea(
  { store, clock, providers }: Deps,
  { email, zip, language }: Pick<AreaRequest, 'email' | 'zip' | 'language'>,
): Promise<boolean> {
  const place = (await providers.geocoder.locateZips([zip])).get(zip)
  if (!place) return false
  const { lat, lng } = place
  const request = { id: newId(), email: normaliseEmail(email), zip, lat, lng, language }
  await store.write((tx) =>
    tx
      .insert(areaRequests)
      .values({ ...request, createdAt: clock.now() })
      .onConflictDoNothing(),
  )
  return true
}

/** The ZIP codes people ask for, those with the most requests first. */
export async function readDemand({ store }: Pick<Deps, 'store'>): Promise<Demand> {
  const requests = count()
  const latest = max(areaRequests.createdAt)
  const rows = await store.read
    .select({
      zip: areaRequests.zip,
      lat: max(areaRequests.lat),
      lng: max(areaRequests.lng),
      requests,
      latest,
    })
    .from(areaRequests)
    .groupBy(areaRequests.zip)
    .orderBy(desc(requests), areaRequests.zip)
    .limit(mostZips)
  const [all] = await store.read.select({ requests: count() }).from(areaRequests)
  return {
    total: all?.requests ?? 0,
    zips: rows.map(({ latest: at, lat, lng, ...row }) => ({
      ...row,
      lat: Number(lat),
      lng: Number(lng),
      latest: isoTime(at ?? 0),
    })),
  }
}

export function listAreaRequests(
  { store }: Deps,
  { zip }: AreaRequestQuery,
): Listing<typeof areaRequests.$inferSelect, AreaRequest> {
  return {
    kinds: ['string'],
    position: ({ id }) => [id],
    present: ({ id, email, zip: of, language, createdAt }) => ({
      id,
      email,
      zip: of,
      language: language === 'es' ? 'es' : 'en',
      createdAt: isoTime(createdAt),
    }),
    idsOnly: ['id'],
    rows: (limit, after) =>
      store.read
        .select()
        .from(areaRequests)
        .where(
          and(
            after ? lt(areaRequests.id, String(after[0])) : undefined,
            zip === undefined ? undefined : eq(areaRequests.zip, zip),
          ),
        )
        .orderBy(desc(areaRequests.id))
        .limit(limit),
  }
}

export async function forgetCustomer(tx: Tx, { addresses }: Person): Promise<void> {
  await tx.delete(areaRequests).where(isAnyOf(areaRequests.email, addresses.map(normaliseEmail)))
}

export async function sweepAreaRequests({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  await store.write((tx) => tx.delete(areaRequests).where(lte(areaRequests.createdAt, clock.now() - keptFor)))
}
