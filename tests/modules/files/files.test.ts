import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attachments } from '../../../db/schema'
import { addFile, sha256 } from '../../support/files'
import { pdfOf, photoOf, pngOf, secretPlace, tellingPng, webpOf } from '../../support/pictures'
import { startFileWorld, type FileWorld } from './world'

let world: FileWorld
let job: string
beforeEach(async () => {
  world = await startFileWorld()
  job = (await world.book()).id
})
afterEach(() => world.close())

const place = () => `/api/admin/jobs/${job}`
const filesOf = async (id = job) => (await world.hq('GET', `/api/admin/jobs/${id}/files`)).body.data.files
const rows = () => world.deps.store.read.select().from(attachments)
const onDisk = () =>
  [...new Bun.Glob('content/*/*').scanSync(join(world.deps.config.dataDir, 'files'))].toSorted()
const bytesOf = async (id: string, which = 'content') => {
  const token = await world.hqToken()
  const answer = await world.app.handle(
    new Request(`http://localhost/api/admin/files/${id}/${which}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

describe('a photo', () => {
  test('is added to a job, listed with its size, and served with its own type', async () => {
    const photo = photoOf(4032, 3024)
    const added = await world.add(job, photo, { kind: 'before', thumbnail: pngOf(320, 240) })
    expect(added).toMatchObject({
      jobId: job,
      kind: 'before',
      name: 'photo.jpg',
      type: 'image/jpeg',
      width: 4032,
      height: 3024,
      hasThumbnail: true,
      shownToCustomer: true,
      author: 'hq:admin@example.com',
    })
    expect(await filesOf()).toEqual([added])
    const { answer } = await bytesOf(added.id)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': "inline; filename*=UTF-8''photo.jpg",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const small = await bytesOf(added.id, 'thumbnail')
    expect(small.answer.headers.get('content-type')).toBe('image/png')
    expect(small.bytes).toEqual(pngOf(320, 240))
  })

  test.each([
    ['a JPEG', photoOf(40, 30, { after: secretPlace })],
    ['a PNG', tellingPng(40, 30)],
    ['a WebP', webpOf(40, 30)],
  ])('keeps no place it was taken at: %s', async (_, bytes) => {
    expect(Buffer.from(bytes).includes(secretPlace)).toBe(true)
    const added = await world.add(job, bytes)
    expect(added).toMatchObject({ width: 40, height: 30 })
    const kept = Buffer.from((await bytesOf(added.id)).bytes)
    expect(kept.includes('GPS')).toBe(false)
    expect(kept.length).toBe(added.bytes)
    const [row] = await rows()
    expect(sha256(kept)).toBe(row!.hash)
  })

  test('keeps which way is up, its colors and its pixels', async () => {
    const added = await world.add(job, photoOf(40, 30, { orientation: 6, seed: 'pixels' }))
    const kept = Buffer.from((await bytesOf(added.id)).bytes)
    expect([...kept.subarray(2, 4)]).toEqual([0xff, 0xe1])
    expect(kept.subarray(2, 40).includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true)
    for (const part of ['JFIF', 'ICC_PROFILE', 'pixels']) expect(kept.includes(part)).toBe(true)
    expect([...kept.subarray(-2)]).toEqual([0xff, 0xd9])
  })

  test('added twice to a job is one, and both requests get it', async () => {
    const first = await world.add(job, photoOf(40, 30))
    expect(await world.add(job, photoOf(40, 30), { name: 'again.jpg' })).toEqual(first)
    // Another phone took the place out itself, so other bytes were sent.
    const cleaned = (await bytesOf(first.id)).bytes as Uint8Array<ArrayBuffer>
    expect(await world.add(job, cleaned)).toEqual(first)
    expect(await rows()).toHaveLength(1)
  })

  test('added by two requests at once is one', async () => {
    const photo = photoOf(40, 30)
    await world.hq('PUT', `${place()}/uploads/${sha256(photo)}`, { raw: photo })
    const body = { hash: sha256(photo), name: 'a.jpg' }
    const answers = await Promise.all([1, 2, 3].map(() => world.hq('POST', `${place()}/files`, { body })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
  })

  test('of two jobs is on the disk once', async () => {
    const other = (await world.book({ customerEmail: 'other@example.com' })).id
    await world.add(job, photoOf(40, 30))
    await world.add(other, photoOf(40, 30))
    expect(await rows()).toHaveLength(2)
    expect(onDisk()).toHaveLength(1)
  })

  test('is asked for again without its bytes', async () => {
    const added = await world.add(job, photoOf(40, 30))
    const { answer } = await bytesOf(added.id)
    const again = await world.hq('GET', `/api/admin/files/${added.id}/content`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('is labeled, shown, deleted and restored', async () => {
    const { id } = await world.add(job, photoOf(40, 30))
    const change = async (body: object) =>
      (await world.hq('PATCH', `/api/admin/files/${id}`, { body })).body.data
    expect(await change({ kind: 'after' })).toMatchObject({ kind: 'after', shownToCustomer: true })
    expect(await change({ shownToCustomer: false })).toMatchObject({ shownToCustomer: false })
    expect(await change({ kind: 'before' })).toMatchObject({ kind: 'before', shownToCustomer: false })
    await change({ deleted: true })
    expect(await filesOf()).toEqual([])
    expect((await world.hq('GET', `/api/admin/files/${id}/content`)).status).toBe(404)
    await change({ deleted: false })
    expect(await filesOf()).toMatchObject([{ id, kind: 'before' }])
  })

  test('added again after it was deleted is there again', async () => {
    const first = await world.add(job, photoOf(40, 30), { thumbnail: pngOf(10, 10) })
    await world.hq('PATCH', `/api/admin/files/${first.id}`, { body: { deleted: true } })
    expect(await world.add(job, photoOf(40, 30), { kind: 'after' })).toMatchObject({
      id: first.id,
      kind: 'after',
    })
    expect(await filesOf()).toHaveLength(1)
  })
})

describe('a document', () => {
  test('is only ever saved, and no kind of photo', async () => {
    const added = await world.add(job, pdfOf(), { name: 'Estimate “June”.pdf', kind: 'before' })
    expect(added).toMatchObject({
      kind: 'document',
      type: 'application/pdf',
      width: null,
      shownToCustomer: false,
    })
    const { answer, bytes } = await bytesOf(added.id)
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Estimate%20%E2%80%9CJune%E2%80%9D.pdf",
    )
    expect(bytes).toEqual(pdfOf())
    const answered = await world.hq('PATCH', `/api/admin/files/${added.id}`, { body: { kind: 'photo' } })
    expect(answered.status).toBe(409)
  })
})

describe('a file is refused', () => {
  const text = (content: string) => Uint8Array.from(Buffer.from(content, 'latin1'))
  const heic = text('\0\0\0\u0018ftypheic\0\0\0\0mif1heic')
  const unreadable = "This isn't a photo or PDF that we can read. Use JPEG, PNG, WebP or PDF."
  test.each([
    ['a page', text('<!doctype html><script>alert(1)</script>'), unreadable],
    ['a drawing with scripts', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), unreadable],
    ['a page after the first bytes of a JPEG', text('\u00ff\u00d8\u00ff<script>'), unreadable],
    ['half a JPEG', photoOf(40, 30).slice(0, -2), unreadable],
    ['a JPEG without a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), unreadable],
    ['half a PNG', pngOf(40, 30).slice(0, -12), unreadable],
    ['a PNG of a billion pixels', pngHuge(), unreadable],
    ['an animated WebP', webpOf(40, 30, true), unreadable],
    ['a PDF without an end', pdfOf().slice(0, -6), unreadable],
    ['nothing', new Uint8Array(), unreadable],
    ['an HEIC photo', heic, 'This photo is in the HEIC format. Save it as JPEG and add it again.'],
  ])('if it is %s', async (_, bytes, message) => {
    const answer = await addFile(world.hq, place(), bytes, { name: 'photo.jpg' })
    expect([answer.status, answer.body.error]).toEqual([400, message])
    expect([await rows(), onDisk()]).toEqual([[], []])
    expect(leftUploads()).toEqual([])
  })

  test('if its thumbnail is large or none', async () => {
    for (const thumbnail of [pngOf(321, 10), pdfOf()]) {
      const answer = await addFile(world.hq, place(), photoOf(40, 30), { thumbnail })
      expect(answer.status).toBe(400)
    }
    expect(await rows()).toEqual([])
  })

  test('if the job has many, and says so', async () => {
    await world.deps.store.write(async (tx) => {
      for (let at = 0; at < 200; at++)
        await tx.insert(attachments).values({ ...row(`f${at}`), hash: `hash-${at}`, uploadedBy: 'someone' })
    })
    const answer = await addFile(world.hq, place(), photoOf(40, 30))
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'This job has 200 files already. Delete some first.',
    ])
  })

  test('if its uploader has added two gigabytes that day', async () => {
    const gigabytes = { bytes: 2 * 1024 ** 3, uploadedBy: 'hq:admin@example.com' }
    await world.deps.store.write((tx) => tx.insert(attachments).values({ ...row('large'), ...gigabytes }))
    const answer = await addFile(world.hq, place(), photoOf(40, 30))
    expect([answer.status, answer.body.error]).toEqual([
      429,
      "You've added 2 GB in a day. Add the rest tomorrow.",
    ])
    world.clock.advance(86_400_000)
    expect((await addFile(world.hq, place(), photoOf(40, 30))).status).toBe(201)
  })

  test('if the customer was erased', async () => {
    const { id, customerId } = await world.book({ customerEmail: 'gone@example.com' })
    await world.hq('POST', `/api/admin/jobs/${id}/cancel`, { body: {} })
    await world.hq('POST', `/api/admin/customers/${customerId}/erase`)
    expect((await addFile(world.hq, `/api/admin/jobs/${id}`, photoOf(40, 30))).status).toBe(409)
  })
})

function leftUploads(): string[] {
  const folder = join(world.deps.config.dataDir, 'files', 'uploads')
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.includes('.part'))
}

function row(id: string) {
  const about = { kind: 'photo', name: 'a', type: 'image/png', bytes: 1, shown: false, author: 'a' } as const
  return { id, jobId: job, ...about, hash: id, sentHash: id, uploadedBy: 'a', createdAt: world.clock.now() }
}

function pngHuge(): Uint8Array<ArrayBuffer> {
  const png = pngOf(1, 1)
  new DataView(png.buffer).setUint32(16, 100_000)
  new DataView(png.buffer).setUint32(20, 100_000)
  return png
}

describe("a customer's page", () => {
  test('lists the files of all their jobs, newest first, with the visit', async () => {
    const first = await world.book({ customerEmail: 'twice@example.com' })
    const second = await world.book({ customerEmail: 'twice@example.com', notes: 'Second' })
    await world.add(first.id, photoOf(40, 30, { seed: 'one' }))
    world.clock.advance(1000)
    await world.add(second.id, photoOf(40, 30, { seed: 'two' }))
    await world.add(job, photoOf(40, 30))
    const path = `/api/admin/customers/${first.customerId}/files`
    const { items } = (await world.hq('GET', path)).body.data
    expect(items.map(({ jobId }: { jobId: string }) => jobId)).toEqual([second.id, first.id])
    expect(items[0]).toMatchObject({ jobType: 'Gutter cleaning', visitAt: null })
    const page = (await world.hq('GET', `${path}?limit=1`)).body.data
    const rest = (await world.hq('GET', `${path}?limit=1&cursor=${page.nextCursor}`)).body.data
    expect([page.items, rest.items].flat()).toEqual(items)
  })
})
