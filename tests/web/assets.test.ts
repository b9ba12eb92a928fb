import { afterAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())

const address = (path: string) => `http://localhost${path}`
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  service.app.handle(new Request(address(path), { headers }))

const html = await (await get('/my')).text()
const assets = [...new Set([...html.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path))]
const sheet = assets.find((path) => path.includes('/base-'))!

describe('a page', () => {
  test('links a stylesheet, a script that sets the color scheme, and a module', () => {
    expect(assets.some((path) => /\/base-\w+\.css$/.test(path))).toBe(true)
    expect(assets.some((path) => /\/scheme-\w+\.js$/.test(path))).toBe(true)
    expect(html).toMatch(/<script type="module" src="\/assets\/my-\w+\.js">/)
  })

  test('preloads the chunks of its module', () => {
    expect(html).toMatch(/<link rel="modulepreload" href="\/assets\/chunk-\w+\.js"/)
  })

  test('has nothing inline that its policy would have to allow', () => {
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script>/)
  })

  test('allows scripts, styles and requests only from this origin, and no frame around it', async () => {
    const policy = (await get('/my')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('http')
  })

  test("is revalidated each time, and not sent again when it's unchanged", async () => {
    const first = await get('/my')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await get('/my', { 'if-none-match': first.headers.get('etag')! })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  test("says that it's a demo while a provider is simulated", () => {
    expect(html).toContain('<strong>Demo mode:</strong> payments, email and text messages are simulated.')
  })
})

describe('the console', () => {
  test('loads its font from this origin, in parallel with its stylesheets, once and for all', async () => {
    const page = await get('/admin')
    expect(page.headers.get('content-security-policy')).toContain("font-src 'self';")
    const text = await page.text()
    const [, preloaded = ''] =
      /<link rel="preload" as="font" type="font\/woff2" href="([^"]+)" crossorigin/.exec(text) ?? []
    const [, styles = ''] = /href="(\/assets\/admin-\w+\.css)"/.exec(text) ?? []
    const named = [...(await (await get(styles)).text()).matchAll(/url\('([^']+)'\)/g)].map(
      ([, path = '']) => path,
    )
    expect(named).toHaveLength(2)
    expect(named).toContain(preloaded)
    for (const path of named) {
      const file = await get(path)
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toBe('font/woff2')
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
    expect((await (await get(preloaded)).bytes()).length).toBeLessThan(50_000)
  })

  test("has the company's color", async () => {
    expect(await (await get('/admin')).text()).not.toContain('/brand/')
    const app = await startTestApp()
    await app.call('PATCH', '/api/admin/settings/business', {
      token: await app.hqToken(),
      body: { values: { color: '#1446a0' } },
    })
    const page = await app.app.handle(new Request(address('/admin')))
    expect(await page.text()).toMatch(/<link rel="stylesheet" href="\/brand\/1446a0-\w+\.css"/)
    await app.close()
  })
})

describe('the page of components', () => {
  test('exists in development, and not where a business runs', async () => {
    expect((await get('/admin/design')).status).toBe(200)
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://book.example.com' }
    const production = await startTestApp(env)
    const answer = await production.app.handle(new Request('https://book.example.com/admin/design'))
    expect(answer.headers.get('location')).toBe('/admin?tab=design')
    await production.close()
  })
})

describe("a page's file", () => {
  test.each(assets)('%s can be cached forever and has the right content type', async (path) => {
    const file = await get(path)
    expect(file.status).toBe(200)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    const types = {
      css: 'text/css; charset=utf-8',
      js: 'text/javascript; charset=utf-8',
      svg: 'image/svg+xml',
    }
    expect(file.headers.get('content-type')).toBe(types[path.split('.').at(-1) as keyof typeof types])
  })

  test("isn't sent again to a browser that has it, even under a weak tag", async () => {
    const etag = (await get(sheet)).headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(sheet, { 'if-none-match': known })
      expect({ known, status: answer.status }).toEqual({ known, status: 304 })
      expect(answer.headers.get('etag')).toBe(etag)
    }
    expect((await get(sheet, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=1.0', 'br'],
    ['*', 'br'],
    ['gzip;q=0, *;q=0', null],
    ['identity', null],
    ['', null],
  ])('for "%s" comes as %p', async (accepted, coding) => {
    const answer = await get(sheet, { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(coding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  })

  test('is the same in every encoding, each under its own tag', async () => {
    const plain = await get(sheet)
    const text = await plain.text()
    const brotli = await get(sheet, { 'accept-encoding': 'br' })
    const gzip = await get(sheet, { 'accept-encoding': 'gzip' })
    const tags = [plain, brotli, gzip].map(({ headers }) => headers.get('etag'))
    expect(new Set(tags).size).toBe(3)
    expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(text)
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(text)
  })

  test("isn't found under another name", async () => {
    for (const name of ['base.css', 'base-0000000000000.css', '..%2f..%2fpackage.json'])
      expect({ name, status: (await get(`/assets/${name}`)).status }).toEqual({ name, status: 404 })
  })
})

describe("an address that doesn't exist", () => {
  test('is a page for a browser and JSON for a program', async () => {
    const page = await get('/nowhere', { accept: 'text/html,application/xhtml+xml' })
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain('Page not found')
    const answer = await get('/nowhere')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ ok: false })
  })

  test('under /api is JSON for a browser too', async () => {
    const answer = await get('/api/nowhere', { accept: 'text/html' })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ ok: false })
  })
})
