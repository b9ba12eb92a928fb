import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import { newId } from '../../../db/store'
import { estimateMinutes } from '../../../src/providers/routing/estimate'
import { seededRandom } from '../../../src/modules/scheduling/engine/random'
import { expectStatus } from '../../support/admin'
import { denver, marcus } from '../../support/world'
import { startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

const minute = 60_000
const hour = 60 * minute
const here = { lat: 39.74, lng: -104.98 }
const there = { lat: 39.86, lng: -104.98 }

/**
 * Days of drives between two places in Denver, one every two hours from 8 AM to 6 PM, that take as much longer as
 * `longer` says; the estimate is a third too low everywhere.
 */
async function drive(
  days: number,
  longer: (weekday: number, hour: number) => number,
  late = 0,
): Promise<void> {
  const random = seededRandom(3)
  const visits: Visit[] = []
  const usual = estimateMinutes(here, there) * minute * 1.5
  for (let back = 1; back <= days; back += 1) {
    const midnight = Date.UTC(2026, 2, 2, 7) - back * 24 * hour
    const weekday = new Date(midnight).getUTCDay() || 7
    for (let at = 8; at < 18; at += 2) {
      const left = midnight + at * hour
      const took = usual * longer(weekday, at) * (0.9 + random() / 5)
      visits.push({ at: left - hour, place: here, completedAt: left - late - minute })
      visits.push({
        at: left,
        place: there,
        enRouteAt: left,
        startedAt: Math.round(left + took),
        completedAt: left + hour,
      })
    }
  }
  await plantAll(visits)
}

interface Visit {
  at: number
  place: typeof here
  enRouteAt?: number
  startedAt?: number
  completedAt: number
}

const booking = {
  franchiseId: denver,
  customerName: 'Jordan Rivera',
  address: '1420 Larimer St, Denver, CO 80202',
  type: 'Gutter cleaning',
  priceCents: 10_000,
  totalCents: 10_000,
}

/** All in one unit, because there are many. */
const plantAll = (visits: readonly Visit[]) =>
  company.deps.store.write(async (tx) => {
    for (const { at, place, ...steps } of visits) {
      const id = newId()
      await tx.insert(jobs).values({ ...booking, id, ...place, ...steps, createdAt: at, updatedAt: at })
      const times = { scheduledStart: at, scheduledEnd: at + hour, busyUntil: at + hour }
      await tx
        .update(jobs)
        .set({ status: 'completed', workerId: marcus, ...times, revision: 1 })
        .where(eq(jobs.id, id))
    }
  })

const learn = async () => expectStatus(await company.get('/api/admin/dispatch/traffic'), 200).body.data

test('hours in which drives took longer are found, whatever the estimate is worth', async () => {
  await drive(56, (weekday, at) => (weekday < 6 && at >= 16 ? 1.4 : 1))
  expect(await learn()).toEqual({
    drives: 280,
    enough: 200,
    rushHours: [{ weekdays: [1, 2, 3, 4, 5], fromHour: 16, untilHour: 17, longerPercent: 40 }],
  })
})

test('nothing is found where every hour is the same', async () => {
  await drive(48, () => 1)
  expect(await learn()).toEqual({ drives: 240, enough: 200, rushHours: [] })
})

test('too few drives teach nothing', async () => {
  await drive(8, (_, at) => (at === 9 ? 3 : 1))
  expect(await learn()).toMatchObject({ drives: 40, rushHours: [] })
})

test('a drive that began long after the visit before it may have begun anywhere', async () => {
  await drive(2, () => 1, hour / 3)
  expect(await learn()).toMatchObject({ drives: 0 })
})
