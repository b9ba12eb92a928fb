import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHosting } from '../../../src/providers/hosting'
import {
  badReplies,
  hang,
  stall,
  startMapServer,
  type MapServer,
  type Reply,
} from '../../providers/map-server'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

const deployments = [
  { uid: 'dpl_3', url: 'truckroll-3.vercel.app', state: 'BUILDING', target: 'production' },
  { uid: 'dpl_2', url: 'truckroll-2.vercel.app', readyState: 'READY', target: 'production' },
  { uid: 'dpl_1', url: null, state: 'ERROR', target: null },
]

let reply: Reply | null
let alias: string[] | null
let platform: MapServer
let admin: Admin

beforeEach(async () => {
  reply = null
  alias = ['book.example.com']
  platform = startMapServer((asked) => {
    if (reply) return reply(asked)
    if (asked.path === '/v6/deployments') return Response.json({ deployments, pagination: {} })
    if (asked.path === '/v9/projects/truckroll')
      return Response.json({ id: 'prj_1', targets: { production: { alias } } })
    return Response.json({ error: { code: 'not_found' } }, { status: 404 })
  })
  admin = await startAdmin({
    HOSTING_URL: `${platform.url}?teamId=team_1`,
    HOSTING_PROJECT: 'truckroll',
    HOSTING_TOKEN: 'token-0123456789abc',
  })
  const { config, clock } = admin.deps
  admin.deps.providers.hosting = createHosting({ config, clock, timeLimitMs: 60_000 })
})
afterEach(async () => {
  await admin.close()
  await platform.stop()
})

const ask = () => admin.get('/api/dev/hosting')

describe('the hosting platform', () => {
  test('is summarized in our format', async () => {
    expect(expectStatus(await ask(), 200).body.data).toEqual({
      deployments: [
        { id: 'dpl_3', url: 'https://truckroll-3.vercel.app', state: 'BUILDING' },
        { id: 'dpl_2', url: 'https://truckroll-2.vercel.app', state: 'READY' },
        { id: 'dpl_1', url: '', state: 'ERROR' },
      ],
      productionUrl: 'https://book.example.com',
    })
    expect(platform.requests).toHaveLength(2)
    for (const { query, headers } of platform.requests) {
      expect(query.get('teamId')).toBe('team_1')
      expect(headers.get('authorization')).toBe('Bearer token-0123456789abc')
    }
  })

  test('without a domain shows the live deployment', async () => {
    alias = null
    expect((await ask()).body.data.productionUrl).toBe('https://truckroll-2.vercel.app')
  })

  for (const [how, bad] of Object.entries(badReplies))
    test(`answers 502 and names the provider when it gives ${how}`, async () => {
      reply = bad
      expect(expectStatus(await ask(), 502).body.error).toBe(
        "The hosting platform isn't working right now. Try again in a few minutes.",
      )
      reply = null
      expectStatus(await ask(), 200)
    })

  test("answers 502 and points at the token when it's refused", async () => {
    reply = () => Response.json({ error: { code: 'forbidden' } }, { status: 403 })
    expect(expectStatus(await ask(), 502).body.error).toBe(
      'The hosting platform rejected our request. Check HOSTING_PROJECT and HOSTING_TOKEN.',
    )
  })

  test('answers 504 when it hangs, at once or halfway', async () => {
    const { config, clock, providers } = admin.deps
    providers.hosting = createHosting({ config, clock, timeLimitMs: 100 })
    for (const slow of [hang, stall]) {
      reply = slow
      expect(expectStatus(await ask(), 504).body.error).toBe(
        'The hosting platform took too long to respond. Try again in a few minutes.',
      )
    }
    expectStatus(await admin.get('/api/vitals'), 200)
  })
})

test('without a platform, this process is the deployment', async () => {
  const own = await startAdmin({ PUBLIC_URL: 'https://book.example.com' })
  expect(expectStatus(await own.get('/api/dev/hosting'), 200).body.data).toEqual({
    deployments: [
      { id: expect.stringMatching(/^\d+\.\d+\.\d+-\w+$/), url: 'https://book.example.com', state: 'READY' },
    ],
    productionUrl: 'https://book.example.com',
  })
  await own.close()
})
