import { customers, franchises, jobs, serviceTypes, workers, workerShifts } from '../../db/schema'
import type { Store } from '../../db/store'
import type { OpenJob, Worker, World } from '../../src/modules/scheduling/engine/world'

const rowsPerUnit = 200
const minute = 60_000

/** Fills an empty store with a company as if everyone had booked, so dispatch reads the same world. */
export async function fillStore(store: Store, world: World): Promise<void> {
  const stamps = { createdAt: world.now, updatedAt: world.now }
  const ids = [...new Set(world.workers.map(({ franchiseId }) => franchiseId!))]
  await store.write((tx) =>
    tx.insert(franchises).values(ids.map((id) => ({ id, name: id, timeZone: 'UTC', ...stamps }))),
  )
  const labels = new Map(world.jobs.map((job) => [serviceLabel(job), job]))
  await store.write((tx) =>
    tx.insert(serviceTypes).values(
      [...labels].map(([label, { durationMinutes, bufferMinutes, skills }]) => ({
        id: label,
        label,
        baseMinutes: durationMinutes,
        bufferMinutes,
        skills,
        ...stamps,
      })),
    ),
  )
  await inUnits(store, world.workers, async (tx, some) => {
    await tx.insert(workers).values(some.map((worker) => ({ ...workerRow(worker), ...stamps })))
    await tx.insert(workerShifts).values(some.flatMap(shiftRows))
  })
  await inUnits(store, world.jobs, async (tx, some) => {
    await tx.insert(customers).values(some.map(({ id }) => ({ ...customerRow(id), ...stamps })))
    await tx.insert(jobs).values(some.map((job) => ({ ...jobRow(job), updatedAt: world.now })))
  })
}

async function inUnits<T>(
  store: Store,
  list: T[],
  insert: (tx: Parameters<Parameters<Store['write']>[0]>[0], some: T[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < list.length; from += rowsPerUnit)
    await store.write((tx) => insert(tx, list.slice(from, from + rowsPerUnit)))
}

const serviceLabel = ({ skills, durationMinutes }: OpenJob) => `${skills.join(' ')} ${durationMinutes}`

function workerRow({ id, franchiseId, skills, home, maxJobsPerDay, maxMinutesPerDay }: Worker) {
  const place = { homeLat: home?.lat ?? null, homeLng: home?.lng ?? null }
  return { id, name: id, franchiseId, skills, maxJobsPerDay, maxMinutesPerDay, ...place }
}

function shiftRows({ id, days }: Worker) {
  return days.flatMap(({ date, start, shifts }) =>
    shifts.map((shift) => ({
      id: `${id} ${date}`,
      workerId: id,
      weekday: new Date(start).getUTCDay(),
      startMinute: (shift.start - start) / minute,
      endMinute: (shift.end - start) / minute,
    })),
  )
}

const customerRow = (jobId: string) => ({
  id: `customer of ${jobId}`,
  name: `Customer of ${jobId}`,
  email: `${jobId}@example.com`,
})

function jobRow({ id, franchiseId, place, windows, priority, waitingSince, ...job }: OpenJob) {
  const [first] = windows ?? []
  const ofDay = (at: number) => new Date(at).toISOString().slice(11, 16)
  return {
    id,
    customerId: `customer of ${id}`,
    customerName: `Customer of ${id}`,
    customerEmail: `${id}@example.com`,
    address: '12 Main St, Springfield',
    type: serviceLabel({ id, franchiseId, place, windows, priority, waitingSince, ...job }),
    franchiseId,
    preferredDate: windows?.length === 1 && first ? new Date(first.from).toISOString().slice(0, 10) : null,
    // Worded differently from an offered window, which would be a promise.
    preferredTime: first ? `${ofDay(first.from)} to ${ofDay(first.until)}` : null,
    placeState: 'placed' as const,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    priority: Math.round(priority / 10),
    priceCents: 12_900,
    totalCents: 12_900,
    createdAt: waitingSince,
  }
}
