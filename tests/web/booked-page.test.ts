import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { bookingToken, jobOfToken } from '../../src/tokens/booking-link'
import { startTestApp, type TestApp } from '../support/app'
import { addWorld, sofia } from '../support/world'
import { filled } from './booking-form'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
  await addWorld(world)
})
afterAll(() => world.close())

let visitors = 0
const confirm = (fields: Record<string, string>) =>
  world.call('POST', '/book/confirm', { raw: new URLSearchParams(fields), from: `198.51.100.${++visitors}` })

describe('the page of a booking', () => {
  test('tells what was booked, but not who booked it or where', async () => {
    const { headers } = await confirm({
      ...filled,
      key: 'shown',
      slot: '2026-03-06|10:00-12:00',
      pay: 'later',
    })
    const { status, text } = await world.call('GET', headers.get('location')!)
    expect(status).toBe(200)
    expect(text).toContain('Gutter cleaning')
    expect(text).toContain('Pay $205.65 now')
    for (const secret of ['Zoë', 'zoe@', 'Larimer', '303']) expect(text).not.toContain(secret)
  })

  test('leads on to the payment when that was the wish', async () => {
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

  test('looks a few times for a payment that may be on its way, and offers to pay from the first look', async () => {
    const { headers } = await confirm({
      ...filled,
      key: 'looking',
      slot: '2026-03-09|08:00-10:00',
      pay: 'now',
    })
    const path = headers.get('location')!.split('?')[0]!
    const first = await world.call('GET', `${path}?look=1`)
    expect(first.text).toContain(`href="${path}?look=2"`)
    expect(first.text).toContain('If you came back without paying, nothing was charged')
    expect(first.text).toContain('Pay $205.65 now')
    const last = await world.call('GET', `${path}?look=5`)
    expect(last.text).not.toContain('data-look-again')
    expect(last.text).toContain('No payment has arrived, and nothing was charged')
    expect(last.text).toContain('Pay $205.65 now')
    expect((await world.call('GET', path)).text).not.toContain('nothing was charged')
  })

  test('shows the time of the visit once it has one', async () => {
    const { headers } = await confirm({ ...filled, key: 'timed', slot: '2026-03-09|10:00-12:00' })
    const path = headers.get('location')!
    expect((await world.call('GET', path)).text).toContain('We’ll confirm the exact time by email shortly.')
    const jobId = jobOfToken(world.deps, path.split('/').at(-1) ?? '')
    const scheduled = await world.call('POST', `/api/admin/jobs/${jobId}/schedule`, {
      token: await world.hqToken(),
      body: { start: '2026-03-09T17:00:00Z', workerId: sofia },
    })
    expect(scheduled.status).toBe(200)
    const { text } = await world.call('GET', path)
    expect(text).toContain('Mon, Mar 9, 11:00 AM')
    expect(text).not.toContain('shortly')
    expect(text).not.toContain('Preferred')
  })

  test('has an address that only we can tell the job by', async () => {
    const { headers } = await confirm({ ...filled, key: 'sealed', slot: '2026-03-09|12:00-14:00' })
    const token = headers.get('location')!.split('/').at(-1) ?? ''
    const id = jobOfToken(world.deps, token)
    expect(bookingToken(world.deps, id)).toBe(token)
    const others = { secrets: { ...world.deps.secrets, linkSecret: 'another-link-secret-0123456789' } }
    expect(jobOfToken(others, token)).not.toBe(id)
    const packed = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    // What is nearly right leads nowhere, and the id itself opens no page.
    for (const wrong of [id, packed, `${token}A`, token.slice(1), `B${token.slice(1)}`]) {
      if (wrong === token) continue
      expect((await world.call('GET', `/book/done/${wrong}`)).status).toBe(404)
      expect((await world.call('GET', `/book/pay/${wrong}`)).status).toBe(404)
    }
  })

  test('of nobody is not found', async () => {
    expect((await world.call('GET', '/book/done/nobody')).status).toBe(404)
    expect((await world.call('GET', '/book/pay/nobody')).status).toBe(404)
  })
})
