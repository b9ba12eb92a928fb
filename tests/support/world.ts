import {
  franchises,
  franchiseSplits,
  franchiseZips,
  serviceTypes,
  workers,
  workerShifts,
} from '../../db/schema'
import type { TestApp } from './app'

/** One franchise in Denver with a worker who works on weekdays, and one service. */
export const denver = 'franchise-denver'
export const marcus = 'worker-marcus'
export const sofia = 'worker-sofia'

export async function addWorld({ deps }: TestApp): Promise<void> {
  const now = deps.clock.now()
  const stamps = { createdAt: now, updatedAt: now }
  await deps.store.write(async (tx) => {
    await tx.insert(franchises).values({
      id: denver,
      name: 'Front Range Gutters',
      email: 'denver@example.com',
      timeZone: 'America/Denver',
      taxBasisPoints: 881,
      lat: 39.7392,
      lng: -104.9903,
      areaPolygon: [
        [39.9, -105.2],
        [39.9, -104.8],
        [39.6, -104.8],
        [39.6, -105.2],
      ],
      ...stamps,
    })
    await tx.insert(franchiseZips).values({ zip: '80202', franchiseId: denver })
    await tx.insert(franchiseSplits).values({
      id: 'split-1',
      franchiseId: denver,
      shareBasisPoints: 7000,
      effectiveFrom: 0,
      createdAt: now,
    })
    for (const [id, name] of [
      [marcus, 'Marcus Lee'],
      [sofia, 'Sofia Reyes'],
    ] as const) {
      await tx.insert(workers).values({
        id,
        name,
        franchiseId: denver,
        skills: ['gutter'],
        homeLat: 39.75,
        homeLng: -104.99,
        ...stamps,
      })
      for (let weekday = 1; weekday <= 5; weekday++)
        await tx
          .insert(workerShifts)
          .values({ id: `${id}-${weekday}`, workerId: id, weekday, startMinute: 480, endMinute: 1020 })
    }
    await tx.insert(serviceTypes).values({
      id: 'service-cleaning',
      label: 'Gutter cleaning',
      baseMinutes: 45,
      minutesPerFootStory: 0.15,
      bufferMinutes: 15,
      skills: ['gutter'],
      listPriceCents: 18900,
      ...stamps,
    })
  })
}

/** A booking with valid values in every field; tests change the ones they're about. */
export const booking = {
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  customerPhone: '303-555-0142',
  address: '1420 Larimer St, Denver, CO 80202',
  type: 'Gutter cleaning',
  price: 189.5,
  preferredDate: '2026-03-09',
  preferredTime: 'morning',
  addOns: ['Downspout flush'],
  gutterLength: 100,
  stories: 2,
}
