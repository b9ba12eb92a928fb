import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs, outbox, promoCodes, serviceTypes } from '../../db/schema'
import { startTestApp, type TestApp } from '../support/app'
import { formatsFor } from '../../src/words/formats'
import { addWorld } from '../support/world'
import { filled } from './booking-form'

let world: TestApp
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
  const token = await world.hqToken()
  const body = { code: 'SPRING', kind: 'amount', value: 20, maxUses: 1 }
  expect((await world.call('POST', '/api/admin/promos', { token, body })).status).toBe(201)
})
afterEach(() => world.close())

let visitors = 0
const post = (path: string, fields: Record<string, string>) =>
  world.call('POST', path, { raw: new URLSearchParams(fields), from: `198.51.100.${++visitors}` })
const confirm = (fields: Record<string, string>) => post('/book/confirm', { ...filled, ...fields })
const stored = () => world.deps.store.read.select().from(jobs)
const uses = async () => (await world.deps.store.read.select().from(promoCodes))[0]?.uses

describe('a promo code on the booking page', () => {
  test('that is applied shows the discounted total, and books nothing yet', async () => {
    const shown = await post('/book', { ...filled, promo: 'spring', go: 'contact' })
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('Promo code applied: $20.00 off')
    expect(await stored()).toEqual([])
    expect((await confirm({ promo: 'spring' })).status).toBe(303)
    const [job] = await stored()
    expect(shown.text).toContain(`$${(job!.totalCents / 100).toFixed(2)}`)
  })

  test('that is only typed counts too: Book books, and never at a higher total', async () => {
    const booked = await confirm({ promo: 'spring' })
    expect(booked.status).toBe(303)
    const [job] = await stored()
    expect(job).toMatchObject({ promoCode: 'SPRING', discountCents: 2000, paymentState: 'unpaid' })
    const [message] = await world.deps.store.read.select().from(outbox).where(eq(outbox.template, 'booked'))
    expect(message?.data).toMatchObject({ total: job!.totalCents })
    expect(await uses()).toBe(1)
    // Sent again, it's the same booking and no second use.
    expect((await confirm({ promo: 'spring' })).headers.get('location')).toBe(booked.headers.get('location'))
    expect(await uses()).toBe(1)
  })

  test("that isn't valid is reported plainly, and nothing is booked", async () => {
    for (const promo of ['NOPE', 'SPRING-2']) {
      const applied = await post('/book', { ...filled, promo, go: 'contact' })
      expect(applied.status).toBe(422)
      expect(applied.text).toContain('This promo code isn’t valid for this booking.')
      const { status, text } = await confirm({ promo })
      expect(status).toBe(422)
      expect(text).toContain('This promo code isn’t valid for this booking.')
    }
    await world.deps.store.write((tx) => tx.update(promoCodes).set({ uses: 1 }))
    expect((await confirm({ promo: 'SPRING' })).status).toBe(422)
    expect(await stored()).toEqual([])
  })
})

describe('the booking page', () => {
  test('says the arrival window in the same words everywhere', async () => {
    const { headers } = await confirm({})
    const { text } = await world.call('GET', headers.get('location')!)
    const [job] = await stored()
    const { day, time } = formatsFor('en').arrival(job!.preferredDate!, job!.preferredTime!)!
    expect(`${day}, ${time}`).toMatch(/^\w{3}, Mar \d, arriving 12–2 PM$/)
    expect(text).toContain('Almost done: confirm your booking')
    expect(text).toContain(`When</dt><dd>${day}, <span class="nowrap">${time}`)
    expect(text).not.toContain('Preferred')
  })

  test('leads nowhere while nothing can be booked', async () => {
    await world.deps.store.write((tx) => tx.update(serviceTypes).set({ active: false }))
    const { text } = await world.call('GET', '/book')
    expect(text).toContain('There’s nothing to book online right now')
    expect(text).not.toContain('Continue')
    expect(text).not.toContain('call us')
  })
})
