import { afterAll, describe, expect, test } from 'bun:test'
import { Elysia, NotFoundError, status } from 'elysia'
import { rootHooks } from '../../src/http/root'
import { createLog } from '../../src/lib/log'
import {
  Refusal,
  conflict,
  forbidden,
  invalid,
  missing,
  unauthorised,
  upstream,
  upstreamTimeout,
} from '../../src/lib/errors'
import { send, startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())
let lines: string[] = []
const log = createLog('info', service.clock, (text) => lines.push(...text.trim().split('\n')))

/** An app whose one route fails in a given way, and its log. */
async function failing(error: unknown, headers: Record<string, string> = {}) {
  lines = []
  const app = new Elysia().use(rootHooks({ ...service.deps, log })).get('/fails', () => {
    throw error
  })
  const answer = await send(app, 'GET', '/fails?email=jordan@example.com', { headers })
  log.flush()
  return { ...answer, log: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

class ProcessorError extends Error {
  status = 402
  code = 'card_declined'
  response = { secret: 'sk_live_0123456789' }
}

describe('a refusal', () => {
  const refusals: [string, Refusal, number][] = [
    ['invalid', invalid('The date has passed'), 400],
    ['unauthorised', unauthorised(), 401],
    ['forbidden', forbidden('Not yours'), 403],
    ['missing', missing('Job'), 404],
    ['conflict', conflict('Paid already'), 409],
    ['too many', new Refusal('too-many', 'Too many requests'), 429],
    ['upstream', upstream('The routing engine'), 502],
    ['upstream timeout', upstreamTimeout('The routing engine'), 504],
  ]
  test.each(refusals)('that is %s has its own status and message', async (_, refusal, expected) => {
    const answer = await failing(refusal)
    expect([answer.status, answer.body]).toEqual([expected, { ok: false, error: refusal.message }])
    expect(answer.log).toEqual([])
  })

  test('lists its details', async () => {
    const answer = await failing(invalid('Validation failed', ['price: must be known', 'date: must come']))
    expect(answer.body.details).toEqual(['price: must be known', 'date: must come'])
  })

  test('with a cause logs the cause and hides it from the caller', async () => {
    const answer = await failing(upstream('The geocoder', new TypeError('connect failed')))
    expect(answer.text).not.toContain('connect failed')
    expect(answer.log).toMatchObject([{ level: 'warn', status: 502, error: 'TypeError: connect failed' }])
  })
})

describe('any other error', () => {
  const thrown: [string, unknown][] = [
    ['an error', new Error('password is hunter2')],
    ['an error with its own status', new ProcessorError('declined, password is hunter2')],
    ['an error with a cause', new Error('outer', { cause: new Error('password is hunter2') })],
    ['a text', 'password is hunter2'],
    ['an object', { status: 418, message: 'password is hunter2' }],
    ['an unreachable store', new Error('SQLITE_IOERR: disk I/O error')],
  ]
  test.each(thrown)('(%s) is a 500 with a fixed message and the request id', async (_, error) => {
    const answer = await failing(error, { 'x-request-id': 'abc-123' })
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      ok: false,
      error: 'Something went wrong on our side. If you contact us, mention request abc-123.',
    })
    expect(answer.log).toMatchObject([
      { level: 'error', message: 'request failed', request: 'abc-123', status: 500 },
    ])
  })

  test('never exposes a framework status', async () => {
    expect((await failing(status(418, 'teapot'))).status).toBe(500)
    expect((await failing(new NotFoundError())).body.error).toBe('Not found. Check the path and the method.')
  })

  test('is a 409 when the store says the row already exists', async () => {
    const answer = await failing(
      new Error('Failed query', { cause: new Error('UNIQUE constraint failed: customers.email') }),
    )
    expect([answer.status, answer.body]).toEqual([
      409,
      { ok: false, error: 'This already exists. Reload and try again.' },
    ])
  })

  test('leaves no personal data in the log', async () => {
    const values = 'Jordan, jordan@example.com, +1 (303) 555-0142, cvp_eyJhbGciOiJIUzI1NiJ9.e30.x'
    const answer = await failing(
      new Error(`Failed query: insert into "jobs" values (?, ?, ?)\nparams: ${values}`, {
        cause: new Error('near jordan@example.com, 303-555-0142, Bearer eyJhbGciOiJIUzI1NiJ9.e30.sig'),
      }),
    )
    const text = JSON.stringify(answer.log)
    expect(text).toContain('Failed query: insert into')
    for (const secret of ['jordan', 'Jordan', '555', 'eyJ', 'cvp_']) expect(text).not.toContain(secret)
  })
})

describe('the request id', () => {
  test("is the caller's when that's harmless", async () => {
    for (const id of ['abc-123', 'a'.repeat(100), '01978f0e:5f3c.7a10_9'])
      expect((await failing(missing('Job'), { 'x-request-id': id })).headers.get('x-request-id')).toBe(id)
  })

  test("is ours when the caller sent none, or one that doesn't belong in a log", async () => {
    for (const id of ['', 'a'.repeat(101), 'two words', '"quoted"', '<b>', 'jordan@example.com']) {
      const answer = await failing(missing('Job'), { 'x-request-id': id })
      expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
    }
  })
})
