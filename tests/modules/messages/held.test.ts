import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { migrate, readMigrations } from '../../../db/migrate'
import { outbox } from '../../../db/schema'
import { createApp } from '../../../src/app'
import { assemble } from '../../../src/compose'
import { silentLog } from '../../../src/lib/log'
import { MemoryLimiter } from '../../../src/limits/memory'
import { send, startTestApp, type TestApp } from '../../support/app'
import { openEmptyDatabase } from '../../support/migration'
import { addWorld, booking, denver } from '../../support/world'
import { allRows } from './outbox'

let world: TestApp
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
})
afterEach(() => world.close())

const hours = 60 * 60_000
let client = 0
/** Each call comes from another address, so the API's rate limits don't interfere. */
const call = (path: string, body: object) =>
  world.call('POST', path, {
    body,
    from: `198.${18 + (++client >> 16)}.${(client >> 8) & 255}.${client & 255}`,
  })
const book = async (change: object = {}) => {
  const answer = await call('/api/jobs/create', { ...booking, ...change })
  expect(answer.status).toBe(201)
  return answer.body.data.job.id as string
}
const cancel = (jobId: string, change: object = {}) => call('/api/customer/cancel', { jobId, ...change })
const bookAndCancel = async (change: object, own: object = {}) => {
  const answer = await cancel(await book({ customerEmail: `own-${++client}@example.com`, ...own }), change)
  expect(answer.status).toBe(200)
  return answer
}
const to = async (recipient: string) => {
  await world.deps.background.idle()
  return (await allRows(world.deps)).filter((row) => row.recipient === recipient)
}
const states = async (recipient: string) => (await to(recipient)).map(({ state }) => state)
const hq = async (method: string, path: string, body?: object) =>
  world.call(method, `/api/admin${path}`, { token: await world.hqToken(), ...(body && { body }) })
const heldTodos = async () => (await hq('GET', '/tasks?kind=message.held')).body.data.items
const shown = async (id: string) => (await hq('GET', `/outbox/${id}`)).body.data

describe('the cancellation message', () => {
  test('contains nothing its caller wrote', async () => {
    const bait = 'You won, see https://evil.example or call 303-867-5309'
    await bookAndCancel(
      { email: 'victim@lovelace.dev', phone: '303-867-5399', type: bait, dateISO: bait.slice(0, 50) },
      { type: bait, customerName: bait, notes: bait, address: bait },
    )
    for (const recipient of ['victim@lovelace.dev', '303-867-5399']) {
      const [note] = await to(recipient)
      const { rendered } = await shown(note!.id)
      const words = JSON.stringify(rendered)
      expect(words).not.toContain('won')
      expect(words).not.toContain('evil')
      expect(words).not.toContain('867-5309')
      expect(rendered.text).toMatch(/visit is cancel|booking is cancel/)
    }
  })

  test('names the service as the catalog does, or not at all', async () => {
    await bookAndCancel({ email: 'known@example.com' }, { type: 'GUTTER cleaning' })
    const [known] = await to('known@example.com')
    expect((await shown(known!.id)).rendered.text).toContain('Service: Gutter cleaning')
    await bookAndCancel({ email: 'unknown@example.com', type: 'Gutter cleaning' }, { type: 'Something else' })
    const [unknown] = await to('unknown@example.com')
    const { text } = (await shown(unknown!.id)).rendered
    expect(text).not.toContain('Something else')
    expect(text).not.toContain('Service')
  })

  test("goes three times a day to an address that isn't the job's own, in any spelling", async () => {
    const spellings = [
      'victim@gmail.com',
      'Vic.Tim@gmail.com',
      'victim+1@googlemail.com',
      'VICTIM+x@gmail.com',
    ]
    const answers = []
    for (const email of spellings) answers.push((await bookAndCancel({ email })).body)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await states('victim@gmail.com')).toEqual(['sent'])
    const [held] = await to('VICTIM+x@gmail.com')
    expect(held).toMatchObject({ state: 'held', lastError: expect.stringContaining("isn't the job's own") })
    expect(await heldTodos()).toHaveLength(1)
    await bookAndCancel({ email: 'victim@gmail.com' })
    expect(await heldTodos()).toHaveLength(1)
    // Others aren't affected, and after a day neither is this address.
    await bookAndCancel({ email: 'other@gmail.com' })
    expect(await states('other@gmail.com')).toEqual(['sent'])
    world.clock.advance(24 * hours)
    await bookAndCancel({ email: 'vic-tim@example.com' })
    await bookAndCancel({ email: 'vic.tim@gmail.com' })
    expect(await states('vic.tim@gmail.com')).toEqual(['sent'])
    await bookAndCancel({ email: 'v@example.com' })
  })

  test('by text counts every spelling of a number as one', async () => {
    for (const phone of ['303-867-5309', '(303) 867-5309', '+1 303 867 5309', '1 303 867 5309'])
      await bookAndCancel({ phone: phone.replaceAll(/[()]/g, '') })
    const notes = (await allRows(world.deps)).filter(({ channel }) => channel === 'sms')
    expect(notes.map(({ state }) => state).filter((state) => state === 'held')).toHaveLength(1)
  })

  test('requested many times at once goes out three times', async () => {
    const ids: string[] = []
    for (let at = 0; at < 8; at++) ids.push(await book({ customerEmail: `own-${at}@example.com` }))
    await Promise.all(ids.map((id) => cancel(id, { email: 'victim@lovelace.dev' })))
    const held = (await states('victim@lovelace.dev')).filter((state) => state === 'held')
    expect(held).toHaveLength(5)
    expect(await states('victim@lovelace.dev')).toHaveLength(8)
    expect(await heldTodos()).toHaveLength(1)
  })
})

describe('public messages of all kinds', () => {
  test('go ten times a day to one address, and HQ sees and can send the rest', async () => {
    const email = 'busy@example.com'
    const ids: string[] = []
    for (let at = 0; at < 8; at++) ids.push(await book({ customerEmail: email }))
    for (const id of ids.slice(0, 4)) await cancel(id, { email })
    const all = await states(email)
    expect(all).toHaveLength(12)
    expect(all.filter((state) => state === 'held')).toHaveLength(2)
    const listed = (await hq('GET', '/outbox?state=held')).body.data.items
    expect(listed).toMatchObject([{ state: 'held', recipient: email }, { state: 'held' }])
    expect(listed[0].lastError).toStartWith('Only 10 messages a day')
    expect(await heldTodos()).toHaveLength(1)
    const released = await hq('POST', `/outbox/${listed[0].id}/resend`)
    expect([released.status, released.body.data.id]).toEqual([201, listed[0].id])
    expect((await states(email)).filter((state) => state === 'held')).toHaveLength(1)
  })

  test('are counted in the store, so a restart forgets nothing', async () => {
    const email = 'busy@example.com'
    for (let at = 0; at < 10; at++) await book({ customerEmail: email })
    const rows = await world.deps.store.read.select().from(outbox).where(eq(outbox.publicKey, email))
    expect(rows).toHaveLength(10)
    const { config, secrets, store } = world.deps
    const { clock } = world
    const restarted = assemble({
      config,
      secrets,
      store,
      clock,
      log: silentLog,
      limiter: new MemoryLimiter(clock),
    })
    const body = { ...booking, customerEmail: 'Busy@Example.com' }
    expect((await send(createApp(restarted), 'POST', '/api/jobs/create', { body })).status).toBe(201)
    await restarted.background.idle()
    restarted.state.close()
    restarted.providers.geocoder.close()
    expect(await states('Busy@Example.com')).toEqual(['held'])
  })

  test("from HQ's own bookings aren't counted", async () => {
    for (let at = 0; at < 11; at++)
      expect((await hq('POST', '/jobs', { ...booking, customerEmail: 'many@example.com' })).status).toBe(201)
    expect(new Set(await states('many@example.com'))).toEqual(new Set(['sent']))
  })

  test('still mention the other job when one held back is erased', async () => {
    for (let at = 0; at < 4; at++) await bookAndCancel({ email: 'gone@example.com' })
    const jobId = await book({ customerEmail: 'gone@example.com' })
    await cancel(jobId)
    const { customerId } = (await hq('GET', `/jobs/${jobId}`)).body.data.job
    expect((await hq('POST', `/customers/${customerId}/erase`)).status).toBe(200)
    const rows = await allRows(world.deps)
    expect(JSON.stringify(rows)).not.toContain('gone@example.com')
    expect(rows.filter(({ state }) => state === 'held')).toEqual([])
  })
})

describe('texts to numbers from strangers', () => {
  const jamaica = '1 876 555 1234'

  test("go only to the franchise's countries", async () => {
    for (const phone of [jamaica, '+44 7911 123456', '+1 416 867 5309']) {
      await bookAndCancel({ phone })
      const [note] = await to(phone)
      expect([phone, note!.state]).toEqual([phone, 'held'])
      expect(note!.lastError).toContain("isn't in a country the franchise texts")
    }
    expect(await heldTodos()).toHaveLength(1)
    world.clock.advance(24 * hours)
    await bookAndCancel({ phone: jamaica })
    expect(await heldTodos()).toHaveLength(2)
    await bookAndCancel({ phone: '787-867-5309' })
    expect(await states('787-867-5309')).toEqual(['sent'])
    expect(
      (await hq('PATCH', `/franchises/${denver}`, { textCountries: ['us', 'CA'] })).body.data,
    ).toMatchObject({
      textCountries: ['CA', 'US'],
    })
    await bookAndCancel({ phone: '+1 416 867 5310' })
    expect(await states('+1 416 867 5310')).toEqual(['sent'])
  })

  test('are held for a booking too, even when HQ moves its job on', async () => {
    const id = await book({ customerEmail: undefined, customerPhone: jamaica })
    expect(await states(jamaica)).toEqual(['held'])
    const moved = await hq('POST', `/jobs/${id}/schedule`, {
      workerId: 'worker-marcus',
      start: '2026-03-09T16:00:00Z',
    })
    expect(moved.status).toBe(200)
    expect(await states(jamaica)).toEqual(['held', 'held'])
  })

  test.each([[[]], [['USA']], [['XX']], ['US']])("%p aren't countries", async (textCountries) => {
    expect((await hq('PATCH', `/franchises/${denver}`, { textCountries })).status).toBe(400)
  })
})

test('no message contains a link or a number that a caller put in', async () => {
  const digits = fc
    .integer({ min: 2_000_000, max: 9_999_999 })
    .map((number) => `303-${String(number).slice(0, 3)}-${String(number).slice(3)}`)
  const bait = fc.oneof(fc.webUrl(), fc.domain(), fc.emailAddress(), digits)
  await fc.assert(
    fc.asyncProperty(bait, bait, bait, async (name, type, address) => {
      const mark = `m${++client}@example.com`
      const words = {
        customerName: `Jo ${name}`,
        type: `Clean ${type}`.slice(0, 200),
        address: `1 Main St ${address}`,
      }
      await bookAndCancel({ email: `asked-${mark}`, type }, { customerEmail: mark, ...words, notes: name })
      const rows = [...(await to(mark)), ...(await to(`asked-${mark}`))]
      expect(rows.length).toBeGreaterThanOrEqual(3)
      for (const { id } of rows) {
        const { subject, text, html } = (await shown(id)).rendered
        for (const put of [name, type, address])
          expect(`${subject} ${text} ${html}`.toLowerCase()).not.toContain(put.toLowerCase())
      }
    }),
    { numRuns: 25 },
  )
})

test('messages in an older database keep their files', async () => {
  const database = await openEmptyDatabase()
  const all = readMigrations()
  const at = all.findIndex(({ name }) => name.endsWith('public-messages-counted'))
  await migrate(database.target, all.slice(0, at))
  await database.target.apply([
    `INSERT INTO outbox (id, about, channel, template, recipient, data, due_at, created_at, state)
     VALUES ('m1', 'a', 'email', 'invoice', 'ada@lovelace.dev', '{}', 1, 2, 'dead')`,
    `INSERT INTO outbox_files (message_id, name, type, bytes) VALUES ('m1', 'a.pdf', 'application/pdf', x'00')`,
  ])
  await migrate(database.target, all)
  expect(await database.target.query('SELECT id, state, public_key, elsewhere FROM outbox')).toEqual([
    { id: 'm1', state: 'dead', public_key: null, elsewhere: 0 },
  ])
  expect(await database.target.query('SELECT message_id FROM outbox_files')).toEqual([{ message_id: 'm1' }])
  await database.close()
})
