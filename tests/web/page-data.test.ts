import { afterAll, expect, test } from 'bun:test'
import { startTestApp } from '../support/app'

const name = `Ada & Sons "</script><script>alert(1)</script>' <img src=x onerror=alert(1)>`
const service = await startTestApp({ BUSINESS_NAME: name })
afterAll(() => service.close())

test.each(['/book', '/my', '/work', '/admin'])(
  'a business of any name stays text and data on %s, never markup or a script',
  async (path) => {
    const { text } = await service.call('GET', path)
    expect(text).toContain('Ada &amp; Sons')
    expect(text).not.toMatch(/<script>|<img src=x|alert\(1\)<\/script>/)
    if (path !== '/my' && path !== '/admin') return
    const [, settings = ''] = /data-settings="([^"]*)"/.exec(text) ?? []
    const decoded = settings.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
    expect(JSON.parse(decoded)).toMatchObject({ business: name })
  },
)
