import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectStatus } from '../support/admin'
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
const post = (path: string, fields: Record<string, string>) =>
  world.call('POST', path, { raw: new URLSearchParams(fields), from: `198.51.100.${++visitors}` })
const hq = async (method: string, path: string, body?: unknown) =>
  world.call(method, path, { token: await world.hqToken(), ...(body === undefined ? {} : { body }) })
const rules = async (values: Record<string, unknown>, reset: string[] = []) =>
  expectStatus(await hq('PATCH', '/api/admin/settings/booking', { values, reset }), 200)
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const contactPage = async (language: string) =>
  textOf((await post(`/book?lang=${language}`, { ...filled, go: 'contact' })).text)

test('without rules, the booking page promises a full refund and names no policy', async () => {
  const page = await contactPage('en')
  expect(page).toContain('Cancel before the visit for a full refund.')
  expect(page).not.toMatch(/Free cancellation|deposit/)
})

test('the booking page names deposit and policy before anyone books, in English and Spanish', async () => {
  await rules({ deposit: 'fixed', depositCents: 5_000, lateCancel: 'percent_fee', feePercent: 20 })
  const page = await contactPage('en')
  expect(page).toContain('Pay $50.00 deposit now, $155.65 on the day')
  expect(page).toContain(
    'Free cancellation until 24 hours before your visit. After that, we keep $41.13 of what you paid.',
  )
  expect(page).not.toMatch(/full refund|Pay later/)
  expect(page).toContain('Pay everything now')
  const spanish = await contactPage('es')
  expect(spanish).toContain('Pague $50.00 de depósito ahora y $155.65 el día de la visita')
  expect(spanish).toContain(
    'Cancelación gratis hasta 24 horas antes de su visita. Después, retenemos $41.13 de lo que haya pagado.',
  )
})

test('the page and the emails of a booking name the policy, with the moment once the visit has a time', async () => {
  await rules({ lateCancel: 'fixed_fee', freeHours: 24, feeCents: 5_000 })
  const made = await post('/book/confirm', { ...filled, key: 'terms', slot: '2026-03-06|10:00-12:00' })
  const path = made.headers.get('location')!
  const policy =
    'Free cancellation until 24 hours before your visit. After that, we keep $50.00 of what you paid.'
  expect(textOf((await world.call('GET', path)).text)).toContain(policy)
  await world.deps.background.idle()
  expect(await mailed('booked')).toContain(policy)

  const [{ id }] = (await hq('GET', '/api/admin/jobs')).body.data.items
  const visit = { workerId: sofia, start: '2026-03-06T17:00:00Z', end: '2026-03-06T18:00:00Z' }
  expectStatus(await hq('POST', `/api/admin/jobs/${id}/schedule`, visit), 200)
  await world.deps.background.idle()
  const exact =
    'Free cancellation until Thursday, March 5, 10:00 AM. After that, we keep $50.00 of what you paid.'
  expect(textOf((await world.call('GET', path)).text)).toContain(exact)
  expect(await mailed('scheduled')).toContain(exact)
  world.clock.advance(Date.parse('2026-03-05T18:00:00Z') - world.clock.now())
  expect(textOf((await world.call('GET', path)).text)).toContain(
    'If you cancel now, we keep $50.00 of what you paid.',
  )
})

async function mailed(template: string): Promise<string> {
  const { items } = (await hq('GET', '/api/admin/outbox')).body.data
  const { id } = items.find((item: { template: string }) => item.template === template)
  const { text } = (await hq('GET', `/api/admin/outbox/${id}`)).body.data.rendered
  return text.replace(/\s+/g, ' ')
}

test('settings outside their limits are refused, and say where values come from', async () => {
  for (const values of [
    { feePercent: 0 },
    { feePercent: 101 },
    { depositPercent: 1.5 },
    { freeHours: 721 },
    { freeHours: -1 },
    { feeCents: 12.5 },
    { deposit: 'half' },
    { lateCancel: 'never' },
  ]) {
    const refused = await hq('PATCH', '/api/admin/settings/booking', { values })
    expect(refused.status).toBe(400)
    expect(refused.body.details[0]).toStartWith(`values.${Object.keys(values)[0]}:`)
  }
  const { booking } = (await rules({ depositCents: 7_500 }, ['lateCancel'])).body.data
  expect(booking.values).toMatchObject({ lateCancel: 'free', depositCents: 7_500 })
  expect(booking.sources.depositCents.origin).toBe('console')
  expect(booking.sources.lateCancel).toEqual({ origin: 'default', variable: null })
})
