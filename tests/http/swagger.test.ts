import { afterAll, describe, expect, test } from 'bun:test'
import { startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())

const page = await service.call('GET', '/swagger')
const linked = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)

describe('the Swagger page', () => {
  test('is a page of ours', () => {
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.text).toContain('<title>Truckroll interface</title>')
  })

  test('needs nothing from anywhere else', async () => {
    const start = await service.call('GET', '/swagger/start.js')
    for (const text of [page.text, start.text]) expect(text).not.toMatch(/https?:|\/\/[a-z]/i)
    const style = await service.call('GET', '/swagger/swagger-ui.css')
    expect(style.text).not.toMatch(/@import|url\(['"]?(?:https?:)?\/\//)
    expect(start.text).toContain("url: '/swagger/json'")
  })

  test('may load nothing from anywhere else, by order of the browser', () => {
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src/)
  })

  test('finds everything it links to', async () => {
    expect(linked).toEqual(['/swagger/swagger-ui.css', '/swagger/swagger-ui-bundle.js', '/swagger/start.js'])
    const types = ['text/css', 'text/javascript', 'text/javascript']
    for (const [index, address] of linked.entries()) {
      const asset = await service.call('GET', address)
      expect([address, asset.status]).toEqual([address, 200])
      expect(asset.headers.get('content-type')).toStartWith(types[index]!)
      expect(asset.text.length).toBeGreaterThan(100)
    }
  })

  test('remembers the token that was pasted into Authorize', async () => {
    expect((await service.call('GET', '/swagger/start.js')).text).toContain('persistAuthorization: true')
  })
})
