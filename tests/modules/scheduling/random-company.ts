import { eq } from 'drizzle-orm'
import {
  franchises,
  franchiseZips,
  jobs,
  serviceTypes,
  workers,
  workerShifts,
  workerTimeOff,
} from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { seededRandom } from '../../../src/modules/scheduling/engine/random'
import type { TestApp } from '../../support/app'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const zones = ['America/Denver', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC']
const labels = [
  'morning',
  'afternoon',
  'any',
  '8-10',
  '10:00-12:00',
  '13-15',
  '1pm-4pm',
  'teatime',
  null,
  null,
]
const skills = ['clean', 'repair', 'roof']

/** Fills a store with a bit of everything real companies have, awkward things most of all. */
export async function addRandomCompany({ deps }: TestApp, seed: number): Promise<void> {
  const random = seededRandom(seed)
  const now = deps.clock.now()
  const below = (count: number) => Math.floor(random() * count)
  const chance = (share: number) => random() < share
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const some = (share: number) => skills.filter(() => chance(share))
  const place = () => ({ lat: 40 + random() / 4, lng: -75 + random() / 4 })
  const dateIn = (days: number) => new Date(now + days * day).toISOString().slice(0, 10)
  const stamps = { createdAt: now, updatedAt: now }
  const homes = [null, 'north', 'south'].slice(0, 2 + below(2))

  const addFranchise = (tx: Tx, id: string) =>
    tx.insert(franchises).values({
      id,
      name: id,
      timeZone: pick(zones),
      active: chance(0.95),
      blackoutDates: chance(0.4) ? [dateIn(below(6)), dateIn(below(6))] : [],
      areaPolygon: chance(0.5)
        ? [
            [39.9, -75.1],
            [39.9, -74.85],
            [40.22, -74.85],
            [40.22, -75.1],
          ]
        : null,
      ...stamps,
    })

  async function addWorker(tx: Tx, id: string): Promise<void> {
    const home = chance(0.9) ? place() : null
    await tx.insert(workers).values({
      id,
      name: id,
      franchiseId: pick(homes),
      active: chance(0.9),
      skills: some(0.7),
      homeLat: home?.lat ?? null,
      homeLng: home?.lng ?? null,
      maxJobsPerDay: chance(0.4) ? 1 + below(5) : null,
      maxMinutesPerDay: chance(0.3) ? 60 + below(400) : null,
      ...stamps,
    })
    for (let weekday = 1; weekday <= 7; weekday += 1) {
      const shift = (from: number, until: number) => ({
        id: `${id} ${weekday} ${from}`,
        workerId: id,
        weekday,
        startMinute: from,
        endMinute: until,
      })
      if (chance(0.15)) continue
      if (chance(0.2)) await tx.insert(workerShifts).values([shift(420, 690), shift(780, 1080)])
      else await tx.insert(workerShifts).values(shift(480 + below(3) * 30, 900 + below(4) * 60))
    }
    for (let off = below(3); off > 0 && chance(0.4); off -= 1) {
      const startsAt = now + below(7 * 24 * 60) * minute
      const endsAt = startsAt + (15 + below(1_500)) * minute
      await tx
        .insert(workerTimeOff)
        .values({ id: `${id} ${off}`, workerId: id, startsAt, endsAt, createdAt: now })
    }
  }

  const jobRow = (id: string) => {
    const { lat, lng } = place()
    const placed = chance(0.93)
    return {
      id,
      customerName: 'Jordan',
      address: 'somewhere',
      type: chance(0.95) ? pick(['Cleaning', 'repair', 'ROOF WORK', 'Inspection']) : 'Nobody knows',
      gutterLength: chance(0.5) ? below(300) : null,
      stories: chance(0.5) ? 1 + below(3) : null,
      franchiseId: chance(0.97) ? pick(homes) : 'unknown',
      preferredDate: chance(0.5) ? dateIn(below(9) - 1) : null,
      preferredTime: pick(labels),
      held: chance(0.05),
      placeState: placed ? ('placed' as const) : chance(0.5) ? ('waiting' as const) : ('unknown' as const),
      ...(placed ? { lat, lng } : {}),
      zip: chance(0.3) ? '19000' : null,
      paymentId: chance(0.05) ? `pi_${id}` : null,
      priority: below(21) - 10,
      priceCents: 100,
      totalCents: 100,
      createdAt: now - below(96) * hour,
      updatedAt: now,
    }
  }

  /** Visits one after another, so none overlaps. */
  async function addVisits(tx: Tx, worker: string): Promise<void> {
    let at = now - below(30) * hour
    for (let visit = chance(0.6) ? below(6) : 0; visit > 0; visit -= 1) {
      const id = `visit ${worker} ${visit}`
      const scheduledStart = at + below(900) * minute
      const scheduledEnd = scheduledStart + (15 + below(150)) * minute
      const busyUntil = (at = scheduledEnd + below(3) * 5 * minute)
      await tx.insert(jobs).values(jobRow(id))
      const status =
        scheduledStart < now ? pick(['completed', 'in_progress', 'scheduled'] as const) : 'scheduled'
      const times = { scheduledStart, scheduledEnd, busyUntil }
      await tx
        .update(jobs)
        .set({ status, workerId: worker, revision: 1, ...times })
        .where(eq(jobs.id, id))
    }
  }

  await deps.store.write(async (tx) => {
    for (const id of homes) if (id !== null) await addFranchise(tx, id)
    if (chance(0.5)) await tx.insert(franchiseZips).values({ zip: '19000', franchiseId: 'north' })
    const service = (label: string, baseMinutes: number | null, needs: string[]) => ({
      id: label,
      label,
      baseMinutes,
      skills: needs,
      minutesPerFootStory: 0.1,
      bufferMinutes: below(4) * 5,
      ...stamps,
    })
    await tx
      .insert(serviceTypes)
      .values([
        service('Cleaning', 30 + below(60), []),
        service('Repair', 60 + below(90), ['repair']),
        service('Roof work', chance(0.8) ? 90 : null, ['Roof', 'repair']),
        service('Inspection', 20, ['CLEAN']),
      ])
  })
  const crew = Array.from({ length: 2 + below(6) }, (_, at) => `worker-${at}`)
  for (const id of crew)
    await deps.store.write(async (tx) => {
      await addWorker(tx, id)
      await addVisits(tx, id)
    })
  const waiting = Array.from({ length: below(45) }, (_, at) => jobRow(`job-${String(at).padStart(3, '0')}`))
  if (waiting.length > 0) await deps.store.write((tx) => tx.insert(jobs).values(waiting))
}
