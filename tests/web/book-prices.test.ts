import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hqTasks, jobs, serviceTypes } from '../../db/schema'
import { startTestApp, type TestApp } from '../support/app'
import { addWorld } from '../support/world'
import { filled } from './booking-form'

let world: TestApp
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
})
afterEach(() => world.close())

const cleaning = 'service-cleaning'
const setRules = (change: Partial<typeof serviceTypes.$inferInsert>) =>
  world.deps.store.write((tx) => tx.update(serviceTypes).set(change).where(eq(serviceTypes.id, cleaning)))
let visitors = 0
const post = (path: string, fields: [string, string][]) =>
  world.call('POST', path, {
    raw: new URLSearchParams([
      ...Object.entries(filled).filter(([name]) => !fields.some(([given]) => given === name)),
      ...fields,
    ]),
    from: `198.51.100.${++visitors}`,
  })
const stored = () => world.deps.store.read.select().from(jobs)
const extras = [
  { label: 'Downspout flush', priceCents: 2_500, minutes: 30 },
  { label: 'Gutter whitening', priceCents: 6_000, minutes: 0 },
]

describe('the price on the booking page', () => {
  test('includes the size of the home, the windows and the chosen extras', async () => {
    await setRules({ footPriceCents: 50, windowPriceCents: 300, extras })
    const chosen: [string, string][] = [
      ['length', '100'],
      ['windows', '12'],
      ['extra', `${cleaning}:Downspout flush`],
      ['extra', `${cleaning}:Free gutters for life`],
      ['extra', 'another-service:Gutter whitening'],
    ]
    const times = await post('/book', [...chosen, ['go', 'time']])
    expect(times.text).toContain('Downspout flush, 12 windows')
    // $189 + 100 ft × $0.50 + 12 × $3 + $25
    expect(times.text).toContain('$300.00')
    expect((await post('/book/confirm', chosen)).status).toBe(303)
    const [job] = await stored()
    expect(job).toMatchObject({
      priceCents: 30_000,
      addOns: ['Downspout flush', '12 windows'],
      catalogPriceCents: null,
    })
  })

  test('needs what it depends on, and says so', async () => {
    await setRules({ footPriceCents: 50, storyPriceCents: 4_000, windowPriceCents: 300 })
    const { status, text } = await post('/book', [
      ['go', 'time'],
      ['length', ''],
      ['stories', ''],
    ])
    expect(status).toBe(422)
    expect(text).toContain('Enter the length in feet, such as 160. The price depends on it.')
    expect(text).toContain('Enter the number of stories, such as 2. The price depends on it.')
    expect(text).toContain('Enter the number of windows, such as 12. The price depends on it.')
    expect(text).toContain('From $189.00')
    // The styles take "(optional)" away from these fields once the service is chosen.
    expect(text).toContain('data-needs="length stories windows"')
  })

  test('is never below the minimum', async () => {
    await setRules({ minimumPriceCents: 25_000 })
    expect((await world.call('GET', '/book')).text).toContain('$250.00')
    await post('/book/confirm', [])
    expect((await stored())[0]).toMatchObject({ priceCents: 25_000 })
  })
})

describe('a service by quote', () => {
  test('is requested without a price, promises no time, and asks HQ for one', async () => {
    await setRules({ byQuote: true })
    expect((await world.call('GET', '/book')).text).toContain('Free quote')
    const slot = `${filled.slot.split('|')[0]}|morning`
    const contact = await world.call('POST', '/book', {
      raw: new URLSearchParams({ ...filled, slot, go: 'contact' }),
    })
    expect(contact.text).toContain('Request a quote')
    expect(contact.text).not.toContain('$189')
    const booked = await world.call('POST', '/book/confirm', {
      raw: new URLSearchParams({ ...filled, slot }),
    })
    expect(booked.status).toBe(303)
    const [job] = await stored()
    expect(job).toMatchObject({ priceCents: 0, preferredTime: 'morning' })
    const todos = await world.deps.store.read.select().from(hqTasks)
    expect(todos.map(({ kind, subject }) => [kind, subject])).toContainEqual(['job.no-price', job!.id])
  })
})
