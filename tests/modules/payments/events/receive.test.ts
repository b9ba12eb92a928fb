import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { webhookEvents } from '../../../../db/schema'
import { minute } from '../../../../src/lib/clock'
import { signBody } from '../../../../src/providers/payments/signature'
import { startMoneyTest, type MoneyTest } from '../../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const secret = () => money.deps.secrets.webhookSecrets[0] ?? ''
const sign = (raw: string | Uint8Array, key = secret(), at = money.clock.now()) => signBody(raw, key, at)
const post = (raw: BodyInit, headers: Record<string, string> = {}) =>
  money.open('POST', '/api/payments-webhook', { raw, headers })
const stored = async (id: string) =>
  (await money.deps.store.read.select().from(webhookEvents).where(eq(webhookEvents.id, id)))[0]

const eventOf = (id: string, type = 'customer.updated') =>
  JSON.stringify({ id, type, created: 1_772_463_600, data: { object: { id: 'cus_1', note: 'é — 漢字' } } })

describe('an event', () => {
  test('is acknowledged by its id, outside the envelope, and stored as it came', async () => {
    const raw = eventOf('evt_plain')
    const answer = await post(raw, { 'payments-signature': sign(raw) })
    expect([answer.status, answer.body]).toEqual([200, { received: true, eventId: 'evt_plain' }])
    await money.deps.background.idle()
    const row = await stored('evt_plain')
    expect(row?.payload).toBe(raw)
    expect(row?.state).toBe('done')
  })

  test("is accepted under the processor's own header, and with a rotated secret", async () => {
    const raw = eventOf('evt_own_header')
    expect((await post(raw, { 'stripe-signature': sign(raw) })).status).toBe(200)
    money.deps.secrets.webhookSecrets.push('whsec_next_0123456789abcdef')
    const other = eventOf('evt_rotated')
    const signature = sign(other, 'whsec_next_0123456789abcdef')
    expect((await post(other, { 'payments-signature': signature })).status).toBe(200)
    money.deps.secrets.webhookSecrets.pop()
  })

  test('sent again gets the same answer and is stored once, even many at once', async () => {
    const raw = eventOf('evt_again')
    const headers = { 'payments-signature': sign(raw) }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(raw, headers)))
    for (const answer of answers) expect(answer.body).toEqual({ received: true, eventId: 'evt_again' })
    const rows = await money.deps.store.read
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.id, 'evt_again'))
    expect(rows).toHaveLength(1)
  })

  test('without a valid signature is refused with 401 and not stored', async () => {
    const raw = eventOf('evt_forged')
    const stale = sign(raw, secret(), money.clock.now() - 6 * minute)
    const early = sign(raw, secret(), money.clock.now() + 6 * minute)
    for (const signature of [
      null,
      '',
      'garbage',
      't=1',
      `t=${money.clock.now()}`,
      stale,
      early,
      sign(raw, 'another'),
      sign(`${raw} `),
    ])
      expect({
        signature,
        status: (await post(raw, signature === null ? {} : { 'payments-signature': signature })).status,
      }).toEqual({ signature, status: 401 })
    expect(await stored('evt_forged')).toBeUndefined()
  })

  test('that is signed but invalid is a 400', async () => {
    for (const raw of [
      '',
      'not json',
      '[]',
      'null',
      '{"id":"evt_x"}',
      '{"id":"","type":"a","data":{"object":{}}}',
    ])
      expect({ raw, status: (await post(raw, { 'payments-signature': sign(raw) })).status }).toEqual({
        raw,
        status: 400,
      })
  })

  test('may have 64 KB and not a byte more, checked before the signature', async () => {
    const frame = eventOf('evt_large').replace('漢字', '')
    const fill = 65_536 - Buffer.byteLength(frame)
    const largest = frame.replace('"cus_1"', `"cus_1${'x'.repeat(fill)}"`)
    expect(Buffer.byteLength(largest)).toBe(65_536)
    expect((await post(largest, { 'payments-signature': sign(largest) })).status).toBe(200)
    const tooLarge = await post(`${largest} `, { 'payments-signature': 'nonsense' })
    expect([tooLarge.status, tooLarge.body.error]).toEqual([400, 'The body is larger than 64 KB'])
  })

  test('is signed over its bytes: the same text in another encoding is another body', async () => {
    const raw = eventOf('evt_bytes')
    const bytes = new TextEncoder().encode(raw)
    expect((await post(bytes, { 'payments-signature': sign(raw) })).status).toBe(200)
    const utf16 = new Uint8Array(Buffer.from(raw, 'utf16le'))
    expect((await post(utf16, { 'payments-signature': sign(raw) })).status).toBe(401)
  })
})

describe('many events at once', () => {
  test('are all answered and processed', async () => {
    const ids = Array.from({ length: 120 }, (_, place) => `evt_burst_${place}`)
    const answers = await Promise.all(
      ids.map((id) => {
        const raw = eventOf(id)
        return post(raw, { 'payments-signature': sign(raw) })
      }),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await money.rest()
    const rows = await money.deps.store.read.select().from(webhookEvents)
    const states = new Set(rows.filter(({ id }) => id.startsWith('evt_burst_')).map(({ state }) => state))
    expect([...states]).toEqual(['done'])
  })
})
