import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { apiKeys } from '../../../db/schema'
import { createLog } from '../../../src/lib/log'
import { sweepKeys } from '../../../src/modules/staff'
import { apiKey } from '../../contract/credentials'
import { startTestApp, type TestApp } from '../../support/app'
import { addWorld, booking, denver } from '../../support/world'

let service: TestApp
let token: string
beforeEach(async () => {
  service = await startTestApp()
  token = await service.hqToken()
})
afterEach(() => service.close())

const path = '/api/admin/api-keys'
const create = async (input: object = {}) =>
  (await service.call('POST', path, { token, body: { name: 'Zapier', role: 'dispatcher', ...input } })).body
    .data

const day = 86_400_000

describe('creating an API key', () => {
  test('shows it once, with a prefix scanners know', async () => {
    const created = await create()
    expect(created.key).toMatch(/^trk_live_[0-9A-Za-z]{40}[0-9a-z]{6}$/)
    expect(created).toMatchObject({ name: 'Zapier', role: 'dispatcher', createdBy: 'admin@example.com' })
    const { body, text } = await service.call('GET', path, { token })
    expect(body.data.items).toEqual([{ ...created, key: undefined }])
    expect(text).not.toContain(created.key)
  })

  test('stores nothing a thief could use', async () => {
    const { key } = await create()
    const rows = await service.deps.store.read.select().from(apiKeys)
    expect(JSON.stringify(rows)).not.toContain(key.slice(20))
    expect(rows[0]!.keyHash).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    ['an unknown role', { role: 'admin' }],
    ["a franchisee's role without a franchise", { role: 'franchisee' }],
    ["an owner's role with a franchise", { role: 'owner', franchiseId: 'franchise-denver' }],
    ['no name', { name: ' ' }],
    ['a date in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
  ])('refuses %s', async (_, input) => {
    const body = { name: 'Zapier', role: 'owner', ...input }
    expect((await service.call('POST', path, { token, body })).status).toBe(400)
  })

  test('limits it to a franchise that exists', async () => {
    await addWorld(service)
    const franchisee = { role: 'franchisee', franchiseId: denver }
    expect(await create(franchisee)).toMatchObject(franchisee)
    expect(await create({ franchiseId: denver })).toMatchObject({ role: 'dispatcher', franchiseId: denver })
    const body = { name: 'Zapier', role: 'franchisee', franchiseId: 'nowhere' }
    expect((await service.call('POST', path, { token, body })).status).toBe(404)
  })

  test("isn't possible with a key, so a stolen one can't outlive its revocation", async () => {
    const { key } = await create({ role: 'owner' })
    const answer = await service.call('POST', path, { token: key, body: { name: 'More', role: 'owner' } })
    expect([answer.status, answer.body.error]).toEqual([
      403,
      expect.stringContaining("can't create other keys"),
    ])
  })
})

describe('a request with an API key', () => {
  test('does what its role may do, and nothing else', async () => {
    const { key } = await create()
    const answer = await service.call('POST', '/api/admin/jobs', { token: key, body: booking })
    expect(answer.status).toBe(201)
    const refused = await service.call('GET', '/api/admin/invoices', { token: key })
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('invoices.read')])
    const contract = await service.call('GET', '/api/dev/metrics', { token: key })
    expect(contract.status).toBe(403)
  })

  test('counts as an administrator if its role is owner', async () => {
    const { key } = await create({ role: 'owner' })
    expect((await service.call('GET', '/api/dev/metrics', { token: key })).status).toBe(200)
  })

  test("is recorded under the key's name and its owner", async () => {
    const { key } = await create()
    const { body } = await service.call('POST', '/api/admin/jobs', { token: key, body: booking })
    const { data } = (await service.call('GET', `/api/admin/jobs/${body.data.job.id}`, { token })).body
    expect(data.timeline[0].actor).toBe('key:Zapier (admin@example.com)')
    const { events } = (await service.call('GET', '/api/dev/activity', { token })).body.data
    expect(events.map(({ actor }: { actor: string }) => actor)).toContain('key:Zapier (admin@example.com)')
  })

  test('books at an agreed price if its role sets prices', async () => {
    const { key } = await create()
    const cheap = { ...booking, price: 1 }
    const { body } = await service.call('POST', '/api/jobs/create', { token: key, body: cheap })
    expect(body.data.job.catalogPrice).toBeNull()
  })

  test('gets full reports if its role reads them', async () => {
    const query = '/api/reports?from=2026-01-01&to=2026-02-01'
    const [books, dispatch] = [await apiKey(service.deps, { role: 'bookkeeper' }), (await create()).key]
    expect((await service.call('GET', query, { token: books })).status).toBe(200)
    expect((await service.call('GET', query, { token: dispatch })).status).toBe(401)
    expect((await service.call('GET', '/api/reports', { token: dispatch })).status).toBe(200)
  })

  test('fails from the moment the key is revoked or expires', async () => {
    const { key, id } = await create({ expiresAt: new Date(service.clock.now() + day).toISOString() })
    expect((await service.call('GET', '/api/admin/jobs', { token: key })).status).toBe(200)
    service.clock.advance(day)
    expect((await service.call('GET', '/api/admin/jobs', { token: key })).status).toBe(401)
    const hq = (token = await service.hqToken())
    const other = await create()
    const { body } = await service.call('DELETE', `${path}/${other.id}`, { token: hq })
    expect(body.data).toMatchObject({ usable: false, revokedAt: expect.any(String) })
    expect((await service.call('GET', '/api/admin/jobs', { token: other.key })).status).toBe(401)
    expect((await service.call('DELETE', `${path}/${other.id}`, { token: hq })).body).toEqual(body)
    expect((await service.call('DELETE', `${path}/nobody`, { token: hq })).status).toBe(404)
    expect(id).not.toBe(other.id)
  })

  test('never puts the key into a log line', async () => {
    const lines: string[] = []
    const log = createLog('debug', service.clock, (line) => void lines.push(line))
    service.deps.log.info = log.info.bind(log)
    service.deps.log.warn = log.warn.bind(log)
    const { key } = await create()
    await service.call('GET', '/api/admin/jobs', { token: key })
    await service.call('GET', '/api/admin/jobs', { token: `${key}x` })
    expect(lines.join('\n')).not.toContain(key.slice(9))
  })
})

describe('the last use of a key', () => {
  const lastUse = async () =>
    (await service.call('GET', path, { token })).body.data.items[0].lastUsedAt as string | null

  test('is written once an hour, not with every request', async () => {
    const { key } = await create()
    expect(await lastUse()).toBeNull()
    const use = async () => {
      await service.call('GET', '/api/admin/jobs', { token: key })
      await service.deps.background.idle()
    }
    await use()
    const first = new Date(service.clock.now()).toISOString()
    expect(await lastUse()).toBe(first)
    service.clock.advance(30 * 60_000)
    await use()
    expect(await lastUse()).toBe(first)
    service.clock.advance(29 * 60_000 + 59_000)
    await use()
    expect(await lastUse()).toBe(first)
    service.clock.advance(1_000)
    token = await service.hqToken()
    await use()
    expect(await lastUse()).toBe(new Date(service.clock.now()).toISOString())
  })
})

test('keys that stopped working three months ago are forgotten', async () => {
  await create()
  await apiKey(service.deps, { revokedAt: service.clock.now() - 91 * day })
  await apiKey(service.deps, { expiresAt: service.clock.now() - 89 * day })
  await sweepKeys(service.deps)
  expect(await service.deps.store.read.select().from(apiKeys)).toHaveLength(2)
})
