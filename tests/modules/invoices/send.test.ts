import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invoiceDocuments, invoices, outbox, outboxFiles } from '../../../db/schema'
import { brokenConstraint } from '../../../db/store'
import { settleInterrupted } from '../../../src/modules/invoices/send'
import { refusal, startResend, taken } from '../../providers/email/resend-stub'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { printAll } from '../../support/app'
import { failureOf } from '../../support/failure'
import { addWorld, booking } from '../../support/world'
import { useStubs } from '../messages/outbox'

let admin: Admin
let mail: ReturnType<typeof startResend> | undefined
beforeEach(async () => {
  admin = await startAdmin()
  await addWorld(admin)
})
afterEach(async () => {
  await admin.close()
  await mail?.stop()
  mail = undefined
})

async function draft(changes: Record<string, unknown> = {}): Promise<string> {
  const job = expectStatus(
    await admin.post('/api/admin/jobs', { ...booking, customerEmail: 'ada@lovelace.dev', ...changes }),
    201,
  )
  const made = await admin.post('/api/invoices/generate', { jobId: job.body.data.job.id })
  return expectStatus(made, 201).body.data.invoice.id
}
const send = (invoiceId: string, method = 'email') => admin.post('/api/invoices/send', { invoiceId, method })
const rowOf = async (id: string) =>
  (await admin.deps.store.read.select().from(invoices).where(eq(invoices.id, id)))[0]!
const messagesOf = async (id: string) =>
  (await admin.deps.store.read.select().from(outbox).where(eq(outbox.template, 'invoice'))).filter(
    ({ about }) => about.startsWith(`invoice:${id}:`),
  )

describe('sending an invoice by email', () => {
  test('numbers it, attaches the PDF, and keeps the exact bytes with their hash', async () => {
    printAll(admin.deps)
    mail = startResend(() => taken())
    useStubs(admin.deps, { resend: mail.url })
    const id = await draft()
    const { invoice, message } = expectStatus(await send(id), 200).body.data
    expect(invoice).toMatchObject({
      status: 'sent',
      number: 'FRG-2026-0001',
      sentVia: 'email',
      issuedOn: '2026-03-02',
      dueOn: '2026-03-16',
    })
    expect(message).toBe('Invoice sent by email.')
    const [letter] = mail.requests.filter(({ body }) => String(body.subject).startsWith('Invoice'))
    const [attached] = letter!.body.attachments as { filename: string; content: string }[]
    expect(attached!.filename).toBe('FRG-2026-0001.pdf')
    expect(String(letter!.body.html)).toContain('http://localhost/i/')
    const bytes = Buffer.from(attached!.content, 'base64')
    const [kept] = await admin.deps.store.read
      .select()
      .from(invoiceDocuments)
      .where(eq(invoiceDocuments.invoiceId, id))
    expect(kept!.bytes.equals(bytes)).toBe(true)
    expect(kept!.sha256).toBe(new Bun.CryptoHasher('sha256').update(bytes).digest('hex'))
    const pdf = await admin.get(`/api/admin/invoices/${id}/pdf`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.text).toStartWith('%PDF-')
    const detail = expectStatus(await admin.get(`/api/admin/invoices/${id}`), 200).body.data
    expect(detail.documents).toEqual([
      { sha256: kept!.sha256, bytes: bytes.length, createdAt: expect.any(String) },
    ])
  })

  test('answers 502 when the provider fails, and the draft stays as it was', async () => {
    let isDown = false
    mail = startResend(() => (isDown ? refusal(500, 'internal_server_error') : taken()))
    useStubs(admin.deps, { resend: mail.url })
    const [first, second] = [await draft(), await draft()]
    isDown = true
    expectStatus(await send(first), 502)
    expect(await rowOf(first)).toMatchObject({
      status: 'draft',
      number: null,
      issuedOn: null,
      dueOn: null,
      sentAt: null,
      sendingId: null,
    })
    isDown = false
    expectStatus(await send(second), 200)
    expectStatus(await send(first), 200)
    expect((await rowOf(second)).number).toBe('FRG-2026-0001')
    expect((await rowOf(first)).number).toBe('FRG-2026-0002')
  })

  test('sends one message when five ask at once, and another when asked later', async () => {
    const id = await draft()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await messagesOf(id)).toHaveLength(1)
    expectStatus(await send(id), 200)
    expect(await messagesOf(id)).toHaveLength(2)
    expect(await admin.deps.store.read.select().from(invoiceDocuments)).toHaveLength(1)
  })

  test('answers 409 without an address, 404 for an unknown invoice, and 409 for a void one', async () => {
    const nobody = await draft({ customerEmail: undefined, customerPhone: '303-555-0142' })
    expect(expectStatus(await send(nobody), 409).body.error).toContain('no email address')
    expect((await rowOf(nobody)).number).toBeNull()
    expectStatus(await send('none'), 404)
    expectStatus(await admin.post(`/api/admin/invoices/${nobody}/void`), 200)
    expectStatus(await send(nobody, 'sms'), 409)
  })

  test('shows the job as it is now, not as it was when the draft was made', async () => {
    const id = await draft()
    expectStatus(await admin.post(`/api/admin/jobs/${(await rowOf(id)).jobId}/reprice`, { price: 100 }), 200)
    expect(expectStatus(await send(id), 200).body.data.invoice.total).toBe(108.81)
  })

  test("is settled after a crash halfway, by the message's outcome", async () => {
    const id = await draft()
    expectStatus(await send(id), 200)
    const [message] = await messagesOf(id)
    await admin.deps.store.write((tx) => tx.update(invoices).set({ sendingId: message!.id, sends: 0 }))
    await settleInterrupted(admin.deps)
    expect(await rowOf(id)).toMatchObject({ status: 'sent', sendingId: null, sends: 1 })
  })
})

describe('sending an invoice by SMS', () => {
  test('sends a short signed link to a page that shows it', async () => {
    const id = await draft()
    expectStatus(await send(id, 'sms'), 200)
    const [message] = await messagesOf(id)
    expect(message).toMatchObject({ channel: 'sms', recipient: '303-555-0142' })
    expect(await admin.deps.store.read.select().from(outboxFiles)).toEqual([])
    const url = String(message!.data.url)
    expect(url.length).toBeLessThan(60)
    const page = await admin.call('GET', new URL(url).pathname)
    expectStatus(page, 200)
    expect(page.text).toContain('FRG-2026-0001')
    expect(page.text).toContain('Pay now')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('a sent invoice', () => {
  test("can't be changed, and its number can't be changed or lost", async () => {
    const id = await draft()
    expectStatus(await send(id), 200)
    const changes: Partial<typeof invoices.$inferInsert>[] = [
      { number: 'FRG-2026-0009' },
      { number: null },
      { totalCents: 1 },
      { status: 'draft' },
      { dueOn: '2030-01-01' },
    ]
    for (const change of changes) {
      const failure = await failureOf(
        admin.deps.store.write((tx) => tx.update(invoices).set(change).where(eq(invoices.id, id))),
      )
      expect(brokenConstraint(failure)).toBe('truckroll:append-only')
    }
    const gone = await failureOf(
      admin.deps.store.write((tx) => tx.delete(invoices).where(eq(invoices.id, id))),
    )
    expect(brokenConstraint(gone)).toBe('truckroll:append-only')
    const altered = await failureOf(
      admin.deps.store.write((tx) => tx.update(invoiceDocuments).set({ sha256: '' })),
    )
    expect(brokenConstraint(altered)).toBe('truckroll:append-only')
  })
})
