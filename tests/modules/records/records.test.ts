import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobAnswers, jobs, jobSignatures } from '../../../db/schema'
import { day, isoTime, minute } from '../../../src/lib/clock'
import { bearer } from '../../contract/credentials'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { printAll } from '../../support/app'
import { addFile, sha256 } from '../../support/files'
import { plantJob } from '../../support/jobs'
import { photoOf, pngOf } from '../../support/pictures'

let admin: Admin
let sam: { id: string; token: string }
let kim: { id: string; token: string }
let service: { id: string; checklist: { id: string; label: string; kind: string; required: boolean }[] }

beforeAll(async () => {
  admin = await startAdmin()
  printAll(admin.deps)
  sam = await hire('Sam')
  kim = await hire('Kim')
  service = expectStatus(
    await admin.post('/api/admin/services', {
      label: 'Gutter cleaning',
      checklist: [
        { label: 'Ladder secured', kind: 'check', required: true },
        { label: 'Feet cleaned', kind: 'number', required: true },
        { label: 'Anything broken', kind: 'text', required: false },
        { label: 'Photo of the downspout', kind: 'photo', required: true },
      ],
      asksSignature: true,
    }),
    201,
  ).body.data
})
afterAll(() => admin.close())

async function hire(name: string): Promise<{ id: string; token: string }> {
  const { id } = expectStatus(await admin.post('/api/admin/workers', { name }), 201).body.data
  const { token } = expectStatus(await admin.post(`/api/admin/workers/${id}/tokens`), 201).body.data
  return { id, token }
}

let hour = 0
/** A visit of Sam's that is under way. */
const begin = (fields: object = {}) =>
  plantJob(admin, {
    workerId: sam.id,
    start: isoTime(Date.parse('2026-03-02T08:00:00Z') + hour++ * 60 * minute),
    status: 'in_progress',
    fields: { startedAt: admin.clock.now(), ...fields },
  })

const work = (method: string, path: string, body?: object, worker = sam) =>
  admin.call(method, `/api/work/jobs/${path}`, { token: worker.token, ...(body && { body }) })

const [ladder, feet, broken, downspout] = [0, 1, 2, 3]
const hash = sha256(photoOf(40, 30, { seed: 'downspout' }))

const answer = (place: number, value: unknown, ago = 0) => {
  const { id: itemId, label, kind } = service.checklist[place]!
  return { itemId, label, kind, value, answeredAt: isoTime(admin.clock.now() - ago) }
}
const send = (jobId: string, ...answers: object[]) => work('PUT', `${jobId}/answers`, { answers })
const finish = (jobId: string) => work('POST', `${jobId}/move`, { to: 'completed' })
const recordOf = async (jobId: string) =>
  expectStatus(await admin.get(`/api/admin/jobs/${jobId}/record`), 200).body.data

const signature = (changes: object = {}) => ({
  id: crypto.randomUUID(),
  signer: 'Jordan Rivera',
  way: 'drawn',
  strokes: [[10, 20, 500, 300, 900, 40]],
  statement: 'I confirm that the work below was done.',
  lines: ['Gutter cleaning', 'Ladder secured: Yes'],
  signedAt: isoTime(admin.clock.now()),
  ...changes,
})
const sign = (jobId: string, body: object, worker = sam) => work('POST', `${jobId}/signatures`, body, worker)

describe('a checklist', () => {
  test("is on the technician's list", async () => {
    const job = await begin()
    const listed = await admin.call('GET', '/api/work/jobs', { token: sam.token })
    const shown = listed.body.data.jobs.find(({ id }: { id: string }) => id === job.id)
    expect(shown.record).toEqual({
      items: service.checklist,
      answers: [],
      asksSignature: true,
      signature: null,
    })
  })

  test('keeps a visit open until its required items are answered, and says which', async () => {
    const job = await begin()
    const refused = expectStatus(await finish(job.id), 409)
    expect(refused.body.error).toBe(
      'Answer these first: “Ladder secured”, “Feet cleaned” and “Photo of the downspout”.',
    )
    expectStatus(await send(job.id, answer(ladder, false), answer(feet, 140.5)), 200)
    expect((await finish(job.id)).body.error).toBe('Answer these first: “Photo of the downspout”.')
    // The photo itself may still be on its way.
    const { body } = expectStatus(await send(job.id, answer(downspout, hash)), 200)
    expect(body.data.answers.map(({ value }: { value: unknown }) => value)).toEqual([false, 140.5, hash])
    // An answer that is taken back is none.
    expectStatus(await send(job.id, answer(feet, null)), 200)
    expect((await finish(job.id)).body.error).toBe('Answer these first: “Feet cleaned”.')
    admin.clock.advance(minute)
    expectStatus(await send(job.id, answer(feet, 140)), 200)
    expectStatus(await finish(job.id), 200)
  })

  test('is finished by the office in any case, and shows what is missing', async () => {
    const job = await begin()
    expectStatus(await admin.post(`/api/admin/jobs/${job.id}/move`, { to: 'completed' }), 200)
    const { items } = await recordOf(job.id)
    expect(items.map(({ value }: { value: unknown }) => value)).toEqual([null, null, null, null])
  })

  test('keeps the latest answer, however often and in whatever order they arrive', async () => {
    const job = await begin()
    const [early, late] = [answer(broken, 'Nothing', 5 * minute), answer(broken, 'A bracket')]
    for (const one of [late, early, late, early]) expectStatus(await send(job.id, one), 200)
    const rows = await admin.deps.store.read.select().from(jobAnswers).where(eq(jobAnswers.jobId, job.id))
    expect(rows).toMatchObject([{ value: 'A bracket', answeredBy: `worker:${sam.id}` }])
  })

  test('asks a visit only for what there was when its work began', async () => {
    const [begun, other] = [await begin(), await begin({ startedAt: admin.clock.now() + 2 * minute })]
    admin.clock.advance(minute)
    const added = { label: 'Roof checked', kind: 'check', required: true }
    const changed = expectStatus(
      await admin.patch(`/api/admin/services/${service.id}`, {
        checklist: [
          { ...service.checklist[ladder], label: 'Ladder is secured' },
          ...service.checklist.slice(1, 3).map((item) => ({ ...item, required: true })),
          added,
        ],
      }),
      200,
    ).body.data.checklist
    // A reworded item is the same one.
    expect(changed[0].id).toBe(service.checklist[ladder]!.id)
    expectStatus(await send(begun.id, answer(ladder, true), answer(feet, 1)), 200)
    expectStatus(await finish(begun.id), 200)
    expectStatus(await send(other.id, answer(ladder, true), answer(feet, 1)), 200)
    expect((await finish(other.id)).body.error).toBe(
      'Answer these first: “Anything broken” and “Roof checked”.',
    )
    const { items } = await recordOf(begun.id)
    // Answers stay as the technician saw the question, and the photo isn't asked for anymore.
    expect(items.map(({ label, value }: { label: string; value: unknown }) => [label, value])).toEqual([
      ['Ladder secured', true],
      ['Feet cleaned', 1],
    ])
    await admin.patch(`/api/admin/services/${service.id}`, { checklist: service.checklist })
    service = (await admin.get(`/api/admin/services/${service.id}`)).body.data
  })

  test('can have a Spanish label, which stays until it is changed', async () => {
    const made = await admin.post('/api/admin/services', {
      label: 'Window cleaning',
      checklist: [
        { label: 'Ladder secured', labelEs: 'Escalera asegurada', kind: 'check', required: true },
        { label: 'Panes', kind: 'number', required: false },
      ],
    })
    const { id, checklist } = expectStatus(made, 201).body.data
    const labels = (items: { labelEs: string | null }[]) => items.map(({ labelEs }) => labelEs)
    expect(labels(checklist)).toEqual(['Escalera asegurada', null])
    const job = await begin({ type: 'Window cleaning' })
    const [asked] = checklist
    const given = { itemId: asked.id, label: asked.label, kind: 'check', value: true }
    expectStatus(await send(job.id, { ...given, answeredAt: isoTime(admin.clock.now()) }), 200)
    expect(labels((await recordOf(job.id)).items)).toEqual(['Escalera asegurada', null])

    const change = async (items: object[]) =>
      labels(
        expectStatus(await admin.patch(`/api/admin/services/${id}`, { checklist: items }), 200).body.data
          .checklist,
      )
    // As software sends it that knows nothing of Spanish.
    const [first, second] = checklist.map((item: object) => ({ ...item, labelEs: undefined }))
    expect(await change([first, { ...second, labelEs: 'Vidrios' }])).toEqual([
      'Escalera asegurada',
      'Vidrios',
    ])
    expect(await change([{ ...first, labelEs: null }, second])).toEqual([null, 'Vidrios'])
    // An answer keeps the words of its question, so a later translation of others doesn't fit.
    await change([{ ...first, label: 'Ladder tied', labelEs: 'Escalera atada' }, second])
    expect((await recordOf(job.id)).items[0]).toMatchObject({ label: 'Ladder secured', labelEs: null })
  })

  test('takes what was answered before the visit ended, and nothing after', async () => {
    const job = await begin()
    expectStatus(await admin.post(`/api/admin/jobs/${job.id}/move`, { to: 'completed' }), 200)
    const before = answer(broken, 'A bracket')
    admin.clock.advance(minute)
    expectStatus(await send(job.id, before), 200)
    expectStatus(await send(job.id, answer(broken, 'Nothing')), 409)
    expect((await recordOf(job.id)).items[broken].value).toBe('A bracket')
  })

  test.each([
    ['a text for a yes or no', ladder, 'yes'],
    ['a yes for a number', feet, true],
    ['a blank text', broken, '  '],
    ['a name for a photo', downspout, 'photo.jpg'],
  ])('refuses %s', async (_, place, value) => {
    const job = await begin()
    const { body } = expectStatus(await send(job.id, answer(place, value)), 400)
    expect(body.details[0]).toStartWith('answers.0.value: ')
  })

  test("is nobody else's to answer or sign", async () => {
    const job = await begin()
    const body = { answers: [answer(ladder, true)] }
    expectStatus(await work('PUT', `${job.id}/answers`, body, kim), 404)
    expectStatus(await sign(job.id, signature(), kim), 404)
    const canceled = await begin()
    const fallen = { status: 'cancelled', cancelledAt: admin.clock.now() } as const
    await admin.deps.store.write((tx) => tx.update(jobs).set(fallen).where(eq(jobs.id, canceled.id)))
    expectStatus(await send(canceled.id, answer(ladder, true)), 409)
    expectStatus(await sign(canceled.id, signature()), 409)
  })

  test('names the photo once it has arrived', async () => {
    const job = await begin()
    expectStatus(await send(job.id, answer(downspout, hash)), 200)
    expect((await recordOf(job.id)).items[downspout]).toMatchObject({ value: hash, photoId: null })
    const phone = (method: string, path: string, sent: object) =>
      admin.call(method, path, { token: sam.token, ...sent })
    const added = await addFile(phone, `/api/work/jobs/${job.id}`, photoOf(40, 30, { seed: 'downspout' }))
    expect((await recordOf(job.id)).items[downspout].photoId).toBe(expectStatus(added, 201).body.data.id)
  })
})

describe('a signature', () => {
  test('is stored once, with its time and what was signed', async () => {
    const job = await begin()
    const given = signature()
    for (let time = 0; time < 2; time++) expectStatus(await sign(job.id, given), 200)
    const rows = await admin.deps.store.read
      .select()
      .from(jobSignatures)
      .where(eq(jobSignatures.jobId, job.id))
    expect(rows).toHaveLength(1)
    const stored = (await recordOf(job.id)).signature
    expect(stored).toMatchObject({ signer: 'Jordan Rivera', way: 'drawn', signedAt: given.signedAt })
    expect(stored.lines).toEqual(given.lines)
    expect(stored.signedHash).toBe(
      sha256(new TextEncoder().encode(JSON.stringify([given.statement, ...given.lines]))),
    )
  })

  test('can be given again, and the newest counts; the first one stays', async () => {
    const job = await begin()
    expectStatus(await sign(job.id, signature()), 200)
    admin.clock.advance(minute)
    const typed = signature({ signer: 'Pat Rivera', way: 'typed', strokes: [] })
    const { body } = expectStatus(await sign(job.id, typed), 200)
    expect(body.data.signature.signer).toBe('Pat Rivera')
    const { read } = admin.deps.store
    expect(await read.select().from(jobSignatures).where(eq(jobSignatures.jobId, job.id))).toHaveLength(2)
  })

  test('is no signature without a line, or with too many', async () => {
    const job = await begin()
    expectStatus(await sign(job.id, signature({ strokes: [] })), 400)
    expectStatus(await sign(job.id, signature({ strokes: [[1001, 1]] })), 400)
    expectStatus(await sign(job.id, signature({ strokes: Array.from({ length: 101 }, () => [1, 1]) })), 400)
    expectStatus(await sign(job.id, signature({ signer: ' ' })), 400)
  })
})

describe('the report', () => {
  const email = 'report@example.com'
  const portal = async (path: string, who = email) =>
    admin.call('GET', path, { headers: bearer(await admin.deps.tokens.proof.issue(who)) })

  test('is for the customer of a completed visit, in the portal', async () => {
    const booked = await admin.post('/api/admin/jobs', {
      customerName: 'Robin Report',
      customerEmail: email,
      address: '1420 Larimer St, Denver, CO 80202',
      type: 'Gutter cleaning',
      price: 100,
    })
    const { job } = expectStatus(booked, 201).body.data
    const path = `/api/account/jobs/${job.id}/report`
    const seen = async () => (await portal('/api/account')).body.data.jobs[0].hasReport
    expectStatus(await portal(path), 409)
    expect(await seen()).toBe(false)
    const start = Date.parse('2026-03-02T08:00:00Z') + hour++ * 60 * minute
    await admin.deps.store.write((tx) =>
      tx
        .update(jobs)
        .set({
          workerId: sam.id,
          status: 'in_progress',
          startedAt: admin.clock.now(),
          scheduledStart: start,
          scheduledEnd: start + minute,
          busyUntil: start + minute,
          revision: 1,
        })
        .where(eq(jobs.id, job.id)),
    )
    expectStatus(await send(job.id, answer(ladder, true), answer(feet, 90), answer(downspout, hash)), 200)
    expectStatus(await sign(job.id, signature({ signer: 'Robin Report' })), 200)
    expectStatus(await finish(job.id), 200)
    expect(await seen()).toBe(true)
    const report = expectStatus(await portal(path), 200)
    expect(report.headers.get('content-type')).toBe('application/pdf')
    expect(report.text).toStartWith('%PDF-')
    expectStatus(await portal(path, 'nobody@example.com'), 404)
    expectStatus(await admin.get(`/api/admin/jobs/${job.id}/report`), 200)

    // The photos of the work are in it as small pictures, as far as the customer sees them.
    const picturesIn = async () => (await portal(path)).text.match(/\/Subtype \/Image/g)?.length ?? 0
    const call = async (method: string, to: string, sent: object) =>
      admin.call(method, to, { token: await admin.hqToken(), ...sent })
    const add = (kind: string, seed: string, more: object = {}) =>
      addFile(call, `/api/admin/jobs/${job.id}`, photoOf(40, 30, { seed }), {
        kind,
        thumbnail: photoOf(32, 24, { seed }),
        ...more,
      })
    expect(await picturesIn()).toBe(0)
    for (const kind of ['before', 'after']) expectStatus(await add(kind, kind), 201)
    expectStatus(await add('photo', 'of the office'), 201)
    expect(await picturesIn()).toBe(2)
    // One that no program can read leaves its place empty.
    expectStatus(await add('after', 'damaged', { thumbnail: pngOf(9, 9, [1, 2, 3, 128], 9) }), 201)
    expect(await picturesIn()).toBe(2)
    for (let nth = 0; nth < 12; nth++) expectStatus(await add('after', `after ${nth}`), 201)
    expect(await picturesIn()).toBe(11)

    // Everything of it goes along, and goes.
    const customer = (await admin.get(`/api/admin/jobs/${job.id}`)).body.data.job.customerId
    const exported = expectStatus(await admin.get(`/api/admin/customers/${customer}/export`), 200).body.data
    expect(exported.answers).toHaveLength(3)
    expect(exported.signatures).toMatchObject([{ signer: 'Robin Report' }])
    expectStatus(await admin.post(`/api/admin/customers/${customer}/erase`), 200)
    const { read } = admin.deps.store
    expect(await read.select().from(jobAnswers).where(eq(jobAnswers.jobId, job.id))).toEqual([])
    expect(await read.select().from(jobSignatures).where(eq(jobSignatures.jobId, job.id))).toEqual([])
    expectStatus(await send(job.id, answer(ladder, true, day)), 409)
  })
})
