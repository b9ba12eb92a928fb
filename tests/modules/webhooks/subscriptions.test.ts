import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { webhookDeliveries, webhookSubscriptions } from '../../../db/schema'
import { minute } from '../../../src/lib/clock'
import { claimDue, recordOutcome } from '../../../src/modules/webhooks/queue'
import { expectStablePages, expectStatus } from '../../support/admin'
import { fine, startHooks, startReceiver, type Hooks } from './receiver'

let hooks: Hooks
let there: ReturnType<typeof startReceiver>
beforeAll(async () => {
  hooks = await startHooks()
  there = startReceiver(fine)
})
afterEach(() => hooks.deps.store.write((tx) => tx.delete(webhookSubscriptions)))
afterAll(async () => {
  await hooks.close()
  await there.stop()
})

const path = '/api/admin/webhook-subscriptions'
const publicUrl = 'https://hooks.example.com/truckroll'
const activities = async () =>
  (await hooks.get('/api/dev/activity')).body.data.events.map(({ type }: { type: string }) => type)

describe('HQ', () => {
  test('adds, reads, changes and deletes a webhook, and the activity log says so', async () => {
    const input = { url: publicUrl, description: 'Bookkeeping', types: ['invoice.paid'] }
    const added = expectStatus(await hooks.post(path, input), 201).body.data
    expect(added).toMatchObject({ ...input, enabled: true, failingSince: null })
    expect((await hooks.get(`${path}/${added.id}`)).body.data).toEqual(added)
    const changed = await hooks.patch(`${path}/${added.id}`, { types: [], enabled: false })
    expect(changed.body.data).toMatchObject({ types: [], enabled: false, disabledBecause: null })
    expectStatus(await hooks.remove(`${path}/${added.id}`), 200)
    expectStatus(await hooks.get(`${path}/${added.id}`), 404)
    expect((await activities()).slice(0, 3)).toEqual(['webhook.deleted', 'webhook.changed', 'webhook.added'])
  })

  test('sees the secret only when asking for it, and the log remembers who asked', async () => {
    const added = await hooks.post(path, { url: publicUrl }, { 'idempotency-key': 'once' })
    const again = await hooks.post(path, { url: publicUrl }, { 'idempotency-key': 'once' })
    expect(again.body.data.id).toBe(added.body.data.id)
    expect(added.text).not.toContain('whsec_')
    const secret = await hooks.secret(added.body.data.id)
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
    expect(await hooks.secret(added.body.data.id)).toBe(secret)
    expect((await activities())[0]).toBe('webhook.secret-shown')
  })

  test.each([
    ['ftp://hooks.example.com/', 'url: must be a full address'],
    ['https://10.0.0.1/', 'url: leads to a private address'],
    ['https://169.254.169.254/latest', 'url: leads to a private address'],
    ['https://user:secret@hooks.example.com/', "url: can't contain a user name"],
    ['hooks.example.com', 'url: must be a full address'],
  ])('is told why %s is refused', async (url, fault) => {
    const refused = expectStatus(await hooks.post(path, { url }), 400)
    expect(refused.body.details[0]).toStartWith(fault)
  })

  test('is told about unknown events', async () => {
    const refused = expectStatus(await hooks.post(path, { url: publicUrl, types: ['job.exploded'] }), 400)
    expect(refused.body.details[0]).toStartWith('types.0: ')
  })

  test('pages through webhooks and deliveries', async () => {
    const add = async () => (await hooks.post(path, { url: publicUrl })).body.data.id as string
    await expectStablePages(hooks, path, add)
    const id = await hooks.subscribe(there.url)
    const sendTest = async () => (await hooks.post(`${path}/${id}/test`)).body.data.id as string
    await expectStablePages(hooks, `${path}/${id}/deliveries`, sendTest)
  })

  test('can have fifty webhooks', async () => {
    for (let count = 0; count < 50; count++) await hooks.subscribe(publicUrl)
    expectStatus(await hooks.post(path, { url: publicUrl }), 409)
  })

  test('sends a test event to one webhook only, and sees what came back', async () => {
    const id = await hooks.subscribe(there.url, { types: ['job.booked'] })
    await hooks.subscribe(there.url)
    const before = there.received.length
    const { id: delivery } = expectStatus(await hooks.post(`${path}/${id}/test`), 201).body.data
    await hooks.deliver()
    expect(there.received).toHaveLength(before + 1)
    const {
      delivery: shown,
      payload,
      log,
    } = (await hooks.get(`/api/admin/webhook-deliveries/${delivery}`)).body.data
    expect(shown).toMatchObject({ type: 'webhook.test', state: 'delivered' })
    expect(payload).toBe(there.received.at(-1)!.body)
    expect(log).toMatchObject([{ status: 200, error: null, response: 'thanks' }])
  })

  test("can't send anything to a webhook that is off", async () => {
    const id = await hooks.subscribe(there.url)
    const { id: delivery } = (await hooks.post(`${path}/${id}/test`)).body.data
    await hooks.deliver()
    await hooks.patch(`${path}/${id}`, { enabled: false })
    expectStatus(await hooks.post(`${path}/${id}/test`), 409)
    expectStatus(await hooks.post(`/api/admin/webhook-deliveries/${delivery}/replay`), 409)
    expectStatus(await hooks.post(`${path}/${id}/replay`, { since: '2026-03-01T00:00:00Z' }), 409)
  })
})

describe('two senders', () => {
  const rows = (id: string) =>
    hooks.deps.store.read.select().from(webhookDeliveries).where(eq(webhookDeliveries.subscriptionId, id))
  const claim = (id: string) =>
    hooks.deps.store.write((tx) => claimDue(tx, hooks.clock.now(), id, 5).then(({ claimed }) => claimed))
  const succeeded = { status: 200, error: null, response: null, durationMs: 1, retryAfterMs: null }

  async function waiting(): Promise<string> {
    const id = await hooks.subscribe(there.url)
    const stamp = hooks.clock.now()
    await hooks.post(`${path}/${id}/test`)
    await hooks.deps.background.idle()
    await hooks.deps.store.write((tx) =>
      tx
        .update(webhookDeliveries)
        .set({ state: 'queued', attempts: 0, dueAt: stamp })
        .where(eq(webhookDeliveries.subscriptionId, id)),
    )
    return id
  }

  test('never get the same event', async () => {
    const id = await waiting()
    const claimed = await Promise.all([claim(id), claim(id)])
    expect(claimed.map(({ length }) => length).toSorted()).toEqual([0, 1])
  })

  test('hand an event over when one of them dies, and the late answer changes nothing', async () => {
    const id = await waiting()
    const [first] = await claim(id)
    hooks.clock.advance(minute)
    const [second] = await claim(id)
    expect(second?.row).toMatchObject({ id: first!.row.id, attempts: 2 })
    const late = { ...succeeded, status: 500, error: 'HTTP 500' }
    const deps = { now: hooks.clock.now(), publicUrl: '' }
    await hooks.deps.store.write((tx) => recordOutcome(tx, deps, first!.row, late))
    expect(await rows(id)).toMatchObject([{ state: 'sending', attempts: 2 }])
    await hooks.deps.store.write((tx) => recordOutcome(tx, deps, second!.row, succeeded))
    expect(await rows(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('lose nothing when the webhook is deleted meanwhile', async () => {
    const id = await waiting()
    const [claimed] = await claim(id)
    await hooks.remove(`${path}/${id}`)
    const deps = { now: hooks.clock.now(), publicUrl: '' }
    await hooks.deps.store.write((tx) => recordOutcome(tx, deps, claimed!.row, succeeded))
    expect(await rows(id)).toEqual([])
  })
})
