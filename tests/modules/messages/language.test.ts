import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { customers, workers } from '../../../db/schema'
import { deliverDue } from '../../../src/modules/messages/queue'
import { bookingPathOf } from '../../../src/tokens/booking-link'
import { startTestApp, type TestApp } from '../../support/app'
import { message, queue, rowOf, sms, useStubs } from './outbox'
import { addFranchise, addPeople } from './people'
import { providerStubs } from './provider-stubs'

const { resend, stopStubs } = providerStubs()
let app: TestApp

beforeEach(async () => {
  app = await startTestApp()
  await addPeople(app.deps, [{ id: 'ada', email: 'ada@lovelace.dev', phone: '3038675309' }])
})
afterEach(async () => {
  await app.close()
  await stopStubs()
})

const receipt = { template: 'receipt', data: { name: 'Ada', type: 'Gutters', amountCents: 500 } }
const shown = async (id: string | undefined) =>
  (await app.call('GET', `/api/admin/outbox/${id}`, { token: await app.hqToken() })).body.data
const speakSpanish = () => app.deps.store.write((tx) => tx.update(customers).set({ language: 'es' }))

describe('a message is in the language', () => {
  test('of the page that caused it, before any other', async () => {
    await speakSpanish()
    const [id] = await queue(app.deps, message({ ...receipt, jobId: 'ada-0', language: 'en' }))
    expect((await shown(id)).rendered.subject).toBe('Your receipt from Truckroll: $5.00')
  })

  test('of the job’s customer, whatever the address', async () => {
    await speakSpanish()
    const [id] = await queue(app.deps, message({ ...receipt, jobId: 'ada-0', recipient: 'x@lovelace.dev' }))
    expect((await shown(id)).rendered.subject).toBe('Su recibo de Truckroll: $5.00')
  })

  test('of the customer or the technician who has the address', async () => {
    await speakSpanish()
    const at = app.clock.now()
    await app.deps.store.write(async (tx) => {
      await tx.insert(workers).values({
        id: 'w1',
        name: 'Sofia Reyes',
        phone: '720-555-0142',
        language: 'es',
        createdAt: at,
        updatedAt: at,
      })
      await tx.update(customers).set({ searchable: true })
    })
    const ids = await queue(
      app.deps,
      message(receipt),
      sms({ ...receipt, recipient: '303-867-5309' }),
      sms({ ...receipt, recipient: '720-555-0142' }),
    )
    for (const id of ids) expect((await shown(id)).rendered.text).toContain('Recibimos')
  })

  test('English, where nobody chose one', async () => {
    const [id] = await queue(app.deps, message(receipt))
    expect((await shown(id)).rendered.text).toContain('We received your payment of $5.00.')
  })

  test('English for notices to HQ', async () => {
    await speakSpanish()
    const [id] = await queue(app.deps, message())
    expect((await shown(id)).rendered.text).toContain('Powered by Truckroll')
  })

  test('it had, when HQ sends it again', async () => {
    const [id] = await queue(app.deps, message({ ...receipt, language: 'es' }))
    await deliverDue(app.deps)
    const again = await app.call('POST', `/api/admin/outbox/${id}/resend`, { token: await app.hqToken() })
    expect((await rowOf(app.deps, again.body.data.id)).language).toBe('es')
  })
})

describe('a confirmation', () => {
  const start = Date.parse('2026-03-03T16:00:00Z')
  const scheduled = {
    template: 'scheduled',
    jobId: 'ada-0',
    data: {
      name: 'Ada',
      type: 'Gutters, and roof',
      address: '12 Main St',
      start,
      end: start + 3_600_000,
      timeZone: 'America/Denver',
    },
  }

  test('carries the visit for calendars, and the way to its booking', async () => {
    const provider = resend()
    useStubs(app.deps, { resend: provider.url })
    const [id] = await queue(app.deps, message(scheduled))
    expect((await shown(id)).files).toEqual([{ name: 'visit.ics', type: 'text/calendar' }])
    await deliverDue(app.deps)
    const { html, attachments } = provider.requests[0]!.body as {
      html: string
      attachments: { filename: string; content: string }[]
    }
    expect(attachments.map(({ filename }) => filename)).toEqual(['visit.ics'])
    const calendar = Buffer.from(attachments[0]!.content, 'base64').toString()
    expect(calendar).toContain('DTSTART:20260303T160000Z')
    expect(calendar).toContain('SUMMARY:Gutters\\, and roof – Truckroll')
    const page = `http://localhost${bookingPathOf(app.deps, { jobId: 'ada-0', series: 0 })}`
    expect(html).toContain(`href="${page}"`)
    expect(html).toContain(`href="${page}/calendar"`)
  })

  test('shows the franchise’s logo, phone and address', async () => {
    await addFranchise(app.deps, 'den', {
      name: 'Bright Gutters',
      phone: '+13035550100',
      postalAddress: '1420 Larimer St, Denver, CO 80202',
      logoUrl: 'https://pictures.example/logo.png',
    })
    const [id] = await queue(app.deps, message({ ...scheduled, franchiseId: 'den' }))
    const { html, text } = (await shown(id)).rendered
    expect(html).toMatch(/<img[^>]* src="https:\/\/pictures\.example\/logo\.png" alt="Bright Gutters"/)
    expect(text).toContain(
      'Bright Gutters\n(303) 555-0100\n1420 Larimer St, Denver, CO 80202\nReference: TR-',
    )
  })
})

test('a note to an address that is not the job’s own leads nowhere near the booking', async () => {
  const [id] = await queue(
    app.deps,
    message({ ...receipt, jobId: 'ada-0', recipient: 'x@lovelace.dev', publicly: 'elsewhere' }),
  )
  const { html, text } = (await shown(id)).rendered
  for (const part of [html, text]) expect(part).not.toContain('/book/done/')
})
