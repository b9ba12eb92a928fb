import {
  customers,
  franchises,
  franchiseZips,
  jobs,
  serviceTypes,
  workers,
  workerShifts,
} from '../../db/schema'
import type { Deps } from '../../src/deps'
import { offeredWindows } from '../../src/lib/arrival-windows'

export const service = 'Gutter cleaning'
const franchise = 'denver'
const daysAhead = 7
const rowsPerUnit = 200

/** One franchise with this many technicians, who work nine hours on six days. */
export async function fillFranchise({ store, clock }: Deps, crew: number): Promise<void> {
  const stamps = { createdAt: clock.now(), updatedAt: clock.now() }
  await store.write(async (tx) => {
    await tx.insert(franchises).values({
      id: franchise,
      name: 'Denver',
      timeZone: 'America/Denver',
      lat: 39.74,
      lng: -104.99,
      areaPolygon: [
        [40.2, -105.5],
        [40.2, -104.5],
        [39.3, -104.5],
        [39.3, -105.5],
      ],
      ...stamps,
    })
    await tx.insert(franchiseZips).values({ zip: '80202', franchiseId: franchise })
    await tx
      .insert(serviceTypes)
      .values({ id: service, label: service, baseMinutes: 45, bufferMinutes: 15, skills: [], ...stamps })
    await tx.insert(customers).values({ id: 'stranger', name: 'Stranger', ...stamps })
    for (let at = 0; at < crew; at += 1) {
      const id = `worker-${at}`
      const home = { homeLat: 39.7 + (at % 7) / 50, homeLng: -105 + (at % 5) / 50 }
      await tx
        .insert(workers)
        .values({ id, name: id, franchiseId: franchise, skills: [], ...home, ...stamps })
      for (let weekday = 1; weekday <= 6; weekday += 1)
        await tx
          .insert(workerShifts)
          .values({ id: `${id}-${weekday}`, workerId: id, weekday, startMinute: 480, endMinute: 1020 })
    }
  })
}

/** A stranger's bookings of every window in the next week, all under one name. */
export async function fillBookings(
  { store, clock }: Deps,
  from: number,
  until: number,
  fields: Partial<typeof jobs.$inferInsert> = {},
): Promise<void> {
  for (let at = from; at < until; at += rowsPerUnit) {
    const rows = Array.from({ length: Math.min(rowsPerUnit, until - at) }, (_, index) => ({
      ...booking(at + index, clock.now()),
      ...fields,
    }))
    await store.write((tx) => tx.insert(jobs).values(rows))
  }
}

function booking(number: number, now: number) {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('America/Denver').toPlainDate()
  return {
    id: crypto.randomUUID(),
    customerId: 'stranger',
    customerName: 'Stranger',
    address: '1420 Larimer St, Denver, CO 80202',
    type: service,
    franchiseId: franchise,
    preferredDate: today.add({ days: 1 + (number % daysAhead) }).toString(),
    preferredTime: offeredWindows[1 + (number % 5)]!.label,
    placeState: 'placed' as const,
    lat: 39.65 + (number % 97) / 500,
    lng: -105.1 + (number % 89) / 500,
    zip: '80202',
    priceCents: 18_900,
    totalCents: 18_900,
    createdAt: now,
    updatedAt: now,
  }
}
