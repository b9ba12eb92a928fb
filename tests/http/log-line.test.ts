import { afterAll, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { rootHooks } from '../../src/http/root'
import { conflict } from '../../src/lib/errors'
import { createLog } from '../../src/lib/log'
import { send, startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())
const written: string[] = []
const log = createLog('info', service.clock, (text) => written.push(text))

const app = new Elysia()
  .use(rootHooks({ ...service.deps, log }))
  .get('/plain', () => ({ ok: true }))
  .get('/created', ({ set }) => {
    set.status = 201
    return { ok: true }
  })
  .get('/page/:token', () => new Response('gone', { status: 410 }))
  .get('/redirect', ({ redirect }) => redirect('/plain'))
  .get('/bare-redirect', () => Response.redirect('http://localhost/plain', 303))
  .get('/refused', () => {
    throw conflict('Paid already')
  })
  .get('/broken', () => {
    throw new Error('broken')
  })

const requests: [path: string, route: string, status: number][] = [
  ['/plain?email=jordan@example.com', '/plain', 200],
  ['/created', '/created', 201],
  ['/page/secret-token', '/page/:token', 410],
  ['/redirect', '/redirect', 302],
  ['/bare-redirect', '/bare-redirect', 303],
  ['/refused', '/refused', 409],
  ['/broken', '/broken', 500],
  ['/nothing/jordan@example.com', 'unknown', 404],
]

describe('the log line for a request', () => {
  test.each(requests)('to %s names the route %s and the status %d', async (path, route, status) => {
    written.length = 0
    expect((await send(app, 'GET', path, { headers: { 'x-request-id': 'one' } })).status).toBe(status)
    // The line is written one turn after the answer.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    log.flush()
    const lines = written
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const own = lines.filter(({ message }) => message === 'request')
    expect(own).toMatchObject([
      { level: 'info', request: 'one', method: 'GET', route, status, caller: 'public' },
    ])
    expect(Object.keys(own[0]!).toSorted()).toEqual([
      'caller',
      'level',
      'message',
      'method',
      'ms',
      'request',
      'route',
      'status',
      'time',
    ])
  })
})
