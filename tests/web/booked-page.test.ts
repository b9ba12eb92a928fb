import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs, serviceTypes } from '../../db/schema'
import { bookingToken, openBookingToken } from '../../src/tokens/booking-link'
import { startTestApp, type TestApp } from '../support/app'
import { addWorld, sofia } from '../support/world'
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
const confirm = (fields: Record<string, string>) =>
  world.call('POST', '/book/confirm', { raw: new URLSearchParams(fields), from: `198.51.100.${++visitors}` })

describe("a booking's page", () => {
  test('shows what was booked, but not who booked it or where', async () => {
    const { headers } = await confirm({
      ...filled,
      key: 'shown',
      slot: '2026-03-06|10:00-12:00',
      pay: 'later',
    })
    const { status, text } = await world.call('GET', headers.get('location')!)
    expect(status).toBe(200)
    expect(text).toContain('Gutter cleaning')
    expect(text).toContain('<h1>Almost done: confirm your booking</h1>')
    expect(text).not.toContain('✓')
    expect(text).toContain('Where</dt><dd>Denver, CO 80202</dd>')
    expect(text).toContain('What happens next')
    expect(text).toContain('Pay $205.65 now')
    for (const secret of ['Zoë', 'zoe@', 'Larimer', '303']) expect(text).not.toContain(secret)
  })

  test('leads to the payment when the customer chose to pay', async () => {
    const { headers } = await confirm({
      ...filled,
      key: 'paying',
      slot: '2026-03-06|12:00-14:00',
      pay: 'now',
    })
    const location = headers.get('location')!
    expect(location).toEndWith('?pay=now')
    const { text } = await world.call('GET', location)
    const onwards = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1] ?? ''
    const checkout = await world.call('GET', onwards)
    expect(checkout.status).toBe(303)
    expect(checkout.headers.get('location')).toStartWith('http://localhost/demo/checkout/')
  })

  test('checks a few times for a payment on its way, and offers to pay from the start', async () => {
    const { headers } = await confirm({
      ...filled,
      key: 'looking',
      slot: '2026-03-09|08:00-10:00',
      pay: 'now',
    })
    const path = headers.get('location')!.split('?')[0]!
    const first = await world.call('GET', `${path}?look=1`)
    expect(first.text).toContain(`href="${path}?look=2"`)
    expect(first.text).toContain('<h1>Your booking is in</h1>')
    expect(first.text).toContain('If you didn’t, you weren’t charged')
    expect(first.text).toContain('Pay $205.65 now')
    const last = await world.call('GET', `${path}?look=5`)
    expect(last.text).toContain('<h1>Almost done: confirm your booking</h1>')
    expect(last.text).not.toContain('data-look-again')
    expect(last.text).toContain('We haven’t received a payment, and you weren’t charged')
    expect(last.text).toContain('Pay $205.65 now')
    expect((await world.call('GET', path)).text).not.toContain('weren’t charged')
  })

  test('keeps showing the arrival window of a visit inside it, and the time of one outside', async () => {
    const { headers } = await confirm({ ...filled, key: 'timed', slot: '2026-03-09|10:00-12:00' })
    const path = headers.get('location')!
    expect((await world.call('GET', path)).text).toContain(
      'We’ll assign your technician and email you the details.',
    )
    const jobId = openBookingToken(world.deps, path.split('/').at(-1) ?? '')!.jobId
    const token = await world.hqToken()
    const schedule = async (start: string) => {
      const body = { start, workerId: sofia }
      const { status } = await world.call('POST', `/api/admin/jobs/${jobId}/schedule`, { token, body })
      expect(status).toBe(200)
      return (await world.call('GET', path)).text
    }
    const inside = await schedule('2026-03-09T17:00:00Z')
    expect(inside).toContain('Your visit is confirmed')
    expect(inside).toContain('When</dt><dd>Mon, Mar 9, <span class="nowrap">arriving 10 AM–12 PM')
    const text = await schedule('2026-03-09T19:00:00Z')
    expect(text).toContain('Monday, March 9, <span class="nowrap">1')
    expect(text).not.toContain('We’ll email you')
    expect(text).not.toContain('Preferred')
  })

  test('offers the arrival window to the calendar, the time of a visit outside it, but never who or where', async () => {
    const { headers } = await confirm({
      ...filled,
      key: 'calendar',
      from: '2026-03-10',
      slot: '2026-03-11|12:00-14:00',
    })
    const path = headers.get('location')!
    const page = (await world.call('GET', path)).text
    expect(page).toContain(`href="${path}/calendar"`)
    const google =
      /href="(https:\/\/calendar\.google\.com[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const asked = new URL(google).searchParams
    expect(asked.get('dates')).toBe('20260311T180000Z/20260311T200000Z')
    expect(asked.get('text')).toBe('Gutter cleaning – Front Range Gutters')
    for (const secret of ['Zoë', 'zoe@', 'Larimer', '0142']) expect(google).not.toContain(secret)
    const file = await world.call('GET', `${path}/calendar`)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="visit.ics"')
    expect(file.text).toContain('DTSTART:20260311T180000Z\r\nDTEND:20260311T200000Z')
    expect(file.text).toContain('SUMMARY:Gutter cleaning – Front Range Gutters')
    expect(file.text).toContain('Your technician will arrive within this window.')
    for (const secret of ['Zoë', 'zoe@', 'Larimer', '0142']) expect(file.text).not.toContain(secret)

    const jobId = openBookingToken(world.deps, path.split('/').at(-1) ?? '')!.jobId
    const token = await world.hqToken()
    const body = { start: '2026-03-11T20:30:00Z', workerId: sofia }
    expect((await world.call('POST', `/api/admin/jobs/${jobId}/schedule`, { token, body })).status).toBe(200)
    const spanish = { 'accept-language': 'es' }
    const scheduled = await world.call('GET', `${path}/calendar`, { headers: spanish })
    expect(scheduled.text).toContain('DTSTART:20260311T203000Z')
    expect(scheduled.text).toContain('PRODID:-//Truckroll//Bookings//ES')
    expect(scheduled.text).toContain('DESCRIPTION:Referencia: ')
  })

  test('has nothing for the calendar while there is no time, or once the visit is off', async () => {
    await world.deps.store.write((tx) =>
      tx.insert(serviceTypes).values({ id: 'by-talk', label: 'Attic', createdAt: 0, updatedAt: 0 }),
    )
    const wish = {
      ...filled,
      key: 'wish',
      service: 'by-talk',
      from: '2026-03-10',
      slot: '2026-03-11|morning',
    }
    const wished = (await confirm(wish)).headers.get('location')!
    expect((await world.call('GET', wished)).text).not.toContain('/calendar"')
    expect((await world.call('GET', `${wished}/calendar`)).status).toBe(404)
    const off = { ...filled, key: 'off', from: '2026-03-10', slot: '2026-03-11|08:00-10:00' }
    const path = (await confirm(off)).headers.get('location')!
    expect((await world.call('GET', `${path}/calendar`)).status).toBe(200)
    const id = openBookingToken(world.deps, path.split('/').at(-1) ?? '')!.jobId
    await world.deps.store.write((tx) => tx.update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, id)))
    expect((await world.call('GET', path)).text).not.toContain('/calendar"')
    expect((await world.call('GET', `${path}/calendar`)).status).toBe(404)
  })

  test('bears the name of the franchise', async () => {
    const { headers } = await confirm({
      ...filled,
      key: 'named',
      from: '2026-03-10',
      slot: '2026-03-10|08:00-10:00',
    })
    const { text } = await world.call('GET', headers.get('location')!)
    expect(text).toContain('<title>Your booking · Front Range Gutters</title>')
    expect(text.replaceAll('Powered by Truckroll', '')).not.toContain('Truckroll')
  })

  test('has an address that only we can trace to the job', async () => {
    const { headers } = await confirm({ ...filled, key: 'sealed', slot: '2026-03-09|12:00-14:00' })
    const token = headers.get('location')!.split('/').at(-1) ?? ''
    const opened = openBookingToken(world.deps, token)!
    const id = opened.jobId
    expect(bookingToken(world.deps, opened)).toBe(token)
    const others = { secrets: { ...world.deps.secrets, linkSecret: 'another-link-secret-0123456789' } }
    expect(openBookingToken(others, token)).toBeNull()
    const packed = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    // A nearly right address leads nowhere, and the id itself opens no page.
    for (const wrong of [id, packed, `${token}A`, token.slice(1), `B${token.slice(1)}`]) {
      if (wrong === token) continue
      expect((await world.call('GET', `/book/done/${wrong}`)).status).toBe(404)
      expect((await world.call('GET', `/book/pay/${wrong}`)).status).toBe(404)
    }
  })

  test("isn't found for an unknown booking", async () => {
    expect((await world.call('GET', '/book/done/nobody/calendar')).status).toBe(404)
    expect((await world.call('GET', '/book/done/nobody')).status).toBe(404)
    expect((await world.call('GET', '/book/pay/nobody')).status).toBe(404)
  })
})
