import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invoiceCounters, invoiceDocuments, invoices, outbox } from '../../../db/schema'
import { brokenConstraint } from '../../../db/store'
import { postInvoices } from '../../../src/modules/invoices/post'
import { settleInterrupted } from '../../../src/modules/invoices/send'
import { deliverDue, recoverLeases } from '../../../src/modules/messages/queue'
import { setOptOut } from '../../../src/modules/customers'
import { refusal, silence, startResend, taken } from '../../providers/email/resend-stub'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { failureOf } from '../../support/failure'
import { addWorld, booking } from '../../support/world'
import { useStubs } from '../messages/outbox'

let admin: Admin
let mail: ReturnType<typeof startResend>
let reply: (to: string) => Response | Promise<Response>
beforeEach(async () => {
  admin = await startAdmin()
  await addWorld(admin)
  reply = () => taken()
  mail = startResend(() => reply(String(mail.requests.at(-1)?.body.to)))
  usePatience()
})
afterEach(async () => {
  await admin.close()
  await mail.stop()
})

/** How long the email provider may take. Short limits are only for replies that never come. */
function usePatience(limits: { callMs?: number; repeats?: number } = {}): void {
  useStubs(admin.deps, { resend: mail.url }, { breakAfter: 1_000, ...limits })
}

const no = () => refusal(422, 'validation_error')
async function draft(customerEmail = 'ada@lovelace.dev'): Promise<string> {
  const job = expectStatus(await admin.post('/api/admin/jobs', { ...booking, customerEmail }), 201)
  const made = await admin.post('/api/invoices/generate', { jobId: job.body.data.job.id })
  await admin.deps.background.idle()
  return expectStatus(made, 201).body.data.invoice.id
}
const send = (invoiceId: string, method = 'email') => admin.post('/api/invoices/send', { invoiceId, method })
const read = async (id: string) => expectStatus(await admin.get(`/api/admin/invoices/${id}`), 200).body.data
const messages = () =>
  admin.deps.store.read.select().from(outbox).where(eq(outbox.template, 'invoice')).orderBy(outbox.id)
const counters = () => admin.deps.store.read.select({ last: invoiceCounters.last }).from(invoiceCounters)

async function expectUntouched(id: string) {
  const detail = await read(id)
  expect([detail.invoice.status, detail.invoice.number, detail.invoice.issuedOn, detail.documents]).toEqual([
    'draft',
    null,
    null,
    [],
  ])
  expect(await admin.deps.store.read.select().from(invoiceDocuments)).toEqual([])
}

describe('a send that certainly failed', () => {
  test('leaves a draft without a number, and the next invoice gets the number', async () => {
    const [first, second] = [await draft('no@lovelace.dev'), await draft()]
    reply = (to) => (to === 'no@lovelace.dev' ? no() : taken())
    expectStatus(await send(first), 502)
    await expectUntouched(first)
    expect(await counters()).toEqual([])
    expect(expectStatus(await send(second), 200).body.data.invoice.number).toBe('FRG-2026-0001')
    expectStatus(await send(first), 502)
    expect(await counters()).toEqual([{ last: 1 }])
    reply = () => taken()
    expect(expectStatus(await send(first), 200).body.data.invoice.number).toBe('FRG-2026-0002')
  })

  test("can't go out later from the outbox with a number that may be another invoice's", async () => {
    const id = await draft()
    reply = no
    expectStatus(await send(id), 502)
    const [message] = await messages()
    expect(message).toMatchObject({ state: 'cancelled' })
    const again = expectStatus(await admin.post(`/api/admin/outbox/${message!.id}/resend`), 409)
    expect(again.body.error).toContain('Send the document again from its own page')
  })

  test("includes one whose document couldn't be made or that has no recipient", async () => {
    const id = await draft()
    const { state } = admin.deps
    const whole = state.of.bind(state)
    state.of = ((kind: { name: string }) =>
      kind.name === 'InvoicePrinter'
        ? { print: () => Promise.reject(new Error('out of paper')) }
        : whole(kind as never)) as typeof state.of
    expectStatus(await send(id), 500)
    await admin.deps.store.write((tx) =>
      tx.update(invoices).set({ postAt: admin.clock.now() }).where(eq(invoices.id, id)),
    )
    expect(await postInvoices(admin.deps)).toBe(0)
    state.of = whole
    await expectUntouched(id)
    await admin.deps.store.write((tx) =>
      setOptOut(tx, admin.clock.now(), { channel: 'sms', address: '303-555-0142', source: 'hq' }, true),
    )
    expectStatus(await send(id, 'sms'), 409)
    await expectUntouched(id)
  })

  test('leaves no gap and no duplicate among invoices sent at the same moment', async () => {
    const ids = await Promise.all(
      Array.from({ length: 7 }, (_, nth) => draft(`${nth % 3 === 1 ? 'no' : 'yes'}${nth}@lovelace.dev`)),
    )
    reply = (to) => (to.startsWith('no') ? no() : taken())
    const answers = await Promise.all([...ids, ...ids].map((id) => send(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(10).fill(200),
      ...Array(4).fill(502),
    ])
    const numbers = await Promise.all(ids.map(async (id) => (await read(id)).invoice.number as string | null))
    expect(numbers.filter((number) => number !== null).toSorted()).toEqual(
      [1, 2, 3, 4, 5].map((nth) => `FRG-2026-000${nth}`),
    )
    expect(numbers.filter((number) => number === null)).toHaveLength(2)
    expect(mail.requests.filter(({ body }) => String(body.subject).startsWith('Invoice'))).toHaveLength(7)
  })
})

describe('a send with an unknown outcome', () => {
  test('keeps its number, because the customer may have seen it', async () => {
    const [first, second] = [await draft(), await draft()]
    reply = silence
    usePatience({ callMs: 300 })
    expectStatus(await send(first), 502)
    expect((await read(first)).invoice).toMatchObject({ status: 'draft', number: 'FRG-2026-0001' })
    reply = no
    usePatience()
    expectStatus(await send(first), 502)
    expect((await read(first)).invoice.number).toBe('FRG-2026-0001')
    reply = () => taken()
    expect(expectStatus(await send(second), 200).body.data.invoice.number).toBe('FRG-2026-0002')
    expect(expectStatus(await send(first), 200).body.data.invoice.number).toBe('FRG-2026-0001')
  })

  test('stays unknown when the provider refuses to repeat it', async () => {
    usePatience({ callMs: 1_500, repeats: 1 })
    const id = await draft()
    let tries = 0
    reply = () => (++tries === 1 ? silence() : no())
    expectStatus(await send(id), 502)
    expect(tries).toBe(2)
    expect((await read(id)).invoice.number).toBe('FRG-2026-0001')
  })
})

describe('a process that dies', () => {
  test("before its message was sent leaves the number to the message's outcome", async () => {
    const [id, other] = [await draft(), await draft()]
    const { store } = admin.deps
    const write = store.write.bind(store)
    let isDead = false
    store.write = async (unit) => {
      if (isDead) throw new Error('killed')
      const result = await write(unit)
      const [row] = await store.read.select().from(invoices).where(eq(invoices.id, id))
      isDead = row?.sendingId !== null
      return result
    }
    expectStatus(await send(id), 500)
    store.write = write
    expect(await messages()).toMatchObject([{ state: 'queued', attempts: 0 }])
    // The next one in the series waits for it, and takes the number after it.
    expect(expectStatus(await send(other), 200).body.data.invoice.number).toBe('FRG-2026-0002')
    expect((await read(id)).invoice).toMatchObject({ status: 'sent', number: 'FRG-2026-0001' })
  })

  test('while its message was being sent leaves the number with the invoice', async () => {
    const [id, other] = [await draft(), await draft()]
    reply = silence
    usePatience({ callMs: 2_000 })
    const sending = send(id)
    while ((await messages())[0]?.state !== 'sending') await Bun.sleep(5)
    admin.clock.advance(120_000)
    await recoverLeases(admin.deps)
    reply = no
    await sending
    await deliverDue(admin.deps)
    await settleInterrupted(admin.deps)
    expect((await read(id)).invoice).toMatchObject({ status: 'draft', number: 'FRG-2026-0001' })
    reply = () => taken()
    usePatience()
    expect(expectStatus(await send(other), 200).body.data.invoice.number).toBe('FRG-2026-0002')
  })
})

test('the store takes back no number someone may have seen, and no counter below an invoice', async () => {
  const id = await draft()
  expectStatus(await send(id), 200)
  const { store } = admin.deps
  const changes = [
    store.write((tx) => tx.update(invoiceCounters).set({ last: 3 })),
    store.write((tx) => tx.delete(invoiceCounters)),
    store.write((tx) => tx.update(invoices).set({ number: null, tentative: true })),
    store.write((tx) => tx.delete(invoiceDocuments)),
  ]
  for (const change of changes)
    expect(brokenConstraint(await failureOf(change))).toBe('truckroll:append-only')
  expectStatus(await send(await draft()), 200)
  const back = store.write((tx) => tx.update(invoiceCounters).set({ last: 1 }))
  expect(brokenConstraint(await failureOf(back))).toBe('truckroll:append-only')
})
