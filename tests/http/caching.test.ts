import { afterAll, describe, expect, test } from 'bun:test'
import { startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())
const token = await service.hqToken()

describe('caching', () => {
  test.each([
    [200, 'GET', '/api/vitals', {}],
    [200, 'GET', '/api/reports', {}],
    [200, 'GET', '/api/admin/customers', { token }],
    [401, 'GET', '/api/admin/customers', {}],
    [400, 'POST', '/api/vitals', { body: { metric: 1 } }],
    [404, 'GET', '/api/nothing', {}],
  ] as const)('is forbidden for API answers: %d to %s %s', async (status, method, path, options) => {
    const answer = await service.call(method, path, options)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
  })

  test('is set by pages and files themselves', async () => {
    const page = await service.call('GET', '/book')
    const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? ''
    const kept = (await service.call('GET', sheet)).headers.get('cache-control')
    expect(kept).toBe('public, max-age=31536000, immutable')
    expect((await service.call('GET', '/swagger/json')).headers.get('cache-control')).toBe('no-cache')
    expect((await service.call('GET', '/swagger')).headers.get('cache-control')).toBeNull()
  })
})
