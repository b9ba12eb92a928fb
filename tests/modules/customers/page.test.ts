import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql, type SQLWrapper } from 'drizzle-orm'
import { customers, hqTasks, inboundMessages, outbox } from '../../../db/schema'
import { messagesTo, partyOf, textsFrom } from '../../../src/modules/messages'
import { readReminderReply } from '../../../src/modules/jobs/reminder-replies'
import { receiveText } from '../../../src/modules/messages/inbound'
import { sweepNotes } from '../../../src/modules/customers'
import { startTestApp, type TestApp } from '../../support/app'
import { addWorld, booking } from '../../support/world'

let world: TestApp
let token: string
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
  token = await world.hqToken()
})
afterEach(() => world.close())

const hq = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  world.call(method, `/api/admin${path}`, { token, headers, ...(body === undefined ? {} : { body }) })
const data = async (method: string, path: string, body?: unknown) => {
  const answer = await hq(method, path, body)
  expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text])
  return answer.body.data
}

let client = 0
async function bookFor(
  customerEmail: string,
  overrides: object = {},
): Promise<{ id: string; customerId: string }> {
  const { body } = await world.call('POST', '/api/jobs/create', {
    body: { ...booking, customerEmail, ...overrides },
    from: `198.51.100.${++client % 250}`,
  })
  return body.data.job
}

const day = 86_400_000

describe('notes about a customer', () => {
  test('are listed with pinned ones first, and say who wrote them', async () => {
    const { customerId } = await bookFor('a@example.com')
    const path = `/customers/${customerId}/notes`
    const first = await data('POST', path, { text: 'Beware of the dog', pinned: true })
    world.clock.advance(1_000)
    const second = await data('POST', path, { text: 'Prefers mornings' })
    const shown = await data('GET', path)
    expect(shown.items.map(({ text }: { text: string }) => text)).toEqual([
      'Beware of the dog',
      'Prefers mornings',
    ])
    expect(first.author).toStartWith('hq:')
    await data('PATCH', `/customer-notes/${second.id}`, { text: 'Prefers evenings', pinned: true })
    const [top] = (await data('GET', `${path}?limit=1`)).items
    expect(top).toMatchObject({ text: 'Prefers evenings', pinned: true, editedAt: expect.any(String) })
  })

  test('can be restored for a day after they were deleted', async () => {
    const { customerId } = await bookFor('a@example.com')
    const path = `/customers/${customerId}/notes`
    const { id } = await data('POST', path, { text: 'Gate code 4711' })
    await data('PATCH', `/customer-notes/${id}`, { deleted: true })
    expect((await data('GET', path)).items).toEqual([])
    expect((await hq('PATCH', `/customer-notes/${id}`, { text: 'x' })).status).toBe(404)
    await data('PATCH', `/customer-notes/${id}`, { deleted: false })
    expect((await data('GET', path)).items).toHaveLength(1)
    await data('PATCH', `/customer-notes/${id}`, { deleted: true })
    world.clock.advance(day)
    await sweepNotes(world.deps)
    token = await world.hqToken()
    expect((await hq('PATCH', `/customer-notes/${id}`, { deleted: false })).status).toBe(404)
  })

  test('are added once per Idempotency-Key', async () => {
    const { customerId } = await bookFor('a@example.com')
    const path = `/customers/${customerId}/notes`
    for (let time = 0; time < 2; time++)
      expect((await hq('POST', path, { text: 'Once' }, { 'idempotency-key': 'note-1' })).status).toBe(201)
    expect((await data('GET', path)).items).toHaveLength(1)
  })
})

describe('tags', () => {
  test('are spelled one way, suggested, and filter the list', async () => {
    const one = await bookFor('a@example.com')
    const other = await bookFor('b@example.com')
    await data('POST', `/customers/${one.customerId}/tags`, { add: ['VIP', 'Solar'] })
    const { tags } = await data('POST', `/customers/${other.customerId}/tags`, { add: ['vip'] })
    expect(tags).toEqual(['VIP'])
    expect((await data('GET', '/customer-tags')).items).toEqual([
      { tag: 'Solar', customers: 1 },
      { tag: 'VIP', customers: 2 },
    ])
    expect((await data('GET', '/customer-tags?q=so')).items).toHaveLength(1)
    expect((await data('GET', '/customers?tag=vip')).items).toHaveLength(2)
    expect((await data('GET', '/customers?tag=solar&q=jordan')).items).toMatchObject([{ id: one.customerId }])
    await data('POST', `/customers/${one.customerId}/tags`, { remove: ['Vip'] })
    expect((await data('GET', `/customers/${one.customerId}/summary`)).tags).toEqual(['Solar'])
  })
})

describe('addresses', () => {
  test('come from jobs, can be labeled and removed, and come back with a new job', async () => {
    const { customerId } = await bookFor('a@example.com', { address: '12 Main Street, Denver, CO 80202' })
    await bookFor('a@example.com', { address: '12 Main St, Denver CO 80202' })
    const path = `/customers/${customerId}/addresses`
    expect((await data('GET', path)).addresses).toMatchObject([{ jobs: 2, label: null }])
    await data('PUT', path, { address: '12 main st, Denver, CO 80202', label: 'Home' })
    const { addresses } = await data('PUT', path, { address: '9 Elm St, Denver, CO 80203' })
    expect(addresses.map(({ label, jobs }: { label: string; jobs: number }) => [label, jobs])).toEqual([
      ['Home', 2],
      [null, 0],
    ])
    await data('POST', `${path}/remove`, { address: '12 Main St, Denver, CO 80202' })
    expect((await data('GET', path)).addresses).toMatchObject([{ address: '9 Elm St, Denver, CO 80203' }])
    expect((await hq('POST', `${path}/remove`, { address: 'Nowhere 1' })).status).toBe(404)
    world.clock.advance(1_000)
    await bookFor('a@example.com', { address: '12 Main St, Denver, CO 80202' })
    expect((await data('GET', path)).addresses).toHaveLength(2)
  })
})

describe('the summary', () => {
  test('says what is due, what was paid, and when the next visit is', async () => {
    const { id, customerId } = await bookFor('a@example.com')
    const visit = { start: '2026-03-09T16:00:00Z', end: '2026-03-09T17:00:00Z' }
    await data('POST', `/jobs/${id}/schedule`, visit)
    const path = `/customers/${customerId}`
    expect(await data('GET', `${path}/summary`)).toMatchObject({
      customer: { id: customerId, unreachable: [] },
      balanceDue: 0,
      lifetimeValue: 0,
      nextVisit: { jobId: id, at: '2026-03-09T16:00:00.000Z' },
      firstVisit: null,
      jobs: 1,
      replyTodoId: null,
    })
    for (const to of ['en_route', 'in_progress', 'completed']) await data('POST', `/jobs/${id}/move`, { to })
    const { total } = (await data('GET', `/jobs/${id}`)).job
    const due = await data('GET', `${path}/summary`)
    expect([due.balanceDue, due.firstVisit?.jobId]).toEqual([total, id])
    await data('POST', `/jobs/${id}/payments`, { amount: total, method: 'cash' })
    expect(await data('GET', `${path}/summary`)).toMatchObject({ balanceDue: 0, lifetimeValue: total })
    const { items } = await data('GET', `${path}/money`)
    expect(items.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['invoice', 'payment'])
    const page = await data('GET', `${path}/money?limit=1`)
    const rest = await data('GET', `${path}/money?limit=1&cursor=${page.nextCursor}`)
    expect([...page.items, ...rest.items]).toEqual(items)
  })

  test('of somebody unknown is not found', async () => {
    for (const part of ['summary', 'visits', 'money', 'notes', 'addresses', 'messages'])
      expect((await hq('GET', `/customers/nobody/${part}`)).status).toBe(404)
  })
})

test('visits are listed with the next one first, and past ones with the latest first', async () => {
  const { customerId } = await bookFor('a@example.com')
  const jobs = [(await bookFor('a@example.com')).id, (await bookFor('a@example.com')).id]
  for (const [place, id] of jobs.entries())
    await data('POST', `/jobs/${id}/schedule`, {
      start: `2026-03-${10 - place}T16:00:00Z`,
      end: `2026-03-${10 - place}T17:00:00Z`.replace('-9T', '-09T'),
    }).catch(() => null)
  await world.deps.background.idle()
  const path = `/customers/${customerId}/visits`
  const all = await data('GET', path)
  const first = await data('GET', `${path}?limit=2`)
  const rest = await data('GET', `${path}?limit=2&cursor=${first.nextCursor}`)
  expect([...first.items, ...rest.items]).toEqual(all.items)
  expect(all.items.at(-1).scheduledStart).toBeNull()
  await data('POST', `/jobs/${jobs[0]}/cancel`, {})
  expect((await data('GET', `${path}?when=past`)).items).toMatchObject([{ id: jobs[0], status: 'cancelled' }])
})

describe('the conversation', () => {
  const text = (words: string, id: string | null = null) =>
    receiveText(world.deps, { from: '+13035550142', text: words, id, handled: false }, readReminderReply)

  test('has the emails we sent and the texts that came in, newest first', async () => {
    const { customerId } = await bookFor('a@example.com')
    await world.deps.background.idle()
    world.clock.advance(1_000)
    await text('Can you come at <b>9</b>?', 'SM1')
    await text('Can you come at <b>9</b>?', 'SM1')
    const { items } = await data('GET', `/customers/${customerId}/messages`)
    expect(items).toMatchObject([
      { direction: 'in', channel: 'sms', text: 'Can you come at <b>9</b>?', state: null },
      { direction: 'out', channel: 'email', template: 'booked', state: 'sent', text: null },
    ])
    const [todo] = await world.deps.store.read.select().from(hqTasks).where(eq(hqTasks.kind, 'sms.reply'))
    expect(todo).toMatchObject({ subject: `customer:${customerId}`, state: 'open' })
    expect((await data('GET', `/customers/${customerId}/summary`)).replyTodoId).toBe(todo!.id)
    const page = await data('GET', `/customers/${customerId}/messages?limit=1`)
    const rest = await data('GET', `/customers/${customerId}/messages?limit=1&cursor=${page.nextCursor}`)
    expect([...page.items, ...rest.items]).toEqual(items)
  })

  test('takes a reply by text or email, once per key', async () => {
    const { customerId } = await bookFor('a@example.com')
    const path = `/customers/${customerId}/messages`
    const body = { channel: 'sms', text: 'We’ll be there at 9.' }
    const first = await hq('POST', path, body, { 'idempotency-key': 'reply-1' })
    const again = await hq('POST', path, body, { 'idempotency-key': 'reply-1' })
    expect([first.status, again.text]).toEqual([201, first.text])
    await data('POST', path, { channel: 'email', subject: 'Your visit', text: 'See you at 9.' })
    await world.deps.background.idle()
    const sent = await world.deps.store.read.select().from(outbox).where(eq(outbox.template, 'reply'))
    expect(sent.map(({ channel, state }) => [channel, state]).toSorted()).toEqual([
      ['email', 'sent'],
      ['sms', 'sent'],
    ])
    const { items } = await data('GET', path)
    expect(items.filter(({ template }: { template: string }) => template === 'reply')).toMatchObject([
      {
        channel: 'email',
        subject: 'Your visit',
        text: 'See you at 9.',
        author: expect.stringMatching(/^hq:/),
      },
      { channel: 'sms', text: 'We’ll be there at 9.' },
    ])
  })

  test('says why a message can’t be sent', async () => {
    const { customerId } = await bookFor('a@example.com')
    const path = `/customers/${customerId}/messages`
    await text('STOP')
    const refused = await hq('POST', path, { channel: 'sms', text: 'Hello' })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This customer opted out of texts. Email or call them instead.',
    ])
    await data('PATCH', `/customers/${customerId}`, { phone: null })
    expect((await hq('POST', path, { channel: 'sms', text: 'Hello' })).body.error).toContain(
      'has no phone number',
    )
    expect((await hq('POST', path, { channel: 'sms', text: ' ' })).status).toBe(400)
  })

  test('never floods a customer', async () => {
    const { customerId } = await bookFor('a@example.com')
    const path = `/customers/${customerId}/messages`
    for (let sent = 0; sent < 30; sent++) await data('POST', path, { channel: 'email', text: `No. ${sent}` })
    expect((await hq('POST', path, { channel: 'email', text: 'One more' })).status).toBe(409)
    world.clock.advance(3_600_001)
    token = await world.hqToken()
    await data('POST', path, { channel: 'email', text: 'One more' })
  })

  test('reads messages from indexes', async () => {
    const { customerId } = await bookFor('a@example.com')
    const { read } = world.deps.store
    const party = await partyOf(read, customerId)
    const part = { limit: 20, after: null }
    const plan = async (query: SQLWrapper) =>
      (await read.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query.getSQL()}`))
        .map(({ detail }) => detail)
        .join('\n')
    const sent = await plan(messagesTo(read, party, part))
    for (const index of [/outbox_by_job/, /outbox_(?:sorted_)?by_recipient/, /jobs_by_customer/])
      expect(sent).toMatch(index)
    const received = await plan(textsFrom(read, party, part))
    for (const index of ['inbound_messages_by_customer', 'inbound_messages_by_sender'])
      expect(received).toContain(index)
    for (const steps of [sent, received]) expect(steps).not.toMatch(/SCAN (?:outbox|inbound_messages|jobs)\b/)
  })
})

test('merging moves notes, tags, addresses and texts, and an export has them', async () => {
  const gone = await bookFor('a@example.com', { customerPhone: '303-555-0177' })
  const kept = await bookFor('b@example.com')
  await data('POST', `/customers/${gone.customerId}/notes`, { text: 'Beware of the dog' })
  for (const one of [gone, kept]) await data('POST', `/customers/${one.customerId}/tags`, { add: ['VIP'] })
  await data('PUT', `/customers/${gone.customerId}/addresses`, { address: '9 Elm St', label: 'Rental' })
  await receiveText(
    world.deps,
    { from: '+13035550177', text: 'Hi there', id: null, handled: false },
    readReminderReply,
  )
  await data('POST', `/customers/${gone.customerId}/merge`, { into: kept.customerId })
  const exported = await data('GET', `/customers/${kept.customerId}/export`)
  expect(exported).toMatchObject({
    tags: ['VIP'],
    notes: [{ jobId: null, text: 'Beware of the dog' }],
    received: [{ text: 'Hi there' }],
  })
  expect(exported.addresses).toContainEqual(expect.objectContaining({ address: '9 Elm St', label: 'Rental' }))
  expect((await hq('POST', `/customers/${gone.customerId}/notes`, { text: 'Late' })).status).toBe(409)
  const [text] = await world.deps.store.read.select().from(inboundMessages)
  expect(text!.customerId).toBe(kept.customerId)
})

test('a note keeps an import from taking its customer back', async () => {
  const { customerId } = await bookFor('a@example.com')
  const read = async () =>
    (await world.deps.store.read.select().from(customers).where(eq(customers.id, customerId)))[0]!.updatedAt
  const before = await read()
  world.clock.advance(1_000)
  await data('POST', `/customers/${customerId}/notes`, { text: 'Called' })
  expect(await read()).toBe(before + 1_000)
})
