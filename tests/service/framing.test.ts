import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { emptyDataFolder, openLine, startService, stopService, type RunningService } from '../support/server'

let service: RunningService
beforeAll(async () => {
  service = await startService({ DATA_DIR: emptyDataFolder() })
})
afterAll(() => stopService(service))

const hidden = 'GET /api/vitals HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: smuggled\r\n\r\n'
const empty = '0\r\n\r\n'

describe('an ambiguous request', () => {
  const heads: [string, string][] = [
    ['a length and chunks', `Content-Length: ${empty.length}\r\nTransfer-Encoding: chunked\r\n\r\n${empty}`],
    [
      'a length over its chunks',
      `Content-Length: ${empty.length + hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n${empty}`,
    ],
    ['two lengths', `Content-Length: 2\r\nContent-Length: ${2 + hidden.length}\r\n\r\n{}`],
    ['a list of lengths', `Content-Length: 2, ${2 + hidden.length}\r\n\r\n{}`],
    ['a length with a sign', 'Content-Length: +2\r\n\r\n{}'],
    ['an unknown encoding', `Transfer-Encoding: xchunked\r\n\r\n${empty}`],
    ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n${empty}`],
    ['a bare line feed in a header', 'X-Request-Id: a\nContent-Length: 2\r\n\r\n{}'],
  ]
  test.each(heads)('is refused, and nothing after it is read: %s', async (_, head) => {
    const line = await openLine(service.port)
    line.send(`POST /api/vitals HTTP/1.1\r\nHost: localhost\r\n${head}${hidden}`)
    const got = await line.received(/^HTTP\/1\.1 \d{3} /)
    line.hangUp()
    expect(got).toStartWith('HTTP/1.1 400 ')
    // Anything smuggled would have been answered before this one.
    const after = crypto.randomUUID()
    await fetch(`${service.url}/api/vitals`, { headers: { 'x-request-id': after } })
    await service.logged('request', after)
    expect(service.output()).not.toContain('smuggled')
  })
})

test('TRACE and CONNECT are unknown, and echo nothing of the request', async () => {
  for (const start of ['TRACE /api/vitals', 'CONNECT example.com:443']) {
    const line = await openLine(service.port)
    line.send(`${start} HTTP/1.1\r\nHost: localhost\r\nX-Secret: hush\r\n\r\n`)
    const got = await line.received(/\}$/)
    line.hangUp()
    expect(got).toStartWith('HTTP/1.1 404 ')
    expect(got).not.toContain('hush')
  }
})
