import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { activity } from '../../../../db/schema'
import { assemble } from '../../../../src/compose'
import { silentLog } from '../../../../src/lib/log'
import { MemoryLimiter } from '../../../../src/limits/memory'
import { deliverDue } from '../../../../src/modules/messages/queue'
import { expectStatus, startAdmin, type Admin } from '../../../support/admin'
import { message, queue, rowOf, sms, useStubs } from '../outbox'
import { providerStubs } from '../provider-stubs'

const { resend, stopStubs } = providerStubs()

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin({ BUSINESS_NAME: 'Acme Gutters', BUSINESS_PHONE: '303-555-0100' })
})
afterEach(async () => {
  await admin.close()
  await stopStubs()
})

const base = '/api/admin/messages/templates'
const booked = (changes: object = {}) =>
  message({
    template: 'booked',
    data: {
      name: 'Ada Lovelace',
      type: 'Gutters',
      total: 5_000,
      preferredDate: '2026-03-04',
      preferredTime: '12:00-14:00',
    },
    ...changes,
  })
const textOf = async (key: string, channel: string, language: string) =>
  (await admin.get(`${base}/${key}`)).body.data.texts.find(
    (text: { channel: string; language: string }) => text.channel === channel && text.language === language,
  )

describe('the wording of a message', () => {
  test('shows its default with placeholders until it is changed, and is listed as edited after', async () => {
    expect(await textOf('booked', 'email', 'en')).toMatchObject({
      edited: false,
      changedAt: null,
      current: {
        subject: 'You’re booked: {window}',
        heading: 'You’re booked',
        body: 'Hi {first_name},\n\nThanks for booking with us. We’ll assign your technician and email you the details.',
      },
    })
    const put = await admin.put(`${base}/booked/en/email`, { subject: 'Hello {first_name}!' })
    expectStatus(put, 200)
    const text = await textOf('booked', 'email', 'en')
    expect(text).toMatchObject({
      edited: true,
      changedBy: 'hq:admin@example.com',
      current: { subject: 'Hello {first_name}!', heading: 'You’re booked' },
      default: { subject: 'You’re booked: {window}' },
    })
    const { items } = (await admin.get(base)).body.data
    const listed = items.find(({ key }: { key: string }) => key === 'booked')
    expect(listed).toMatchObject({ title: 'Booking received', group: 'Visits' })
    expect(listed.texts.filter(({ edited }: { edited: boolean }) => edited)).toEqual([
      { channel: 'email', language: 'en', edited: true },
    ])
  })

  test('of a card refund is not used for money that was given back by hand', async () => {
    const stub = resend()
    useStubs(admin.deps, { resend: stub.url })
    await admin.put(`${base}/refunded/en/email`, { body: 'The money is on its way to your card.' })
    const data = { name: 'Ada Lovelace', type: 'Gutters', refundCents: 5_000 }
    for (const byHand of [false, true]) {
      const about = `refund:${byHand}`
      await queue(admin.deps, message({ template: 'refunded', data: { ...data, byHand }, about }))
    }
    await deliverDue(admin.deps)
    const texts = stub.requests.map(({ body }) => JSON.stringify(body))
    expect(texts.filter((text) => text.includes('on its way to your card'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('We gave you back'))).toHaveLength(1)
  })

  test('counts from the next email on, also in another process, without a restart', async () => {
    const stub = resend()
    const { config, secrets, store, clock } = admin.deps
    const other = assemble({
      config,
      secrets,
      store,
      clock,
      log: silentLog,
      limiter: new MemoryLimiter(clock),
    })
    useStubs(other, { resend: stub.url })
    await queue(other, booked())
    await deliverDue(other)
    await admin.put(`${base}/booked/en/email`, {
      subject: '{first_name}, we got it',
      body: 'Dear {name},\n\nthank you for choosing {business}. <b>See</b> https://acme.example/faq.',
    })
    await queue(other, booked())
    await deliverDue(other)
    const [before, after] = stub.requests.map(
      ({ body }) => body as { subject: string; html: string; text: string },
    )
    expect(before!.subject).toBe('You’re booked: Wed, Mar 4, arriving 12–2 PM')
    expect(after!.subject).toBe('Ada, we got it')
    expect(after!.text).toContain(
      'Dear Ada Lovelace,\n\nthank you for choosing Acme Gutters. <b>See</b> https://acme.example/faq.',
    )
    expect(after!.html).toContain('&lt;b>See')
    expect(after!.html).toContain('href="https://acme.example/faq"')
    expect(after!.html).toContain('You’re booked')
  })

  test('stays what it was in messages that were sent before a change', async () => {
    const change = (body: string) => admin.put(`${base}/booked/en/sms`, { body })
    const shown = async (id: string) => (await admin.get(`/api/admin/outbox/${id}`)).body.data.rendered.text
    await change('{business}: First wording.')
    admin.clock.advance(1_000)
    const [early] = await queue(admin.deps, sms({ template: 'booked', data: booked().data }))
    await deliverDue(admin.deps)
    admin.clock.advance(1_000)
    await change('{business}: Second wording.')
    const [late] = await queue(admin.deps, sms({ template: 'booked', data: booked().data }))
    await deliverDue(admin.deps)
    expect((await rowOf(admin.deps, early!)).state).toBe('sent')
    expect(await shown(early!)).toContain('First wording.')
    expect(await shown(late!)).toContain('Second wording.')
    admin.clock.advance(1_000)
    await admin.remove(`${base}/booked/en/sms`)
    expect(await textOf('booked', 'sms', 'en')).toMatchObject({ edited: false })
    expect(await shown(late!)).toContain('Second wording.')
  })

  test('goes back to the default with a reset, and every change is in the activity log', async () => {
    await admin.put(`${base}/booked/es/email`, { heading: '¡Gracias!' })
    // Saving the same again changes nothing.
    await admin.put(`${base}/booked/es/email`, { heading: '¡Gracias!' })
    const reset = await admin.remove(`${base}/booked/es/email`)
    expectStatus(reset, 200)
    expect(await textOf('booked', 'email', 'es')).toMatchObject({
      edited: false,
      current: { heading: 'Su reserva está hecha' },
    })
    const entries = await admin.deps.store.read.select().from(activity)
    expect(entries.map(({ type, actor, summary }) => [type, actor, summary])).toEqual([
      [
        'message-text.changed',
        'hq:admin@example.com',
        'Changed the wording of “Booking received” (email, Español)',
      ],
      [
        'message-text.changed',
        'hq:admin@example.com',
        'Reset the wording of “Booking received” (email, Español)',
      ],
    ])
  })

  test('that equals the default is not kept, so that it follows later defaults', async () => {
    const { default: usual } = await textOf('reminder', 'email', 'en')
    await admin.put(`${base}/reminder/en/email`, usual)
    expect(await textOf('reminder', 'email', 'en')).toMatchObject({ edited: false })
  })

  test.each([
    [
      'an unknown placeholder',
      'booked/en/email',
      { body: 'Hi {frist_name}' },
      'body: {frist_name} is not a placeholder',
    ],
    [
      'a stray brace',
      'booked/en/email',
      { subject: 'Hi {first_name' },
      'subject: braces are only for placeholders',
    ],
    ['a blank text', 'booked/en/email', { body: ' \n ' }, 'body: must not be blank'],
    [
      'a text message without its link',
      'card-request/en/sms',
      { body: 'Save a card' },
      'body: must contain {link}',
    ],
    [
      'a placeholder of another message',
      'verify-code/en/email',
      { body: '{total}' },
      'body: {total} is not a placeholder',
    ],
    [
      'a subject of a text message',
      'booked/en/sms',
      { subject: 'Hi' },
      'subject: a text message has only a body',
    ],
    [
      'a very long text message',
      'booked/en/sms',
      { body: 'x'.repeat(601) },
      'body: must be at most 600 characters',
    ],
  ])('refuses %s', async (_, place, body, fault) => {
    const answer = await admin.put(`${base}/${place}`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.details.join('\n')).toContain(fault)
  })

  test.each(['nothing', 'constructor', 'campaign', 'ops-alert'])('%s is not found', async (key) => {
    expect((await admin.get(`${base}/${key}`)).status).toBe(404)
    expect((await admin.put(`${base}/${key}/en/email`, { body: 'x' })).status).toBe(404)
  })

  test('is only for the owner to change', async () => {
    expect((await admin.call('GET', base)).status).toBe(401)
    const made = await admin.post('/api/admin/api-keys', { name: 'Dispatch', role: 'dispatcher' })
    const answer = await admin.call('PUT', `${base}/booked/en/sms`, {
      token: made.body.data.key,
      body: { body: 'x' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('the preview', () => {
  const preview = async (key: string, body: object) => {
    const answer = await admin.post(`${base}/${key}/preview`, body)
    return { status: answer.status, ...answer.body.data }
  }

  test('shows the typed words with sample data and the current look, and stores nothing', async () => {
    const { settings, store, clock } = admin.deps
    await store.write((tx) =>
      settings.change(
        tx,
        'business',
        { values: { name: 'Blue Gutters', color: '#aa3311' }, by: 'dana' },
        clock.now(),
      ),
    )
    await settings.load(store.read)
    const shown = await preview('reminder', {
      language: 'en',
      channel: 'email',
      subject: 'See you {day}',
      body: 'Hi {first_name}, {technician} comes {when}.',
    })
    expect(shown.subject).toMatch(/^See you \w+day, \w+ \d+$/)
    expect(shown.html).toContain('Blue Gutters')
    expect(shown.html).toContain('#aa3311')
    expect(shown.text).toMatch(/Hi Jordan, Sofia Reyes comes \w+day, \w+ \d+, 3:00 PM\./)
    expect(shown.length).toBeNull()
    expect(await textOf('reminder', 'email', 'en')).toMatchObject({ edited: false })
  })

  test('counts what carriers bill for a text message', async () => {
    const length = async (body: string) =>
      (await preview('unscheduled', { language: 'en', channel: 'sms', body })).length
    expect(await length('x'.repeat(20))).toMatchObject({ encoding: 'GSM-7', segments: 1 })
    expect(await length('x'.repeat(400))).toMatchObject({ encoding: 'GSM-7', segments: 3 })
    expect(await length(`${'x'.repeat(66)} señal ✓`)).toMatchObject({ encoding: 'UCS-2', segments: 2 })
  })

  test('says what is wrong while someone types', async () => {
    const answer = await admin.post(`${base}/booked/preview`, {
      language: 'en',
      channel: 'sms',
      body: 'Hi {first',
    })
    expect(answer.status).toBe(400)
  })
})
