import { afterAll, describe, expect, test } from 'bun:test'
import { startTestApp } from '../support/app'

const plain = await startTestApp()
const secure = await startTestApp({ PUBLIC_URL: 'https://book.example.com' })
afterAll(() => Promise.all([plain.close(), secure.close()]))

const headersOf = async (app: typeof plain, path: string) => (await app.call('GET', path)).headers

describe('every answer', () => {
  test.each(['/api/vitals', '/api/nothing', '/book', '/swagger', '/swagger/json', '/nothing'])(
    'of %s keeps other sites out',
    async (path) => {
      const headers = await headersOf(secure, path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    },
  )

  test("without HTTPS doesn't ask browsers for it", async () => {
    expect((await headersOf(plain, '/api/vitals')).has('strict-transport-security')).toBe(false)
  })
})

test.each(['/book', '/my', '/work', '/admin', '/swagger'])(
  '%s is isolated and tells other sites nothing',
  async (path) => {
    const headers = await headersOf(plain, path)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  },
)

describe('every page', () => {
  const html = { headers: { accept: 'text/html' } }

  test.each([
    ['/book', 200],
    ['/my', 200],
    ['/work', 200],
    ['/admin', 200],
    ['/swagger', 200],
    ['/checkout/done', 200],
    ['/i/nothing', 404],
    ['/unsubscribe/nothing', 404],
    ['/onboarding/nothing', 404],
    ['/nothing', 404],
  ])('%s declares what may run on it and who may frame it', async (path, status) => {
    const answer = await plain.call('GET', path, html)
    expect(answer.status).toBe(status)
    const policy = (answer.headers.get('content-security-policy') ?? '').split('; ')
    for (const rule of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule)
    expect(policy.join()).not.toContain('unsafe')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })
})

describe('an address with control characters', () => {
  const paths = [
    '/i/a.b%0d%0aset-cookie:x=1',
    '/i/a%00',
    '/unsubscribe/a.b%0D%0A',
    '/assets/a%0a.js',
    '/book/done/%1f',
  ]
  const guarded = ['/api/admin/jobs/%0d%0a', '/api/admin/franchises/a%7f', '/i/%0a/pdf']

  test.each([...paths, ...guarded])('%s leads nowhere', async (path) => {
    const answer = await plain.call('GET', path)
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ ok: false, error: 'Not found. Check the path and the method.' })
    expect(answer.headers.get('x-request-id')).not.toBeNull()
    expect(answer.headers.has('set-cookie')).toBe(false)
  })

  test('in the query is only text', async () => {
    expect((await plain.call('GET', '/api/geocode?q=a%0d%0ab')).status).toBe(200)
  })
})
