import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { emptyDataFolder, openLine, startService, stopService, type RunningService } from '../support/server'

let service: RunningService
beforeAll(async () => {
  service = await startService({ DATA_DIR: emptyDataFolder() })
})
afterAll(() => stopService(service))

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/vitals`, { method: 'POST', body, headers })

describe('over a socket', () => {
  test('a body over 256 KB is refused in the envelope, announced or in chunks, however large', async () => {
    const refusal = { ok: false, error: 'The body is larger than 256 KB' }
    for (const size of [256 * 1024 + 1, 2_000_000, 8_000_000]) {
      const announced = await post('w'.repeat(size))
      expect([announced.status, await announced.json()]).toEqual([400, refusal])
      const inPieces = await post(new Blob(['w'.repeat(size)]).stream())
      expect([inPieces.status, await inPieces.json()]).toEqual([400, refusal])
    }
  })

  test('unknown paths and methods are 404 in the envelope', async () => {
    const refusal = { ok: false, error: 'Not found. Check the path and the method.' }
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['DELETE', '/api/vitals'],
      ['PATCH', '/api/vitals'],
      ['POST', '/swagger'],
    ] as const) {
      const answer = await fetch(service.url + path, { method })
      expect([answer.status, await answer.json()]).toEqual([404, refusal])
    }
  })

  test('HEAD and GET agree', async () => {
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(`${service.url}/api/vitals`, { method })),
    )
    expect([head!.status, await head!.text()]).toEqual([200, ''])
    expect(head!.headers.get('content-type')).toBe(get!.headers.get('content-type'))
  })

  test("a client counts by its socket's address unless a trusted proxy says otherwise", async () => {
    const left = async (headers: Record<string, string>) =>
      Number(/r=(\d+)/.exec((await post('{}', headers)).headers.get('ratelimit') ?? '')?.[1])
    const own = await left({})
    expect(await left({})).toBe(own - 1)
    expect(await left({ 'x-forwarded-for': '203.0.113.99' })).toBe(59)
    expect(await left({ 'x-forwarded-for': '1.2.3.4, 203.0.113.99' })).toBe(58)
    expect(await left({ 'x-forwarded-for': '2001:db8::1' })).toBe(59)
    expect(await left({ 'x-forwarded-for': '2001:db8::2' })).toBe(58)
  })

  test('two pipelined requests get two answers', async () => {
    const line = await openLine(service.port)
    const request = 'GET /api/vitals HTTP/1.1\r\nHost: localhost\r\n\r\n'
    line.send(request + request)
    const got = await line.received(/"ok":true[^]*"ok":true/)
    line.hangUp()
    expect(got.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  })
})

describe('a request with an invalid host', () => {
  const hosts: [string, string][] = [
    ['missing', 'HTTP/1.0\r\n'],
    ['empty', 'HTTP/1.1\r\nHost:\r\n'],
    ['two words', 'HTTP/1.1\r\nHost: a b\r\n'],
    ['half an address', 'HTTP/1.1\r\nHost: [::\r\n'],
    ['an impossible port', 'HTTP/1.1\r\nHost: a:99999\r\n'],
  ]
  const cases: [number, string, string][] = [
    [200, 'GET /api/vitals', ''],
    [400, 'GET /api/geocode', ''],
    [400, 'POST /api/customer/verify', '{"email":"jordan"}'],
    [401, 'GET /api/admin/services', ''],
    [401, 'POST /api/sms/inbound?jordan', 'From=jordan'],
    [404, 'GET /customers/jordan', ''],
  ]

  test.each(hosts)('is answered like any other: %s', async (_, head) => {
    for (const [status, request, body] of cases) {
      const line = await openLine(service.port)
      const proxied = 'X-Forwarded-For: 203.0.113.41\r\nX-Request-Id: no-host\r\n'
      line.send(`${request} ${head}${proxied}Content-Length: ${body.length}\r\n\r\n${body}`)
      const got = await line.received(/\}$/)
      line.hangUp()
      expect([request, got.split(' ')[1]]).toEqual([request, String(status)])
      expect(JSON.parse(got.slice(got.indexOf('\r\n\r\n') + 4))).toMatchObject({ ok: status === 200 })
    }
    const page = await openLine(service.port)
    page.send(`GET /customers/jordan ${head}Accept: text/html\r\nX-Request-Id: no-host-page\r\n\r\n`)
    expect(await page.received(/<\/html>/)).toContain(' 404 ')
    page.hangUp()
    await service.logged('request', 'no-host-page')
    expect(service.output()).not.toMatch(/jordan|\/customers/)
  })
})

describe('the log', () => {
  test('has one line per request, with nothing personal, secret or sent in it', async () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0.c2ln'
    const headers = {
      authorization: `Bearer ${token}`,
      cookie: `session=${token}`,
      'user-agent': 'agent-of-jordan',
      referer: 'https://example.com/?jordan',
      'x-request-id': 'log-test',
    }
    await fetch(`${service.url}/api/vitals?email=jordan@example.com&q=1420+Larimer`, { headers })
    await fetch(`${service.url}/customers/jordan@example.com/${token}`, { headers })
    await fetch(`${service.url}/api/admin/services/jordan?x=larimer`, { headers })
    await post(JSON.stringify({ metric: 'jordan@example.com', page: '/larimer', value: 'larimer' }), headers)
    await post('{"broken larimer', headers)
    await fetch(`${service.url}/api/vitals`, { headers: { 'x-request-id': 'after-the-log-test' } })
    await service.logged('request', 'after-the-log-test')
    const lines = service.lines().filter(({ request }) => request === 'log-test')
    expect(lines).toHaveLength(5)
    expect(lines.map(({ method, route, status, caller }) => ({ method, route, status, caller }))).toEqual([
      { method: 'GET', route: '/api/vitals', status: 200, caller: 'public' },
      { method: 'GET', route: 'unknown', status: 404, caller: 'public' },
      { method: 'GET', route: '/api/admin/services/:id', status: 401, caller: 'public' },
      { method: 'POST', route: '/api/vitals', status: 400, caller: 'public' },
      { method: 'POST', route: '/api/vitals', status: 400, caller: 'public' },
    ])
    for (const line of lines) expect(line.ms).toBeNumber()
    const text = JSON.stringify(lines)
    for (const private_ of ['jordan', 'arimer', 'eyJ', '127.0.0.1', '?']) expect(text).not.toContain(private_)
  })
})
