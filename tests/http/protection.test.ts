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

  test('of a service without HTTPS asks no browser for it', async () => {
    expect((await headersOf(plain, '/api/vitals')).has('strict-transport-security')).toBe(false)
  })
})

test.each(['/book', '/my', '/work', '/admin', '/swagger'])(
  '%s opens alone and tells other sites nothing',
  async (path) => {
    const headers = await headersOf(plain, path)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  },
)
