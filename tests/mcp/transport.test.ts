import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiKey } from '../contract/credentials'
import { startTestApp, type TestApp } from '../support/app'
import { readSources } from '../support/imports'

let service: TestApp
let token: string
beforeAll(async () => {
  service = await startTestApp()
  token = await apiKey(service.deps)
})
afterAll(() => service.close())

const ask = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const accept = 'application/json, text/event-stream'
const post = (options: object = {}, headers: Record<string, string> = {}) =>
  service.call('POST', '/mcp', { token, body: ask, ...options, headers: { accept, ...headers } })

describe('the MCP endpoint', () => {
  test('answers a question without a session', async () => {
    const answer = await post({}, { 'mcp-protocol-version': '2025-06-18' })
    expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null])
    expect(answer.text).toContain('find_customer')
  })

  test.each([
    ['no key', {}],
    ['an HQ token', { authorization: 'hq' }],
    ['a key that was never given out', { authorization: 'unknown' }],
  ])('asks for a key when there is %s', async (_, { authorization }: { authorization?: string }) => {
    const other = authorization === 'hq' ? await service.hqToken() : service.deps.tokens.keys.make().key
    const options = authorization === undefined ? { token: undefined } : { token: other }
    const answer = await post({ ...options, raw: '{"broken":', body: undefined })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    expect(answer.headers.get('ratelimit')).toContain('"minute"')
  })

  test("refuses other sites' pages, and lets our own in", async () => {
    expect((await post({}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({}, { origin: 'null' })).status).toBe(403)
    expect((await post({}, { origin: 'http://localhost' })).status).toBe(200)
  })

  test('refuses a version it does not speak, and a body that is too large or no JSON', async () => {
    expect((await post({}, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
    expect((await post({ body: undefined, raw: '{"broken":' })).status).toBe(400)
    const large = { ...ask, params: { text: 'x'.repeat(300_000) } }
    expect((await post({ body: large })).status).toBe(400)
  })

  test.each(['GET', 'DELETE'])('has no stream or session to %s', async (method) => {
    const answer = await service.call(method, '/mcp', { token, headers: { accept: 'text/event-stream' } })
    expect(answer.status).toBe(405)
  })

  test('loads the SDK at the first call, not at the start', () => {
    const eager = /^import (?!type)[^'"]*['"]@modelcontextprotocol/m
    const files = readSources('src').filter(({ code }) => eager.test(code))
    expect(files.map(({ path }) => path)).toEqual([])
  })
})
