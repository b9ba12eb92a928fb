import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'bun:test'
import { nextTurn } from '../../db/store'
import { describedRoutes } from '../../src/http/swagger'
import { startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())

const page = await service.call('GET', '/swagger')
const linked = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)

describe('the API document', () => {
  const ask = (headers: Record<string, string> = {}) => service.call('GET', '/swagger/json', { headers })

  test('is sent compressed, and not sent again to a client that has it', async () => {
    const whole = await ask()
    expect(whole.headers.get('content-type')).toStartWith('application/json')
    expect(whole.headers.get('cache-control')).toBe('no-cache')
    expect(whole.body.servers).toEqual([{ url: '/' }])
    const packed = await service.app.handle(
      new Request('http://localhost/swagger/json', { headers: { 'accept-encoding': 'gzip' } }),
    )
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(bytes.length).toBeLessThan(whole.text.length / 5)
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(whole.text)
    const again = await ask({ 'if-none-match': whole.headers.get('etag') ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('lets other requests go first after every route, schema and event it describes', async () => {
    const fresh = await startTestApp()
    const routes = describedRoutes(fresh.app)
    let isWritten = false
    const writing = fresh.call('GET', '/swagger/json').then((answer) => {
      isWritten = true
      return answer
    })
    let answered = 0
    for (; !isWritten; answered++) {
      expect((await fresh.call('GET', '/api/vitals')).status).toBe(answered < 120 ? 200 : 429)
      await nextTurn()
    }
    const { status, body } = await writing
    expect(status).toBe(200)
    // Once for its answer, once for the route and once for its text.
    expect(answered).toBeGreaterThan(3 * routes.length + Object.keys(body.components.schemas).length)
    await fresh.close()
  })

  test('has the same bytes every time', async () => {
    expect((await ask()).text).toBe((await ask()).text)
  })

  test('can be requested 120 times a minute', async () => {
    const from = '203.0.113.77'
    const first = await service.call('GET', '/swagger/json', { from })
    expect(first.headers.get('ratelimit-policy')).toContain('q=120')
    const statuses: number[] = []
    for (let nth = 0; nth < 120; nth++)
      statuses.push((await service.call('HEAD', '/swagger/json', { from })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(119)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the Swagger page', () => {
  test('looks like our other pages', () => {
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.text).toContain('<title>Truckroll API</title>')
  })

  test('and its plugin load when somebody opens it, and never before', async () => {
    const script = `
      const { startTestApp } = await import('./tests/support/app')
      const { app } = await startTestApp()
      const isLoaded = () => Object.keys(require.cache).some((path) => path.includes('@elysiajs/swagger/'))
      const before = isLoaded()
      await app.handle(new Request('http://localhost/swagger'))
      console.log(before, isLoaded())
      process.exit(0)`
    const run = Bun.spawn([process.execPath, '-e', script], {
      cwd: `${import.meta.dir}/../..`,
      env: { ...process.env, NODE_ENV: 'test' },
      stdout: 'pipe',
    })
    expect((await new Response(run.stdout).text()).trim()).toBe('false true')
  })

  test('needs nothing from other sites', async () => {
    const start = await service.call('GET', '/swagger/start.js')
    for (const text of [page.text, start.text]) expect(text).not.toMatch(/https?:|\/\/[a-z]/i)
    const style = await service.call('GET', '/swagger/swagger-ui.css')
    expect(style.text).not.toMatch(/@import|url\(['"]?(?:https?:)?\/\//)
    expect(start.text).toContain("url: '/swagger/json'")
  })

  test("can't load anything from other sites or run inline scripts, enforced by the browser", () => {
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|\*|unsafe|nonce/)
    expect(page.text).not.toMatch(/<style|style=|<script>| on\w+=/)
  })

  test("serves Swagger UI's own files, compressed where the browser can take it", async () => {
    const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
      const own = readFileSync(join(source, name), 'utf8')
      expect((await service.call('GET', `/swagger/${name}`)).text === own).toBe(true)
      const headers = { 'accept-encoding': 'gzip, br' }
      const packed = await service.app.handle(new Request(`http://localhost/swagger/${name}`, { headers }))
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      expect(Buffer.from(Bun.gunzipSync(await packed.arrayBuffer())).toString() === own).toBe(true)
    }
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

  test('forgets the token pasted into Authorize when the page closes', async () => {
    expect((await service.call('GET', '/swagger/start.js')).text).toContain('persistAuthorization: false')
  })
})
