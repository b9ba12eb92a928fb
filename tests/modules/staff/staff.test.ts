import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { outbox, staff } from '../../../db/schema'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { apiKey, staffToken } from '../../contract/credentials'
import { addWorld } from '../../support/world'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin({ PUBLIC_URL: 'https://roll.example.com' })
})
afterEach(() => admin.close())

const path = '/api/admin/staff'
const sam = { email: 'sam@example.com', name: 'Sam Okafor', role: 'dispatcher' }
const invite = async (input: object = {}) =>
  expectStatus(await admin.post(path, { ...sam, ...input }), 201).body.data
const enter = async (link: string) =>
  (
    await admin.call('POST', '/api/sign-in', {
      body: { code: link.split('#code=')[1] },
      from: '198.51.100.9',
    })
  ).body.data.token as string
const statusOf = async (token: string) => (await admin.call('GET', '/api/admin/jobs', { token })).status
const summaries = async () =>
  (await admin.get('/api/dev/activity')).body.data.events.map(({ summary }: { summary: string }) => summary)

describe('inviting someone', () => {
  test('adds them and emails a link that signs them in, once', async () => {
    const { link, ...invited } = await invite()
    expect(invited).toEqual({
      id: expect.any(String),
      ...sam,
      franchiseId: null,
      active: true,
      invitedBy: 'admin@example.com',
      createdAt: '2026-03-02T15:00:00.000Z',
      lastSignInAt: null,
    })
    const [message] = await admin.deps.store.read.select().from(outbox)
    expect(message).toMatchObject({ template: 'staff-invitation', recipient: sam.email, channel: 'email' })
    expect(link).toMatch(/^https:\/\/roll\.example\.com\/admin#code=[\w-]{32}$/)
    const token = await enter(link)
    expect(await statusOf(token)).toBe(200)
    const again = { body: { code: link.split('#code=')[1] }, from: '198.51.100.10' }
    expectStatus(await admin.call('POST', '/api/sign-in', again), 401)
    expect((await admin.get(`${path}/${invited.id}`)).body.data.lastSignInAt).toBe('2026-03-02T15:00:00.000Z')
    expect((await admin.get(path)).body.data.items).toHaveLength(1)
    expect(await summaries()).toContain('Invited Sam Okafor as dispatcher')
  })

  test('works for 7 days, and only with the newest link', async () => {
    const { id, link } = await invite()
    const newer = expectStatus(await admin.post(`${path}/${id}/invite`), 200).body.data.link
    const old = { body: { code: link.split('#code=')[1] }, from: '198.51.100.11' }
    expectStatus(await admin.call('POST', '/api/sign-in', old), 401)
    admin.clock.advance(7 * 86_400_000 - 1)
    expect(await statusOf(await enter(newer))).toBe(200)
    const { link: late } = await invite({ email: 'late@example.com' })
    admin.clock.advance(7 * 86_400_000)
    const body = { code: late.split('#code=')[1] }
    expectStatus(await admin.call('POST', '/api/sign-in', { body, from: '198.51.100.12' }), 401)
  })

  test('refuses an address that somebody has, in any spelling', async () => {
    const { id } = await invite()
    const twice = await admin.post(path, { ...sam, email: 'SAM@Example.com' })
    expect([twice.status, twice.body.error]).toEqual([409, expect.stringContaining('Someone already has')])
    await admin.post(`${path}/${id}/deactivate`)
    const gone = await admin.post(path, sam)
    expect([gone.status, gone.body.error]).toEqual([409, expect.stringContaining('Reactivate')])
  })

  test('gives a franchisee one franchise and an owner all', async () => {
    await addWorld(admin)
    const franchise = (await admin.get('/api/admin/franchises')).body.data.items[0].id
    const none = expectStatus(await admin.post(path, { ...sam, role: 'franchisee' }), 400)
    expect(none.body.details).toEqual(['franchiseId: choose the franchise this person runs'])
    expectStatus(await admin.post(path, { ...sam, role: 'owner', franchiseId: franchise }), 400)
    expectStatus(await admin.post(path, { ...sam, franchiseId: 'nowhere' }), 404)
    const invited = await invite({ role: 'franchisee', franchiseId: franchise })
    expect(invited.franchiseId).toBe(franchise)
    expectStatus(await admin.patch(`${path}/${invited.id}`, { franchiseId: null }), 400)
  })

  test("isn't possible with an API key, so a stolen one can't outlive its revocation", async () => {
    const token = await apiKey(admin.deps)
    const refused = await admin.call('POST', path, { token, body: sam })
    expect([refused.status, refused.body.error]).toEqual([
      403,
      expect.stringContaining("can't let people in"),
    ])
  })

  test('needs an owner', async () => {
    const token = await staffToken(admin.deps, { role: 'bookkeeper' })
    expectStatus(await admin.call('POST', path, { token, body: sam }), 403)
    expectStatus(await admin.call('GET', path, { token }), 403)
  })
})

describe('changing someone', () => {
  test('changes what they may do at their next request', async () => {
    const { id, link } = await invite()
    const token = await enter(link)
    const invoices = async () => (await admin.call('GET', '/api/admin/invoices', { token })).status
    expect(await invoices()).toBe(403)
    const changed = expectStatus(
      await admin.patch(`${path}/${id}`, { role: 'bookkeeper', name: 'Sam O.' }),
      200,
    )
    expect(changed.body.data).toMatchObject({ role: 'bookkeeper', name: 'Sam O.' })
    expect(await invoices()).toBe(200)
    expect(await summaries()).toContain('Changed Sam O. from dispatcher to bookkeeper')
    expectStatus(await admin.patch(`${path}/${id}`, {}), 400)
    expectStatus(await admin.patch(`${path}/nobody`, { name: 'Nobody' }), 404)
  })

  test('leaves at least one active owner', async () => {
    const one = await invite({ role: 'owner' })
    for (const refused of [
      await admin.patch(`${path}/${one.id}`, { role: 'dispatcher' }),
      await admin.post(`${path}/${one.id}/deactivate`),
    ])
      expect([refused.status, refused.body.error]).toEqual([
        409,
        expect.stringContaining('last active owner'),
      ])
    const other = await invite({ role: 'owner', email: 'other@example.com' })
    expectStatus(await admin.post(`${path}/${one.id}/deactivate`), 200)
    expectStatus(await admin.patch(`${path}/${other.id}`, { role: 'dispatcher' }), 409)
    expectStatus(await admin.patch(`${path}/${one.id}`, { role: 'dispatcher' }), 200)
  })

  test('leaves an owner when two owners deactivate each other at the same moment', async () => {
    const [one, other] = [
      await invite({ role: 'owner' }),
      await invite({ role: 'owner', email: 'b@example.com' }),
    ]
    const answers = await Promise.all([one, other].map(({ id }) => admin.post(`${path}/${id}/deactivate`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('deactivating someone', () => {
  test('ends their sessions and links at once, and coming back ends none of that', async () => {
    const { id, link } = await invite()
    const token = await enter(link)
    const { link: unused } = (await admin.post(`${path}/${id}/invite`)).body.data
    expectStatus(await admin.post(`${path}/${id}/deactivate`), 200)
    expect(await statusOf(token)).toBe(401)
    expectStatus(await admin.post(`${path}/${id}/invite`), 409)
    expectStatus(await admin.post(`${path}/${id}/reactivate`), 200)
    expect(await statusOf(token)).toBe(401)
    const body = { code: unused.split('#code=')[1] }
    expectStatus(await admin.call('POST', '/api/sign-in', { body, from: '198.51.100.13' }), 401)
    expect((await summaries()).slice(0, 2)).toEqual(['Reactivated Sam Okafor', 'Deactivated Sam Okafor'])
    expectStatus(await admin.post(`${path}/${id}/reactivate`), 200)
    expect((await summaries())[0]).toBe('Reactivated Sam Okafor')
  })
})

describe('the sessions of a person', () => {
  test('are listed with enough to recognize them, and ended by an owner at once', async () => {
    const { id, link } = await invite()
    const userAgent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
    const body = { code: link.split('#code=')[1] }
    const headers = { 'user-agent': userAgent }
    const { token } = (await admin.call('POST', '/api/sign-in', { body, headers, from: '198.51.100.9' })).body
      .data
    const { items } = (await admin.get(`${path}/${id}/sessions`)).body.data
    expect(items).toEqual([
      {
        id: expect.any(String),
        method: 'link',
        device: 'Chrome on Windows',
        network: '198.51.100.0/24',
        createdAt: '2026-03-02T15:00:00.000Z',
        lastSeenAt: '2026-03-02T15:00:00.000Z',
        expiresAt: '2026-03-16T15:00:00.000Z',
        endedAt: null,
        active: true,
      },
    ])
    expect(await statusOf(token)).toBe(200)
    expect(expectStatus(await admin.remove(`${path}/${id}/sessions`), 200).body.data).toEqual({ ended: 1 })
    expect(await statusOf(token)).toBe(401)
    expectStatus(await admin.get(`${path}/nobody/sessions`), 404)
    expect((await admin.remove(`${path}/${id}/sessions`)).body.data).toEqual({ ended: 0 })
  })
})

test('nothing stored lets a thief in', async () => {
  const { link } = await invite()
  await enter(link)
  const rows = JSON.stringify(await admin.deps.store.read.select().from(staff))
  expect(rows).not.toContain(link.split('#code=')[1])
})
