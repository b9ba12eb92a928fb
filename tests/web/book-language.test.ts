import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { customers, outbox } from '../../db/schema'
import { startTestApp, type TestApp } from '../support/app'
import { addWorld } from '../support/world'
import { filled } from './booking-form'

let world: TestApp
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
})
afterEach(() => world.close())

const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' }
const book = (headers: Record<string, string>, fields: Record<string, string> = {}) =>
  world.call('POST', '/book/confirm', { raw: new URLSearchParams({ ...filled, ...fields }), headers })
const languageOf = async (email: string) => {
  const [row] = await world.deps.store.read.select().from(customers).where(eq(customers.email, email))
  return row?.language
}
const confirmations = async () =>
  (await world.deps.store.read.select().from(outbox).where(eq(outbox.template, 'booked'))).map(
    ({ language }) => language,
  )
const remember = (language: 'en' | 'es' | null) =>
  world.deps.store.write((tx) =>
    tx
      .insert(customers)
      .values({ id: 'zoe', name: 'Zoë', email: filled.email, language, createdAt: 0, updatedAt: 0 }),
  )

describe('a booking in Spanish', () => {
  test('stores the language with a new customer and confirms in it', async () => {
    expect((await book(spanish)).status).toBe(303)
    expect(await languageOf(filled.email)).toBe('es')
    expect(await confirmations()).toEqual(['es'])
  })

  test('does the same with a promo code', async () => {
    const body = { code: 'SPRING', kind: 'amount', value: 20 }
    const token = await world.hqToken()
    expect((await world.call('POST', '/api/admin/promos', { token, body })).status).toBe(201)
    expect((await book(spanish, { promo: 'SPRING', seen: 'SPRING' })).status).toBe(303)
    expect(await languageOf(filled.email)).toBe('es')
    expect(await confirmations()).toEqual(['es'])
  })

  test('stores the language with a known customer who has none', async () => {
    await remember(null)
    expect((await book(spanish)).status).toBe(303)
    expect(await languageOf(filled.email)).toBe('es')
  })

  test('leaves the language of a known customer alone, and still confirms in Spanish', async () => {
    await remember('en')
    expect((await book(spanish)).status).toBe(303)
    expect(await languageOf(filled.email)).toBe('en')
    expect(await confirmations()).toEqual(['es'])
  })
})

describe('a booking in English', () => {
  test('leaves the language of a Spanish speaker alone', async () => {
    await remember('es')
    expect((await book({})).status).toBe(303)
    expect(await languageOf(filled.email)).toBe('es')
    expect(await confirmations()).toEqual(['en'])
  })
})

describe('a booking through the API', () => {
  test('stores no language: the program that books has none', async () => {
    const { status } = await world.call('POST', '/api/jobs/create', {
      headers: spanish,
      body: {
        customerName: 'Ana',
        customerEmail: 'ana@example.com',
        address: filled.address,
        type: 'Gutter cleaning',
        price: 189,
      },
    })
    expect(status).toBe(201)
    expect(await languageOf('ana@example.com')).toBeNull()
    expect(await confirmations()).toEqual([null])
  })
})
