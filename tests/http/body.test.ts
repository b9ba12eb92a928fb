import { afterAll, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { z } from 'zod'
import { endpoint } from '../../src/http/endpoint'
import { plumbing } from '../../src/http/plumbing'
import { maxBodyBytes, readCapped } from '../../src/http/request'
import { rootHooks } from '../../src/http/root'
import { probeApp } from '../contract/probe'
import { startWorld } from '../contract/world'
import { send } from '../support/app'
import { failureOf } from '../support/failure'

const world = await startWorld()
afterAll(() => world.test.close())
const probe = probeApp(world.test.deps)

const post = (raw: BodyInit | undefined, headers: Record<string, string> = {}) =>
  send(probe, 'POST', '/probe/public', {
    from: world.stranger(),
    headers,
    ...(raw === undefined ? {} : { raw }),
  })

const refusal = (error: string) => ({ status: 400, body: { ok: false, error } })
const notJson = refusal("The body isn't valid JSON")
const tooLarge = refusal('The body is larger than 256 KB')
const tooDeep = refusal('The body is nested more than 64 levels deep')

/** A body that arrives in chunks without announcing its size. */
function inPieces(pieces: number, size: number): ReadableStream<Uint8Array> {
  let left = pieces
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new TextEncoder().encode('w'.repeat(size)))
      else controller.close()
    },
  })
}

describe('a body', () => {
  const kinds = [
    'application/json',
    'Application/JSON; Charset=UTF-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/vnd.api+json',
    'nonsense',
    ' ',
  ]
  test.each(kinds)('is read as JSON when its type is %p', async (kind) => {
    const answer = await post('{"name":"Sam"}', { 'content-type': kind })
    expect(answer.body.data.body).toEqual({ name: 'Sam', items: [] })
  })

  test('is read as JSON when it has no type', async () => {
    const answer = await post(new TextEncoder().encode('{"name":"Sam"}'))
    expect(answer.body.data.body.name).toBe('Sam')
  })

  test('may start with a byte order mark', async () => {
    expect((await post(`\uFEFF{"name":"Sam"}`)).body.data.body.name).toBe('Sam')
  })

  test('keeps text in every script', async () => {
    const name = 'Жанна ✓ 日本 👷'
    expect((await post(JSON.stringify({ name }))).body.data.body.name).toBe(name)
  })

  const broken = [
    '{"name":',
    '{name:"Sam"}',
    "{'name':'Sam'}",
    '{"name":"Sam"}}',
    'name=Sam',
    'NaN',
    '\u0000',
    ' ',
    '{"a":1e}',
  ]
  test.each(broken)("is refused when it's %p", async (raw) => {
    expect(await post(raw)).toMatchObject(notJson)
  })

  test("is refused when it isn't UTF-8", async () => {
    expect(await post(Buffer.from('{"name":"Jos\xe9"}', 'latin1'))).toMatchObject(notJson)
    expect(await post(new Uint8Array([0xff, 0xfe, 0x7b, 0x00]))).toMatchObject(notJson)
  })

  test('is refused when the sender disconnects halfway', async () => {
    const cut = new ReadableStream({
      pull(controller) {
        controller.error(new Error('connection lost'))
      },
    })
    expect(await post(cut)).toMatchObject(refusal('The body ended early. Try again.'))
  })

  test('is abandoned after its deadline', async () => {
    const endless = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"cust'))
      },
    })
    const request = new Request('http://localhost', { method: 'POST', body: endless })
    expect(await failureOf(readCapped(request, 1_000, 1))).toMatchObject({
      message: 'The body took too long to arrive. Try again.',
    })
  })

  test('of a signed request reaches its handler byte for byte', async () => {
    const app = new Elysia().use(rootHooks(world.test.deps)).use(
      new Elysia().use(plumbing(world.test.deps)).post('/signed', ({ request }) => request.text(), {
        ...endpoint(
          { as: 'signature', limit: 100 },
          { tag: 'Public', summary: 'Take it in', answer: z.string() },
        ),
      }),
    )
    const bodies = ['{"broken":', ' {"a" : 1}\n', 'From=%2B1&Body=STOP', '']
    for (const kind of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
      for (const raw of bodies) {
        const answer = await send(app, 'POST', '/signed', { raw, headers: { 'content-type': kind } })
        expect(answer.body).toEqual({ ok: true, data: raw })
      }
  })

  test('loses unknown fields', async () => {
    const sent = { name: 'Sam', id: 'chosen', status: 'paid', items: [{ sku: 'a', count: 1, price: 0 }] }
    const answer = await post(JSON.stringify(sent))
    expect(answer.body.data.body).toEqual({ name: 'Sam', items: [{ sku: 'a', count: 1 }] })
  })

  test("can't change any prototype", async () => {
    const evil = '{"admin":true,"polluted":"yes"}'
    const answer = await post(
      `{"name":"Sam","__proto__":${evil},"constructor":{"prototype":${evil}},"labels":{"__proto__":1},"extra":{"id":"a","__proto__":${evil}}}`,
    )
    expect(answer.status).toBe(200)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(answer.body.data.body.polluted).toBeUndefined()
    expect(answer.body.data.body.extra.polluted).toBeUndefined()
  })
})

describe('the size of a body', () => {
  const filled = (bytes: number) => {
    const frame = '{"name":"Sam","unused":""}'
    return `{"name":"Sam","unused":"${'w'.repeat(bytes - frame.length)}"}`
  }

  test('may be 256 KB and not one byte more', async () => {
    expect((await post(filled(maxBodyBytes))).status).toBe(200)
    expect(await post(filled(maxBodyBytes + 1))).toMatchObject(tooLarge)
  })

  test('is measured in bytes, not characters', async () => {
    expect(await post(`{"name":"${'é'.repeat(maxBodyBytes / 2)}"}`)).toMatchObject(tooLarge)
  })

  test("is trusted when it's announced", async () => {
    expect(await post('{}', { 'content-length': String(maxBodyBytes + 1) })).toMatchObject(tooLarge)
  })

  test('is counted as chunks arrive', async () => {
    expect(await post(inPieces(65, 4096))).toMatchObject(tooLarge)
    expect(await post(inPieces(64, 4096))).toMatchObject(notJson)
  })

  test("stops the reading once it's too large", async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (++sent > 1_000) controller.close()
        else controller.enqueue(new Uint8Array(65_536))
      },
    })
    expect(await post(endless)).toMatchObject(tooLarge)
    expect(sent).toBeLessThan(20)
  })
})

describe('the depth of a body', () => {
  const nested = (levels: number) => `{"name":"Sam","unused":${'['.repeat(levels)}${']'.repeat(levels)}}`

  test('may be 64 levels and not one more', async () => {
    expect((await post(nested(63))).status).toBe(200)
    expect(await post(nested(64))).toMatchObject(tooDeep)
  })

  test('is rejected without walking a malicious body', async () => {
    expect(await post('['.repeat(200_000))).toMatchObject(tooDeep)
    expect(await post('{"a":'.repeat(50_000))).toMatchObject(tooDeep)
  })

  test('ignores brackets inside strings', async () => {
    const answer = await post(JSON.stringify({ name: 'Sam', unused: `\\"${'[{'.repeat(100)}` }))
    expect(answer.status).toBe(200)
  })
})
