import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs, outbox, serviceTypes } from '../../db/schema'
import { bookingPathOf, openBookingToken } from '../../src/tokens/booking-link'
import { startTestApp, type TestApp } from '../support/app'
import { addWorld, denver } from '../support/world'
import { filled } from './booking-form'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
  await addWorld(world)
  // One person books all of these.
  const body = { values: { mostOpen: 1000 } }
  await world.call('PATCH', '/api/admin/settings/publicAccess', { token: await world.hqToken(), body })
})
afterAll(() => world.close())

let visitors = 0
const post = (path: string, fields: Record<string, string>) =>
  world.call('POST', path, { raw: new URLSearchParams(fields), from: `198.51.100.${++visitors}` })
const confirm = (fields: Record<string, string>) => post('/book/confirm', fields)
const stored = () => world.deps.store.read.select().from(jobs)

describe('the booking form', () => {
  test('starts with the service, and keeps what a link has filled in', async () => {
    const { status, text } = await world.call(
      'GET',
      '/book?address=5%20Elm%20%22St%22&service=service-cleaning',
    )
    expect(status).toBe(200)
    expect(text).toContain('value="5 Elm &quot;St&quot;"')
    expect(text).toMatch(/<input[^>]*value="service-cleaning"[^>]*checked/)
    expect(text).toMatch(/name="key" value="[\w-]{36}"/)
  })

  test('goes from step to step with everything entered so far', async () => {
    const { address, service, key } = filled
    const { status, text } = await post('/book', { address, service, key, go: 'time' })
    expect(status).toBe(200)
    expect(text).toContain('When should we come?')
    expect(text).toContain(`<input type="hidden" name="address" value="${address}"`)
    expect(text).toContain('Front Range Gutters')
    expect(text).toContain('$205.65')
    const next = await post('/book', { address, service, key, slot: filled.slot, go: 'contact' })
    expect(next.text).toContain('How can we reach you?')
    expect(next.text).toContain('Wed, Mar 4, <span class="nowrap">arriving 12–2 PM</span>')
  })

  test('shows later days on request, and the earlier ones again', async () => {
    const { address, service, key } = filled
    const later = await post('/book', { address, service, key, go: 'time:2026-03-16' })
    expect(later.text).toContain('value="2026-03-16|08:00-10:00"')
    expect(later.text).not.toContain('value="2026-03-04|')
    const again = await post('/book', { address, service, key, from: '2026-03-16', go: 'time:' })
    expect(again.text).toContain('value="2026-03-04|08:00-10:00"')
    for (const from of ['1999-01-01', '2999-01-01', 'nonsense', '2026-02-31'])
      expect((await post('/book', { address, service, key, go: `time:${from}` })).status).toBe(200)
  })

  test("accepts a preferred time when the visit's duration is unknown", async () => {
    await world.deps.store.write((tx) =>
      tx.insert(serviceTypes).values({ id: 'by-talk', label: 'Attic', createdAt: 0, updatedAt: 0 }),
    )
    const { text } = await post('/book', { ...filled, service: 'by-talk', slot: '', go: 'time' })
    expect(text).toContain('value="2026-03-04|morning"')
    expect(text).toContain('We’ll email you to confirm the exact time.')
    expect(text).toContain('We’ll agree on the price with you')
    expect(
      (await confirm({ ...filled, service: 'by-talk', slot: '2026-03-04|morning', key: 'wish' })).status,
    ).toBe(303)
  })

  test('stays where something is wrong and says what', async () => {
    const { status, text } = await post('/book', {
      address: '',
      service: 'nonsense',
      length: '-4',
      go: 'contact',
    })
    expect(status).toBe(422)
    expect(text).toContain('What can we help you with?')
    expect(text).toContain('Enter your street address, city, state and ZIP code.')
    expect(text).toContain('Choose a service.')
    expect(text).toContain('Enter the length in feet')
    const marked = [...text.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)].map(
      ([field]) => /name="(\w+)"/.exec(field)?.[1],
    )
    expect(marked).toEqual(['street', 'city', 'state', 'zip', 'length'])
  })

  test.each([
    ['Denver', 'house number and street name'],
    ['80202', 'house number and street name'],
    ['Denver, CO 80202-1234', 'house number and street name'],
    ['Larimer St, Denver, CO 80202', 'house number and street name'],
    ['1420, 80202', 'house number and street name'],
    ['Boston, MA 02108', 'serve this address yet'],
  ])('asks for more than a place: "%s"', async (address, words) => {
    const { status, text } = await post('/book', { ...filled, address, go: 'time' })
    expect(status).toBe(422)
    expect(text).toContain('What can we help you with?')
    expect(text).toContain(words)
  })

  test.each(['10001 Main St, Denver, CO 80202', '5 Elm Ct 80202', '14th St 20, Denver 80202'])(
    'continues with a street and a number: "%s"',
    async (address) => {
      expect((await post('/book', { ...filled, address, go: 'time' })).status).toBe(200)
    },
  )

  test('says once what is wrong, and points to the fields when there are several', async () => {
    const address = '1 Beacon St, Boston, MA 02108'
    const one = (await post('/book', { ...filled, address, go: 'time' })).text
    expect(one.split('serve this address yet')).toHaveLength(2)
    expect(one).not.toContain('role="alert"')
    const { text } = await confirm({ ...filled, email: 'zoe', name: '' })
    expect(text).toContain('Please check the highlighted fields.')
    expect(text).not.toContain('Something is missing')
  })

  test('goes back without error messages', async () => {
    const { status, text } = await post('/book', { address: '', service: '', go: 'service' })
    expect(status).toBe(200)
    expect(text).not.toContain('field-error')
  })

  test("writes a visitor's text as text, never as markup", async () => {
    const { text } = await post('/book', {
      ...filled,
      address: '"><script>alert(1)</script> 80202',
      go: 'contact',
    })
    expect(text).not.toContain('<script>alert')
  })

  test("is refused when it's far too long", async () => {
    expect((await post('/book', { ...filled, notes: 'x'.repeat(20_000) })).status).toBe(400)
  })
})

describe('sending the booking form', () => {
  test("books at the list price, with the franchise's tax, and notifies the customer", async () => {
    const answer = await confirm({ ...filled, price: '1', total: '1' })
    expect(answer.status).toBe(303)
    const job = (await stored()).at(-1)
    expect(answer.headers.get('location')).toBe(bookingPathOf(world.deps, { jobId: job!.id, series: 0 }))
    expect(job).toMatchObject({
      customerName: 'Zoë O’Hara',
      customerEmail: 'zoe@example.com',
      customerPhone: '1 303 555 0142',
      franchiseId: denver,
      priceCents: 18_900,
      totalCents: 20_565,
      preferredDate: '2026-03-04',
      preferredTime: '12:00-14:00',
      gutterLength: 160,
      stories: 2,
      notes: null,
      source: 'public',
    })
    const messages = await world.deps.store.read.select().from(outbox)
    expect(messages.filter(({ jobId }) => jobId === job!.id)).toHaveLength(1)
  })

  test('twice books once', async () => {
    const before = (await stored()).length
    const form = { ...filled, key: 'twice', slot: '2026-03-05|08:00-10:00' }
    const answers = await Promise.all([confirm(form), confirm(form), confirm(form)])
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
    expect((await stored()).length).toBe(before + 1)
  })

  test('with changes asks whether to make another booking, and books it once confirmed', async () => {
    const form = { ...filled, key: 'changed', slot: '2026-03-05|10:00-12:00' }
    const first = (await confirm(form)).headers.get('location')!
    const before = (await stored()).length
    const changed = { ...form, slot: '2026-03-05|14:00-16:00' }
    const { status, text } = await confirm(changed)
    expect(status).toBe(409)
    expect(text).toContain('You already booked Gutter cleaning for Thu, Mar 5, arriving 10 AM–12 PM.')
    expect(text).toContain(`href="${first}"`)
    expect((await stored()).length).toBe(before)

    const another = await confirm({ ...changed, another: 'yes' })
    expect(another.status).toBe(303)
    expect((await stored()).length).toBe(before + 1)
    const again = await confirm(changed)
    expect(again.headers.get('location')).toBe(another.headers.get('location'))
    expect((await confirm(form)).headers.get('location')).toBe(first)
    expect((await stored()).length).toBe(before + 1)
  })

  test('in two versions at once books one of them and asks about the other', async () => {
    const form = { ...filled, key: 'racing', from: '2026-03-10' }
    const answers = await Promise.all(
      ['08:00-10:00', '12:00-14:00'].map((window) => confirm({ ...form, slot: `2026-03-10|${window}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
  })

  test('with changes after the first booking was canceled books without a question', async () => {
    const form = { ...filled, key: 'cancelled', from: '2026-03-10', slot: '2026-03-11|08:00-10:00' }
    const token = (await confirm(form)).headers.get('location')!.split('/').at(-1)!
    const first = openBookingToken(world.deps, token)!.jobId
    await world.deps.store.write((tx) =>
      tx.update(jobs).set({ status: 'cancelled', cancelledAt: 0 }).where(eq(jobs.id, first)),
    )
    expect((await confirm({ ...form, slot: '2026-03-11|12:00-14:00' })).status).toBe(303)
  })

  test.each([
    ['name', '', 'Enter your name.'],
    ['email', 'zoe', 'Enter an email address'],
    ['phone', 'call me', 'Enter a phone number'],
    ['slot', '2026-03-01|12:00-14:00', 'That time was just taken'],
    ['slot', '2026-03-06|midnight', 'That time was just taken'],
    ['slot', '', 'Choose a day and time.'],
    ['service', 'gone', 'Choose a service.'],
    ['address', '1 Beacon St, Boston, MA 02108', 'serve this address yet'],
  ])('with the %s "%s" books nothing', async (field, value, words) => {
    const before = (await stored()).length
    const { status, text } = await confirm({ ...filled, slot: '2026-03-06|08:00-10:00', [field]: value })
    expect(status).toBe(422)
    expect(text).toContain(words)
    expect((await stored()).length).toBe(before)
  })

  test("without the form's key is refused", async () => {
    expect((await confirm({ ...filled, key: '' })).status).toBe(400)
  })

  test('is limited like bookings', async () => {
    const statuses = []
    for (let count = 0; count < 11; count++)
      statuses.push((await world.call('POST', '/book/confirm', { raw: '', from: '192.0.2.9' })).status)
    expect(statuses.slice(0, 10).every((status) => status === 400)).toBe(true)
    expect(statuses[10]).toBe(429)
  })
})
