import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises, jobs } from '../../../db/schema'
import { apiKey, bearer } from '../../contract/credentials'
import { addFile, sha256 } from '../../support/files'
import { pdfOf, photoOf, pngOf } from '../../support/pictures'
import { denver, marcus } from '../../support/world'
import { startFileWorld, workerCredential, type FileWorld } from './world'

let world: FileWorld
let own: { id: string; customerId: string }
let other: { id: string; customerId: string }
const files: Record<'before' | 'photo' | 'document' | 'deleted' | 'foreign', string> = {} as never
let worker: Record<string, string>

const jordan = 'jordan@example.com'
const thumbnail = pngOf(8, 8)

beforeAll(async () => {
  world = await startFileWorld()
  own = await world.book()
  other = await world.book({ customerEmail: 'other@example.com', customerPhone: '303-555-0199' })
  worker = await workerCredential(world)
  const elsewhere = { id: 'franchise-other', name: 'Elsewhere', email: 'elsewhere@example.com' }
  const stamps = { timeZone: 'America/Denver', createdAt: 1, updatedAt: 1 }
  await world.deps.store.write((tx) => tx.insert(franchises).values({ ...elsewhere, ...stamps }))
  await give(own.id, 'worker-1', 0)
  await give(other.id, marcus, 0)
  const before = await world.add(own.id, photoOf(40, 30, { seed: 'a' }), { kind: 'before', thumbnail })
  const photo = await world.add(own.id, photoOf(40, 30, { seed: 'b' }), { thumbnail })
  const document = await world.add(own.id, pdfOf())
  const deleted = await world.add(own.id, photoOf(40, 30, { seed: 'c' }), { kind: 'after', thumbnail })
  const foreign = await world.add(other.id, photoOf(40, 30, { seed: 'd' }), { kind: 'before', thumbnail })
  Object.assign(files, {
    before: before.id,
    photo: photo.id,
    document: document.id,
    deleted: deleted.id,
    foreign: foreign.id,
  })
  await world.hq('PATCH', `/api/admin/files/${deleted.id}`, { body: { deleted: true } })
})
afterAll(() => world.close())

/** Makes it the worker's visit, so many days from now. */
const give = (jobId: string, workerId: string, days: number) =>
  world.deps.store.write((tx) => {
    const start = world.clock.now() + days * 86_400_000
    const times = { scheduledStart: start, scheduledEnd: start + 1, busyUntil: start + 1 }
    return tx
      .update(jobs)
      .set({ workerId, status: 'scheduled', revision: 1, ...times })
      .where(eq(jobs.id, jobId))
  })

const statusOf = async (headers: Record<string, string>, path: string) =>
  (await world.call('GET', path, { headers })).status

describe('a file opens by its id', () => {
  const callers: Record<string, () => Promise<Record<string, string>>> = {
    'an owner': async () => bearer(await apiKey(world.deps)),
    'a dispatcher': async () => bearer(await apiKey(world.deps, { role: 'dispatcher' })),
    'a bookkeeper': async () => bearer(await apiKey(world.deps, { role: 'bookkeeper' })),
    'the franchisee of the job': async () =>
      bearer(await apiKey(world.deps, { role: 'franchisee', franchiseId: denver })),
    'another franchisee': async () =>
      bearer(await apiKey(world.deps, { role: 'franchisee', franchiseId: 'franchise-other' })),
    'nobody in particular': async () => ({}),
  }
  /** By caller: their own job's photo, one they may not see, a document, a deleted one, another job's. */
  const hqTable: [caller: string, ...statuses: number[]][] = [
    ['an owner', 200, 200, 200, 404, 200],
    ['a dispatcher', 200, 200, 200, 404, 200],
    ['a bookkeeper', 200, 200, 200, 404, 200],
    ['the franchisee of the job', 200, 200, 200, 404, 200],
    ['another franchisee', 404, 404, 404, 404, 404],
    ['nobody in particular', 401, 401, 401, 401, 401],
  ]
  const kinds = ['before', 'photo', 'document', 'deleted', 'foreign'] as const

  test.each(hqTable)('in the console, for %s', async (name, ...statuses) => {
    const headers = await callers[name]!()
    for (const [place, kind] of kinds.entries()) {
      const path = `/api/admin/files/${files[kind]}`
      expect([kind, await statusOf(headers, `${path}/content`)]).toEqual([kind, statuses[place]!])
      const small = kind === 'document' && statuses[place] === 200 ? 404 : statuses[place]!
      expect([kind, await statusOf(headers, `${path}/thumbnail`)]).toEqual([kind, small])
    }
  })

  const statusesOf = async (headers: Record<string, string>, place: string) => {
    const found: Record<string, number[]> = {}
    for (const kind of kinds)
      found[kind] = [
        await statusOf(headers, `${place}/${files[kind]}/content`),
        await statusOf(headers, `${place}/${files[kind]}/thumbnail`),
      ]
    return found
  }
  const [yes, no] = [
    [200, 200],
    [404, 404],
  ]

  test('in the portal, for the customer of the job, if the office shows it', async () => {
    const headers = bearer(await world.deps.tokens.proof.issue(jordan))
    expect(await statusesOf(headers, '/api/account/files')).toEqual({
      before: yes,
      photo: no,
      document: no,
      deleted: no,
      foreign: no,
    })
    const stranger = bearer(await world.deps.tokens.proof.issue('nobody@example.com'))
    expect(Object.values(await statusesOf(stranger, '/api/account/files'))).toEqual([no, no, no, no, no])
  })

  test('on the phone, for the technician of the job', async () => {
    expect(await statusesOf(worker, '/api/work/files')).toEqual({
      before: yes,
      photo: yes,
      document: [200, 404],
      deleted: no,
      foreign: no,
    })
  })

  test('nowhere with the credential of another place', async () => {
    const proof = bearer(await world.deps.tokens.proof.issue(jordan))
    const hq = bearer(await apiKey(world.deps))
    for (const [headers, place] of [
      [proof, '/api/admin/files'],
      [worker, '/api/admin/files'],
      [hq, '/api/account/files'],
      [worker, '/api/account/files'],
      [hq, '/api/work/files'],
      [proof, '/api/work/files'],
    ] as const)
      expect(await statusOf(headers, `${place}/${files.before}/content`)).toBe(401)
  })
})

describe('the portal', () => {
  test('lists only the photos that the office shows', async () => {
    const { body } = await world.customer(jordan, 'GET', '/api/account/files')
    expect(body.data.files).toMatchObject([{ id: files.before, kind: 'before', hasThumbnail: true }])
    expect(body.data.files[0]).not.toHaveProperty('author')
    const nobody = await world.customer('nobody@example.com', 'GET', '/api/account/files')
    expect(nobody.body.data.files).toEqual([])
  })
})

describe('a technician', () => {
  const send = (method: string, path: string, sent: object = {}) =>
    world.call(method, path, { headers: worker, ...sent })

  test('adds photos to their own jobs and sees them', async () => {
    const photo = photoOf(40, 30, { seed: 'from the roof' })
    const added = await addFile(send, `/api/work/jobs/${own.id}`, photo, { kind: 'after', thumbnail })
    expect(added.status).toBe(201)
    expect(added.body.data).toMatchObject({ kind: 'after', author: 'worker:worker-1' })
    const listed = await send('GET', `/api/work/jobs/${own.id}/files`)
    expect(listed.body.data.files).toContainEqual(added.body.data)
  })

  test("reaches nothing of another's job, and no job of long ago", async () => {
    const photo = photoOf(40, 30, { seed: 'another' })
    const reach = async (jobId: string) => [
      (await send('GET', `/api/work/jobs/${jobId}/files`)).status,
      (await send('GET', `/api/work/jobs/${jobId}/uploads/${sha256(photo)}`)).status,
      (await addFile(send, `/api/work/jobs/${jobId}`, photo)).status,
      (await send('POST', `/api/work/jobs/${jobId}/files`, { body: { hash: sha256(photo), name: 'a' } }))
        .status,
    ]
    expect(await reach(other.id)).toEqual([404, 404, 404, 404])
    const old = await world.book({ notes: 'Long ago' })
    await give(old.id, 'worker-1', -31)
    expect(await reach(old.id)).toEqual([404, 404, 404, 404])
    // A phone that was offline for weeks still sends its photos, and sees nothing of the visit.
    await give(old.id, 'worker-1', -8)
    expect(await reach(old.id)).toEqual([404, 200, 201, 201])
    await give(old.id, 'worker-1', 8)
    expect(await reach(old.id)).toEqual([404, 404, 404, 404])
  })
})

describe('an upload', () => {
  test('says when the job already has the file, so that a lost answer costs no second upload', async () => {
    const photo = photoOf(40, 30, { seed: 'answered into the void' })
    const place = `/api/work/jobs/${own.id}`
    const send = (method: string, path: string, sent: object = {}) =>
      world.call(method, path, { headers: worker, ...sent })
    const state = async () => (await send('GET', `${place}/uploads/${sha256(photo)}`)).body.data
    expect(await state()).toEqual({ received: 0, added: false })
    const { body } = await addFile(send, place, photo)
    expect(await state()).toEqual({ received: 0, added: true })
    const again = await send('POST', `${place}/files`, { body: { hash: sha256(photo), name: 'again.jpg' } })
    expect(again.body.data).toEqual(body.data)
  })

  test("is nobody else's to see or to finish", async () => {
    const photo = photoOf(40, 30, { seed: 'mine' })
    const place = `/api/admin/jobs/${own.id}`
    await world.hq('PUT', `${place}/uploads/${sha256(photo)}`, { raw: photo })
    const headers = bearer(await apiKey(world.deps, { role: 'dispatcher' }))
    const seen = await world.call('GET', `${place}/uploads/${sha256(photo)}`, { headers })
    expect(seen.body.data).toEqual({ received: 0, added: false })
    const body = { hash: sha256(photo), name: 'a' }
    expect((await world.call('POST', `${place}/files`, { headers, body })).status).toBe(409)
    // Nor does it belong to another job of the same person.
    expect((await world.hq('POST', `/api/admin/jobs/${other.id}/files`, { body })).status).toBe(409)
  })

  test('needs the permission to change jobs', async () => {
    const headers = bearer(await apiKey(world.deps, { role: 'bookkeeper' }))
    const send = (method: string, path: string, sent: object) =>
      world.call(method, path, { headers, ...sent })
    expect((await addFile(send, `/api/admin/jobs/${own.id}`, photoOf(1, 1))).status).toBe(403)
    const change = { body: { deleted: true } }
    expect((await send('PATCH', `/api/admin/files/${files.before}`, change)).status).toBe(403)
  })
})
