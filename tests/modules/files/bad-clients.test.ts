import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { receivedOf } from '../../../src/modules/files/uploads'
import { sha256 } from '../../support/files'
import { photoOf } from '../../support/pictures'
import { startFileWorld, type FileWorld } from './world'

let world: FileWorld
let port: number
let job: string
let token: string
beforeAll(async () => {
  world = await startFileWorld()
  job = (await world.book()).id
  token = await world.hqToken()
  const { server } = world.app.listen({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  })
  port = server!.port!
})
afterAll(async () => {
  await world.app.server!.stop(true)
  await world.close()
})

const url = (hash: string, offset = 0) =>
  `http://127.0.0.1:${port}/api/admin/jobs/${job}/uploads/${hash}?offset=${offset}`
const put = async (hash: string, body: BodyInit, offset = 0) => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(url(hash, offset), { method: 'PUT', headers, body })
  return [answer.status, await answer.json()] as const
}
const received = (hash: string) => receivedOf(world.deps, { jobId: job, by: 'hq:admin@example.com', hash })
const add = (hash: string) =>
  world.hq('POST', `/api/admin/jobs/${job}/files`, { body: { hash, name: 'photo.jpg' } })

/** Waits until this much has arrived. */
async function arrived(hash: string, bytes: number): Promise<void> {
  while ((await received(hash)) < bytes) await new Promise((resolve) => setImmediate(resolve))
}

/** A connection that announces a body of some length and sends only the start of it. */
async function begin(hash: string, length: number | 'chunked', start: Uint8Array): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const { pathname, search } = new URL(url(hash))
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${size}\r\n\r\n`,
  )
  socket.write(
    length === 'chunked' ? Buffer.concat([Buffer.from(`${start.length.toString(16)}\r\n`), start]) : start,
  )
  return socket
}

describe('an upload', () => {
  test('comes in parts, and says where to continue', async () => {
    const photo = photoOf(40, 30, { seed: 'parts', padding: 200_000 })
    const hash = sha256(photo)
    expect(await put(hash, photo.slice(0, 70_000))).toMatchObject([200, { data: { received: 70_000 } }])
    expect(await put(hash, photo.slice(80_000), 80_000)).toEqual([
      409,
      { ok: false, error: 'We have 70000 bytes of this file. Continue there.' },
    ])
    expect((await add(hash)).status).toBe(409)
    expect(await put(hash, photo.slice(0, 70_000))).toMatchObject([200, {}])
    expect(await put(hash, photo.slice(70_000), 70_000)).toMatchObject([200, {}])
    expect((await add(hash)).status).toBe(201)
  })

  test('that is cut off keeps what arrived, and continues there', async () => {
    const photo = photoOf(40, 30, { seed: 'cut off', padding: 300_000 })
    const hash = sha256(photo)
    const socket = await begin(hash, photo.length, photo.subarray(0, 100_000))
    await arrived(hash, 100_000)
    socket.destroy()
    expect(await put(hash, photo.slice(100_000), 100_000)).toMatchObject([200, {}])
    expect((await add(hash)).status).toBe(201)
  })

  test('that stalls makes way for the next attempt of the same phone', async () => {
    const photo = photoOf(40, 30, { seed: 'stalled', padding: 100_000 })
    const hash = sha256(photo)
    const socket = await begin(hash, photo.length, photo.subarray(0, 50_000))
    await arrived(hash, 50_000)
    expect(await put(hash, photo.slice(50_000), 50_000)).toMatchObject([200, {}])
    expect((await add(hash)).status).toBe(201)
    socket.destroy()
  })

  test('with other bytes than it says is refused, and can start over', async () => {
    const photo = photoOf(40, 30, { seed: 'right' })
    const hash = sha256(photo)
    await put(hash, photoOf(40, 30, { seed: 'wrong' }))
    const refused = await add(hash)
    expect([refused.status, refused.body.error]).toEqual([409, 'The file arrived damaged. Upload it again.'])
    expect(await received(hash)).toBe(0)
    await put(hash, photo)
    expect((await add(hash)).status).toBe(201)
  })

  test('larger than 10 MB is refused before it is read, or as soon as it is known', async () => {
    const hash = 'b'.repeat(64)
    const tooLarge = 'The file is larger than 10 MB. Make it smaller and try again.'
    const megabyte = new Uint8Array(1024 * 1024)
    const socket = await begin(hash, 50 * megabyte.length, megabyte)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 400 /)
    socket.destroy()
    expect(await received(hash)).toBe(0)
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (++sent > 12) controller.close()
        else controller.enqueue(megabyte)
      },
    })
    expect(await put(hash, body)).toEqual([400, { ok: false, error: tooLarge }])
    expect(await received(hash)).toBe(0)
    expect(await put(hash, megabyte, 10 * megabyte.length)).toMatchObject([400, {}])
  })

  test('is one of at most fifty that one person has under way', async () => {
    const statuses = []
    for (let at = 0; at < 52; at++) {
      const [status] = await put(sha256(Buffer.from(`many ${at}`)), 'x')
      statuses.push(status)
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(statuses.slice(0, 30)).not.toContain(429)
  })
})
