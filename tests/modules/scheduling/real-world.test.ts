import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { customers, franchises, workers } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import { denver, marcus, sofia } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

/** Where a worker begins the day; null for no starting address. */
const startAt = (id: string, place: { lat: number; lng: number } | null) =>
  company.deps.store.write((tx) =>
    tx
      .update(workers)
      .set({ homeLat: place?.lat ?? null, homeLng: place?.lng ?? null })
      .where(eq(workers.id, id)),
  )

const job = { lat: 39.74, lng: -104.98 }
const near = { lat: 39.74, lng: -104.97 }
const aLittleFarther = { lat: 39.8, lng: -104.98 }

test.each([marcus, sofia])('dispatch sends %s if the customer asked for them', async (asked) => {
  await startAt(marcus, asked === marcus ? aLittleFarther : near)
  await startAt(sofia, asked === sofia ? aLittleFarther : near)
  const customer = { id: 'c1', name: 'Jo', createdAt: 1, updatedAt: 1 }
  await company.deps.store.write((tx) => tx.insert(customers).values(customer))
  const id = await company.waiting({ ...job, customerId: customer.id })
  const other = asked === marcus ? sofia : marcus
  expect(actionFor(await company.dispatch('?dryRun=true'), id)).toMatchObject({ worker: other })
  expectStatus(await company.patch('/api/admin/customers/c1', { preferredWorkerId: asked }), 200)
  expect(actionFor(await company.dispatch('?dryRun=true'), id)).toMatchObject({
    worker: asked,
    runnerUp: { worker: other, drawback: 'not_preferred' },
    detail: "Best fit: the next choice isn't the technician the customer asked for.",
  })
})

test('a technician without a starting address begins the day at the base of the franchise', async () => {
  await company.deps.store.write((tx) =>
    tx.update(franchises).set(aLittleFarther).where(eq(franchises.id, denver)),
  )
  const id = await company.waiting(job)
  const travel = async () => actionFor(await company.dispatch('?dryRun=true'), id).travel
  for (const worker of [marcus, sofia]) await startAt(worker, aLittleFarther)
  const fromThere = await travel()
  for (const worker of [marcus, sofia]) await startAt(worker, null)
  expect(fromThere).toBeGreaterThan(0)
  expect(await travel()).toBe(fromThere)
})

test('in rush hours, dispatch leaves more time for the drive', async () => {
  const far = { lat: 39.95, lng: -104.98 }
  for (const worker of [marcus, sofia]) await startAt(worker, far)
  const id = await company.waiting({ ...job, preferredDate: '2026-03-03' })
  const start = async () => Date.parse(actionFor(await company.dispatch('?dryRun=true'), id).start ?? '')
  const before = await start()
  const rushHours = [{ weekdays: [1, 2, 3, 4, 5], fromHour: 6, untilHour: 10, longerPercent: 100 }]
  expectStatus(await company.patch('/api/admin/settings/hours', { values: { rushHours } }), 200)
  expect((await start()) - before).toBeGreaterThanOrEqual(20 * 60_000)
})
