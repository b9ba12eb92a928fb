import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { staff, staffSessions } from '../../db/schema'
import { staffToken } from '../contract/credentials'
import { startTestApp, type TestApp } from '../support/app'
import { booking } from '../support/world'

let service: TestApp
beforeEach(async () => void (service = await startTestApp()))
afterEach(() => service.close())

const get = (path: string, token: string) => service.call('GET', path, { token })
const change = (values: Partial<typeof staff.$inferInsert>) =>
  service.deps.store.write((tx) => tx.update(staff).set(values))

describe('a person who signed in', () => {
  test('does what their role may do, and is told what is missing', async () => {
    const token = await staffToken(service.deps, { role: 'dispatcher' })
    expect((await get('/api/admin/jobs', token)).status).toBe(200)
    const refused = await get('/api/admin/invoices', token)
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'Your role is "dispatcher", which doesn\'t have the permission "invoices.read". Ask someone with the role owner, bookkeeper or franchisee.',
    ])
  })

  test('gets 401 at the HQ endpoints of the contract, unless they are an owner', async () => {
    expect(
      (await get('/api/dev/metrics', await staffToken(service.deps, { role: 'bookkeeper' }))).status,
    ).toBe(401)
    expect((await get('/api/dev/metrics', await staffToken(service.deps))).status).toBe(200)
  })

  test('is named in the timeline and the activity log', async () => {
    const token = await staffToken(service.deps)
    const { body } = await service.call('POST', '/api/admin/jobs', { token, body: booking })
    const { data } = (await get(`/api/admin/jobs/${body.data.job.id}`, token)).body
    expect(data.timeline[0].actor).toBe('hq:Dana Reyes')
  })

  test('has the new role at the next request after it changed', async () => {
    const token = await staffToken(service.deps, { role: 'dispatcher' })
    await change({ role: 'bookkeeper' })
    expect((await get('/api/admin/invoices', token)).status).toBe(200)
    expect((await get('/api/admin/workers', token)).status).toBe(403)
  })

  test('is out at the next request after they were deactivated', async () => {
    const token = await staffToken(service.deps)
    await change({ active: false })
    expect((await get('/api/admin/jobs', token)).status).toBe(401)
  })

  test('is out at the next request after the session ended, while another session goes on', async () => {
    const [here, there] = [
      await staffToken(service.deps, { id: 'dana' }, { id: 'here' }),
      await staffToken(service.deps, { id: 'dana' }, { id: 'there' }),
    ]
    const endedAt = service.clock.now()
    await service.deps.store.write((tx) =>
      tx.update(staffSessions).set({ endedAt }).where(eq(staffSessions.id, 'here')),
    )
    const refused = await get('/api/admin/jobs', here)
    expect([refused.status, refused.body.error]).toEqual([401, 'Your session has ended. Sign in again.'])
    expect((await get('/api/admin/jobs', there)).status).toBe(200)
  })

  test('has a token for an hour', async () => {
    const token = await staffToken(service.deps)
    service.clock.advance(3_600_000 - 1_000)
    expect((await get('/api/admin/jobs', token)).status).toBe(200)
    service.clock.advance(1_000)
    expect((await get('/api/admin/jobs', token)).status).toBe(401)
  })
})

test('people sign in even if only an identity provider issues HQ tokens', async () => {
  const own = await startTestApp({ HQ_JWKS_URL: 'https://id.example.com/keys' })
  try {
    const token = await staffToken(own.deps)
    expect((await own.call('GET', '/api/dev/metrics', { token })).status).toBe(200)
  } finally {
    await own.close()
  }
})
