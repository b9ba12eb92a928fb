import { afterAll, describe, expect, test } from 'bun:test'
import { ApiError, messageOf, wholeMessageOf } from '../../src/web/api-error'
import { createApi, type ApiOptions } from '../../src/web/client/api'

const seen: Request[] = []
const bodies: string[] = []
const answers: Record<string, () => Response | Promise<Response>> = {
  '/fine': () => Response.json({ ok: true, data: { answer: 42 } }),
  '/wrong': () =>
    Response.json(
      {
        ok: false,
        error: 'Validation failed',
        details: ['address: must not be blank', 'price: must be: a number', 'oddity'],
      },
      { status: 400 },
    ),
  '/fast': () =>
    Response.json(
      { ok: false, error: 'Too many requests' },
      { status: 429, headers: { 'retry-after': '17' } },
    ),
  '/stranger': () => Response.json({ ok: false, error: 'A valid token is required' }, { status: 401 }),
  '/broken': () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
  '/proxy': () => Response.json({ error: { code: 'unavailable' } }, { status: 503 }),
  '/silent': () => new Promise<never>(() => {}),
  '/file': () => new Response('a,b'),
}
const server = Bun.serve({
  port: 0,
  async fetch(request) {
    seen.push(request.clone())
    bodies.push(await request.text())
    return answers[new URL(request.url).pathname.replace(/\/api\/.*/, '')]!()
  },
})
afterAll(() => server.stop(true))
/** A client for a service that answers everything the same way. */
const at = (path: string, options: ApiOptions = {}) =>
  createApi({ ...options, origin: `http://localhost:${server.port}${path}` })

async function failure(work: Promise<unknown>): Promise<ApiError> {
  try {
    await work
  } catch (error) {
    return error as ApiError
  }
  throw new Error('It did not fail')
}

describe("a page's request", () => {
  const api = at('/fine', { token: () => 'secret' })

  test('unwraps the answer from its envelope and sends the token', async () => {
    const answer: unknown = await api.admin.jobs.get()
    expect(answer).toEqual({ answer: 42 })
    expect(seen.at(-1)!.headers.get('authorization')).toBe('Bearer secret')
  })

  test('leaves missing values out of the query', async () => {
    const query = { q: 'a b&c', limit: 5, from: undefined, status: '', cursor: null }
    await api.admin.jobs.get({ query })
    expect(new URL(seen.at(-1)!.url).search).toBe('?q=a+b%26c&limit=5')
    await api.admin.invoices.get({ query: { overdue: false } })
    expect(new URL(seen.at(-1)!.url).search).toBe('?overdue=false')
  })

  test('goes to the path it reads like, whatever an id contains', async () => {
    await api.admin.workers('a/b?c')['time-off']('1').delete()
    const { method, url } = seen.at(-1)!
    expect([method, new URL(url).pathname]).toEqual([
      'DELETE',
      '/fine/api/admin/workers/a%2Fb%3Fc/time-off/1',
    ])
  })

  test("doesn't compile if the service wouldn't understand it", () => {
    const unsent = async () => {
      // @ts-expect-error: there is no such path
      void api.admin.jobz.get()
      // @ts-expect-error: backups can't be changed
      void api.admin.backups.patch({})
      // @ts-expect-error: jobs have no color to look for
      void api.admin.jobs.get({ query: { color: 'red' } })
      // @ts-expect-error: a note has no title
      void api.admin.jobs('1').notes.post({ title: 'Gate code' })
      const { job } = await api.admin.jobs('1').get()
      // @ts-expect-error: neither does a job
      return job.title
    }
    expect(unsent).toBeFunction()
  })

  test('is given up after a long wait, and can be sent again later', async () => {
    const hasty = at('/silent', { patienceMs: 5 })
    const { isOffline, message } = await failure(hasty.admin.jobs.post({}))
    expect({ isOffline, message }).toEqual({
      isOffline: true,
      message: expect.stringContaining("couldn't connect"),
    })
  })

  test("aborted by the page itself isn't a network error", async () => {
    const hasty = at('/silent', { patienceMs: 60_000 })
    const control = new AbortController()
    const asked = failure(hasty.admin.jobs.get({ signal: control.signal }))
    control.abort()
    expect((await asked).name).toBe('AbortError')
  })

  test('has a key, so doing it twice does it once, unless turned off', async () => {
    const { notes } = api.admin.jobs('1')
    await notes.post({ text: 'a' })
    await notes.post({ text: 'a' })
    const keys = seen.slice(-2).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(keys[0]).not.toBe(keys[1])
    await notes.post({}, { key: 'mine' })
    expect(seen.at(-1)!.headers.get('idempotency-key')).toBe('mine')
    await notes.post({}, { key: null })
    expect(seen.at(-1)!.headers.get('idempotency-key')).toBeNull()
    await api.admin.jobs('1').patch({ notes: 'a' })
    expect(seen.at(-1)!.headers.get('idempotency-key')).toBeNull()
    expect(bodies.at(-1)).toBe('{"notes":"a"}')
  })

  test('returns a file as it is', async () => {
    expect(await (await at('/file').admin.jobs.file()).text()).toBe('a,b')
  })
})

describe('a failed request', () => {
  test('says what is wrong with each field', async () => {
    const error = await failure(at('/wrong').admin.jobs.post({}))
    expect(error.message).toBe('Validation failed')
    expect(error.fields).toEqual({
      address: 'must not be blank',
      price: 'must be: a number',
      '': 'oddity',
    })
  })

  test('says how long to wait when it was too fast', async () => {
    const error = await failure(at('/fast').admin.jobs.get())
    expect([error.message, error.retryAfterSeconds]).toEqual([
      'Too many requests. Try again in 17 seconds.',
      17,
    ])
  })

  test('tells the page when its token no longer works', async () => {
    const told: (string | null)[] = []
    const error = await failure(
      at('/stranger', {
        token: () => 'old',
        onUnauthorised: (refused) => told.push(refused),
      }).admin.jobs.get(),
    )
    expect([error.status, told]).toEqual([401, ['old']])
  })

  test.each([
    ['/broken', 502],
    ['/proxy', 503],
  ] as const)('has a message for a foreign answer from %s', async (path, status) => {
    const error = await failure(at(path).admin.jobs.get())
    expect([error.status, error.message]).toEqual([
      status,
      'Something went wrong on our side. Try again in a minute.',
    ])
  })

  test('has a message for no answer at all', async () => {
    const error = await failure(createApi({ origin: 'http://127.0.0.1:1' }).admin.jobs.get())
    expect([error.status, error.isOffline]).toEqual([0, true])
    expect(messageOf(error)).toBe("We couldn't connect. Check your internet connection and try again.")
    expect(messageOf(new TypeError('x is undefined'))).not.toContain('undefined')
    const invalid = new ApiError('Validation failed', 400, ['to: must not be before from'])
    expect(messageOf(invalid)).toBe('Please check the highlighted field.')
    const both = new ApiError('Validation failed', 400, ['name: is required', 'address: is required'])
    expect(messageOf(both)).toBe('Please check the highlighted fields.')
    expect(wholeMessageOf(invalid)).toBe('Validation failed. to: must not be before from.')
    expect(wholeMessageOf(error)).toBe(messageOf(error))
  })
})
