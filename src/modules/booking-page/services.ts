import { asc, eq } from 'drizzle-orm'
import { serviceTypes } from '../../../db/schema'
import type { Deps } from '../../deps'
import { unitsFromCents } from '../../lib/money'
import type { OfferedService } from './model'

/** More than anybody reads; a business has a dozen. */
const atMost = 200

/** What can be booked, by name. */
export async function offeredServices({ store }: Pick<Deps, 'store'>): Promise<OfferedService[]> {
  const rows = await store.read
    .select()
    .from(serviceTypes)
    .where(eq(serviceTypes.active, true))
    .orderBy(asc(serviceTypes.label))
    .limit(atMost)
  return rows.map(({ id, label, listPriceCents, baseMinutes, minutesPerFootStory }) => ({
    id,
    label,
    price: listPriceCents === null ? null : unitsFromCents(listPriceCents),
    minutes: baseMinutes,
    dependsOnSize: minutesPerFootStory > 0,
  }))
}
