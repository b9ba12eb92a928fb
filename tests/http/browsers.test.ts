import { afterAll, describe, expect, test } from 'bun:test'
import { describedRoutes } from '../../src/http/swagger'
import { startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())
const token = await service.hqToken()
const page = await service.call('GET', '/book')
const files = [...page.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

const answers: [number, string, string, object][] = [
  [200, 'GET', '/api/vitals', {}],
  [200, 'GET', '/api/admin/customers', { token }],
  [200, 'GET', '/api/admin/customers?format=csv', { token }],
  [401, 'GET', '/api/admin/customers', {}],
  [400, 'POST', '/api/vitals', { body: { metric: 1 } }],
  [404, 'GET', '/api/nothing', {}],
  [302, 'GET', '/api/payments/connect/return', {}],
  [404, 'GET', '/nothing', {}],
  [404, 'GET', '/nothing', { headers: { accept: 'text/html' } }],
  [200, 'GET', '/swagger', {}],
  [200, 'GET', '/swagger/json', {}],
  [200, 'GET', '/swagger/start.js', {}],
  [200, 'GET', '/swagger/swagger-ui.css', {}],
  [200, 'GET', '/work-offline.js', {}],
  [200, 'GET', '/', {}],
  [200, 'GET', '/terms', {}],
  [404, 'GET', '/f/nothing', {}],
  [200, 'GET', '/robots.txt', {}],
  [200, 'GET', '/sitemap.xml', {}],
  ...['/book', '/my', '/work', '/admin'].map(
    (path) => [200, 'GET', path, {}] as [number, string, string, object],
  ),
  ...files.map((path) => [200, 'GET', path, {}] as [number, string, string, object]),
]

describe('a browser', () => {
  test.each(answers)(
    "can't frame the answer or load anything foreign from it: %d to %s %s",
    async (_, method, path, options) => {
      const answer = await service.call(method, path, options)
      const policy = (answer.headers.get('content-security-policy') ?? '').split('; ')
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).toContain("object-src 'none'")
      expect(policy).toContainEqual(expect.stringMatching(/^default-src '(none|self)'$/))
    },
  )

  test('that opens an API answer by its address runs nothing from it', async () => {
    for (const path of ['/api/vitals', '/api/nothing', '/api/reports']) {
      const { headers } = await service.call('GET', path)
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox$/)
      expect(headers.get('content-type')).toStartWith('application/json')
    }
  })

  test('saves a downloaded list instead of showing it', async () => {
    const { headers } = await service.call('GET', '/api/admin/customers?format=csv', { token })
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
  })

  test.each(answers)(
    'gets the content type of every answer: %d to %s %s',
    async (status, method, path, options) => {
      const answer = await service.call(method, path, options)
      expect(answer.status).toBe(status)
      const type = answer.headers.get('content-type')
      if (answer.text === '') return
      expect(type).toMatch(
        /^(text\/(html|css|csv|javascript|plain); ?charset=utf-8|application\/xml; ?charset=utf-8|application\/json(; ?charset=utf-8)?|image\/svg\+xml)$/i,
      )
      if (type?.startsWith('application/json')) expect(answer.body).toBeDefined()
    },
  )

  test.each(answers)('gets no cookie: %d to %s %s', async (_, method, path, options) => {
    const { headers } = await service.call(method, path, options)
    expect(headers.getSetCookie()).toEqual([])
  })

  test('on another site gets no access: no origin is allowed', async () => {
    const headers = { origin: 'https://evil.example.com', 'access-control-request-method': 'POST' }
    for (const [method, path] of [
      ['GET', '/api/vitals'],
      ['GET', '/api/admin/customers'],
      ['OPTIONS', '/api/jobs/create'],
      ['OPTIONS', '/api/admin/customers'],
      ['GET', '/book'],
    ] as const) {
      const answer = await service.call(method, path, { token, headers })
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      if (method === 'OPTIONS') expect(answer.status).toBe(404)
    }
  })

  test('changes nothing by following a link: GET routes that act need a secret no browser sends', async () => {
    const acting = describedRoutes(service.app).filter(
      ({ method, endpoint }) => method === 'GET' && (endpoint.rule.as === 'cron' || endpoint.doc.idempotent),
    )
    expect(acting.map(({ path }) => path).toSorted()).toEqual([
      '/api/cron/auto-dispatch',
      '/api/cron/onboarding-emails',
      '/api/cron/recurring-jobs',
      '/api/cron/webhook-retry',
    ])
    for (const { path } of acting) {
      const headers = { cookie: `session=${service.deps.secrets.cronSecret}` }
      expect((await service.call('GET', path, { headers })).status).toBe(401)
    }
  })
})

describe('the file system', () => {
  test.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/assets/',
    '/assets',
    '/src/index.ts',
    '/data/secrets.json',
    '/swagger/package.json',
    '/assets/..%2fpackage.json',
    '/swagger/..%2f..%2fpackage.json',
  ])('%s is not served', async (path) => {
    const { status, body } = await service.call('GET', path)
    expect([status, body]).toEqual([404, { ok: false, error: expect.any(String) }])
  })
})

describe('a parameter sent twice', () => {
  test('counts once, by its last value, and never mixes query and body', async () => {
    const twice = await service.call('GET', '/api/reports?type=pnl&type=jobs&type=revenue')
    expect(twice.body.data.type).toBe('revenue')
    const mixed = await service.call('POST', '/api/vitals?metric=1&value=x', {
      body: { metric: 'LCP', value: 1 },
    })
    expect(mixed.status).toBe(200)
    const raw = '{"metric":"a","metric":{"b":1}}'
    expect((await service.call('POST', '/api/vitals', { raw })).status).toBe(400)
  })
})

test("the console may load pictures from the company's tile server, and no other page may", async () => {
  const company = await startTestApp({ MAP_STYLE_URL: 'https://{s}.tiles.example.com/{z}/{x}/{y}{r}.png' })
  const policyOf = async (path: string) =>
    (await company.call('GET', path)).headers.get('content-security-policy')?.split('; ')
  const origins = ['a', 'b', 'c'].map((name) => `https://${name}.tiles.example.com`).join(' ')
  expect(await policyOf('/admin')).toContain(`img-src 'self' data: ${origins} blob:`)
  for (const path of ['/book', '/my', '/work'])
    expect((await policyOf(path))?.join()).not.toContain('tiles.example.com')
  await company.close()
})
