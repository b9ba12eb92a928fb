import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { customerAddresses, jobs } from '../../../db/schema'
import { apiKey, bearer } from '../../contract/credentials'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { addFile } from '../../support/files'
import { plantJob } from '../../support/jobs'
import { pdfOf, photoOf, pngOf } from '../../support/pictures'
import { addWorld, booking, denver, marcus, sofia } from '../../support/world'

let admin: Admin
let token: string
let others: string
let customerId: string
const address = booking.address
const thumbnail = pngOf(8, 8)

beforeAll(async () => {
  admin = await startAdmin()
  await addWorld(admin)
  const tokenOf = async (worker: string) =>
    expectStatus(await admin.post(`/api/admin/workers/${worker}/tokens`), 201).body.data.token
  token = await tokenOf(marcus)
  others = await tokenOf(sofia)
  const { body } = await admin.call('POST', '/api/jobs/create', { body: booking })
  customerId = body.data.job.customerId
})
afterAll(() => admin.close())
beforeEach(() => admin.deps.store.write((tx) => tx.delete(customerAddresses)))

const save = (body: object) => admin.put(`/api/admin/customers/${customerId}/addresses`, body)

const plant = (
  start: string,
  fields: Partial<typeof jobs.$inferInsert> = {},
  status = 'scheduled' as const,
) =>
  plantJob(admin, { workerId: marcus, start, status, fields: { customerId, franchiseId: denver, ...fields } })

const past = (start: string, fields: Partial<typeof jobs.$inferInsert> = {}) =>
  plantJob(admin, {
    workerId: sofia,
    start,
    status: 'completed',
    fields: { customerId, franchiseId: denver, ...fields },
  })

const siteOn = async (date: string, jobId: string) => {
  const { body } = expectStatus(await admin.call('GET', `/api/work/jobs?date=${date}`, { token }), 200)
  return body.data.sites[jobId]
}

/** Takes visits off the technician's list again. */
const remove = (ids: string[]) =>
  admin.deps.store.write((tx) =>
    tx.update(jobs).set({ status: 'cancelled', workerId: null }).where(inArray(jobs.id, ids)),
  )

describe('how to get in', () => {
  test('is on the card of a visit today or tomorrow, and of no other', async () => {
    expectStatus(await save({ address, gateCode: '#4711', pets: 'Dog in the yard' }), 200)
    const today = await plant('2026-03-02T18:00:00Z')
    const tomorrow = await plant('2026-03-03T18:00:00Z')
    const later = await plant('2026-03-04T18:00:00Z')
    const known = { gateCode: '#4711', pets: 'Dog in the yard', visits: [] }
    expect(await siteOn('2026-03-02', today.id)).toEqual(known)
    expect(await siteOn('2026-03-03', tomorrow.id)).toEqual(known)
    expect(await siteOn('2026-03-04', later.id)).toBeUndefined()
    await remove([today.id, tomorrow.id, later.id])
  })

  test('is found however the address is spelled, and not for another address or a removed one', async () => {
    const visit = await plant('2026-03-02T18:00:00Z', { address: '1420 Larimer Street, Denver CO 80202' })
    expect((await siteOn('2026-03-02', visit.id)).gateCode).toBeNull()
    await save({ address: '9 Elm St, Denver, CO 80203', gateCode: '9999' })
    expect((await siteOn('2026-03-02', visit.id)).gateCode).toBeNull()
    await save({ address, gateCode: '4711' })
    expect((await siteOn('2026-03-02', visit.id)).gateCode).toBe('4711')
    await save({ address, pets: 'Cat' })
    expect(await siteOn('2026-03-02', visit.id)).toMatchObject({ gateCode: '4711', pets: 'Cat' })
    await save({ address, gateCode: null })
    expect(await siteOn('2026-03-02', visit.id)).toMatchObject({ gateCode: null, pets: 'Cat' })
    await save({ address, gateCode: '4711' })
    await admin.post(`/api/admin/customers/${customerId}/addresses/remove`, { address })
    expect(await siteOn('2026-03-02', visit.id)).toMatchObject({ gateCode: null, pets: null })
    await remove([visit.id])
  })

  test("comes from the technician's own franchise first, and never from another one", async () => {
    const visit = await plant('2026-03-02T18:00:00Z')
    const row = { customerId, key: '1420 larimer st denver co 80202', address, savedAt: 1 }
    const write = (franchiseId: string, gateCode: string) =>
      admin.deps.store.write((tx) => tx.insert(customerAddresses).values({ ...row, franchiseId, gateCode }))
    await write('franchise-other', 'theirs')
    expect((await siteOn('2026-03-02', visit.id)).gateCode).toBeNull()
    await write('', 'from HQ')
    expect((await siteOn('2026-03-02', visit.id)).gateCode).toBe('from HQ')
    await write(denver, 'from Denver')
    expect((await siteOn('2026-03-02', visit.id)).gateCode).toBe('from Denver')
    await remove([visit.id])
  })

  test("stays closed to a booking in a customer's name that nobody has confirmed", async () => {
    await save({ address, gateCode: '4711' })
    const visit = await plant('2026-03-02T18:00:00Z', { claimed: true })
    expect(await siteOn('2026-03-02', visit.id)).toBeUndefined()
    await remove([visit.id])
  })

  test('is shown to those who may change customers, and kept from the rest of the office', async () => {
    await save({ address, gateCode: '4711', pets: 'Cat' })
    const seen = async (role: 'dispatcher' | 'bookkeeper') => {
      const headers = bearer(await apiKey(admin.deps, { role }))
      const page = `/api/admin/customers/${customerId}`
      const list = await admin.call('GET', `${page}/addresses`, { headers })
      const summary = await admin.call('GET', `${page}/summary`, { headers })
      return [list.body.data.addresses[0], summary.body.data.addresses[0]].map(({ gateCode, pets }) => [
        gateCode,
        pets,
      ])
    }
    expect(await seen('dispatcher')).toEqual([
      ['4711', 'Cat'],
      ['4711', 'Cat'],
    ])
    expect(await seen('bookkeeper')).toEqual([
      [null, 'Cat'],
      [null, 'Cat'],
    ])
  })

  test('is in the export of the person, and nowhere in the activity log or the events', async () => {
    await save({ address, gateCode: 'open-sesame' })
    const { text } = await admin.get(`/api/admin/customers/${customerId}/export`)
    expect(text).toContain('open-sesame')
    for (const path of ['/api/admin/activity', '/api/admin/audit', '/api/admin/customers?q=open-sesame'])
      expect((await admin.get(path)).text).not.toContain('open-sesame')
  })
})

describe('earlier visits', () => {
  test('are those of the customer at this address, the latest three first, with notes and photos', async () => {
    const visit = await plant('2026-03-02T18:00:00Z')
    const old = await past('2025-01-06T18:00:00Z')
    const first = await past('2025-03-04T18:00:00Z', { notes: 'Ladder is behind the shed' })
    const second = await past('2025-09-04T18:00:00Z', { type: 'Gutter repair' })
    const third = await past('2025-12-04T18:00:00Z')
    const elsewhere = await past('2025-12-05T18:00:00Z', { address: '9 Elm St, Denver, CO 80203' })
    await past('2025-12-06T18:00:00Z', { franchiseId: 'franchise-other' })
    await admin.post(`/api/admin/jobs/${first.id}/notes`, { text: 'North side leaks' })
    const send = (method: string, path: string, sent: object = {}) =>
      admin.call(method, path, { token: admin.token, ...sent })
    const added = async (jobId: string, bytes: Uint8Array<ArrayBuffer>, adding = {}) =>
      expectStatus(await addFile(send, `/api/admin/jobs/${jobId}`, bytes, adding), 201).body.data.id
    const photo = await added(second.id, photoOf(40, 30), { kind: 'before', thumbnail })
    const document = await added(second.id, pdfOf())
    const older = await added(old.id, photoOf(41, 30), { thumbnail })
    const away = await added(elsewhere.id, photoOf(42, 30), { thumbnail })

    const { visits } = await siteOn('2026-03-02', visit.id)
    expect(visits).toMatchObject([
      { jobId: third.id, type: 'Gutter cleaning', technician: 'Sofia Reyes', notes: [], photos: [] },
      { jobId: second.id, type: 'Gutter repair', photos: [{ id: photo, kind: 'before' }] },
      { jobId: first.id, notes: ['Ladder is behind the shed', 'North side leaks'] },
    ])

    const open = async (jobId: string, fileId: string, who = token) => {
      const path = `/api/work/jobs/${jobId}/earlier/${fileId}`
      const statuses = [`${path}/thumbnail`, `${path}/content`].map(
        async (one) => (await admin.call('GET', one, { token: who })).status,
      )
      return Promise.all(statuses)
    }
    expect(await open(visit.id, photo)).toEqual([200, 200])
    // A document, a visit that isn't shown, another address, and another technician.
    expect(await open(visit.id, document)).toEqual([404, 404])
    expect(await open(visit.id, older)).toEqual([404, 404])
    expect(await open(visit.id, away)).toEqual([404, 404])
    expect(await open(visit.id, photo, others)).toEqual([404, 404])
    expect(await open(second.id, photo)).toEqual([404, 404])
    await remove([visit.id])
    expect(await open(visit.id, photo)).toEqual([404, 404])
  })

  test('of someone else at the same address are not shown', async () => {
    const visit = await plant('2026-03-02T18:00:00Z', { customerId: null })
    expect((await siteOn('2026-03-02', visit.id)).visits).toEqual([])
    await remove([visit.id])
  })
})

test('merging two customers keeps a gate code that only one record had', async () => {
  const { body } = await admin.call('POST', '/api/jobs/create', {
    body: { ...booking, customerEmail: 'second@example.com' },
    from: '198.51.100.9',
  })
  const twin = body.data.job.customerId
  await save({ address, label: 'Home' })
  await admin.put(`/api/admin/customers/${twin}/addresses`, { address, label: 'House', gateCode: '12' })
  expectStatus(await admin.post(`/api/admin/customers/${twin}/merge`, { into: customerId }), 200)
  const rows = await admin.deps.store.read
    .select()
    .from(customerAddresses)
    .where(and(eq(customerAddresses.customerId, customerId), eq(customerAddresses.franchiseId, '')))
  expect(rows).toMatchObject([{ label: 'Home', gateCode: '12' }])
})
