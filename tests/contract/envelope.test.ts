import { afterAll, describe, expect, test } from 'bun:test'
import { sendAs, testEach } from '../support/contract'
import { startWorld } from './world'

const world = await startWorld()
afterAll(() => world.test.close())

describe('each endpoint in the specification', () => {
  testEach(
    world,
    "answers a valid request with its status, in the envelope unless it's bare",
    async (endpoint) => {
      const answer = await sendAs(world, endpoint, await endpoint.good(world))
      expect([answer.status, answer.text]).toEqual([endpoint.status, expect.any(String)])
      if (endpoint.status === 302) return
      if (!endpoint.bare) expect(answer.body).toEqual({ ok: true, data: expect.anything() })
      expect(answer.headers.get('content-type')).toMatch(/^application\/(geo\+)?json/)
    },
  )
})

describe('an unknown path', () => {
  const unknown: [string, string][] = [
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/api/vitals/more'],
    ['DELETE', '/api/vitals'],
    ['PUT', '/api/vitals'],
    ['OPTIONS', '/api/vitals'],
    ['POST', '/nothing?email=jordan@example.com'],
    ['GET', '/api/%E0%A4%A'],
    ['GET', '/api/..%2f..%2fetc/passwd'],
  ]
  test.each(unknown)('%s %s is 404 in the envelope', async (method, path) => {
    const answer = await world.test.call(method, path)
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ ok: false, error: 'Not found. Check the path and the method.' })
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  })
})

describe('HEAD', () => {
  test('has the status and the headers of GET and no body', async () => {
    const [head, get] = [
      await world.test.call('HEAD', '/api/vitals'),
      await world.test.call('GET', '/api/vitals'),
    ]
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    expect((await world.test.call('HEAD', '/api/nothing')).status).toBe(404)
  })
})
