import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs, serviceTypes } from '../../db/schema'
import { openBookingToken } from '../../src/tokens/booking-link'
import { en as areaWords } from '../../src/words/en/book-area'
import { en as bookWords } from '../../src/words/en/book'
import { en as checkoutWords } from '../../src/words/en/checkout'
import { en as publicWords } from '../../src/words/en/public'
import { startTestApp, type Answer, type TestApp } from '../support/app'
import { addWorld, sofia } from '../support/world'
import { filled } from './booking-form'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
  await addWorld(world)
  await world.deps.store.write((tx) =>
    tx.insert(serviceTypes).values({ id: 'by-talk', label: 'Ático', createdAt: 0, updatedAt: 0 }),
  )
})
afterAll(() => world.close())

const headers = { 'accept-language': 'es-US,es;q=0.9', accept: 'text/html' }
let visitors = 0
const get = (path: string) => world.call('GET', path, { headers, from: `198.51.100.${++visitors}` })
const post = (path: string, fields: Record<string, string>) =>
  world.call('POST', path, {
    raw: new URLSearchParams(fields),
    headers,
    from: `198.51.100.${++visitors}`,
  })

/** Every text of a catalog that has more than one word; the ones made from values are functions. */
function sentencesOf(words: object): string[] {
  return Object.values(words).flatMap((value: unknown) => {
    if (typeof value === 'string') return value.includes(' ') ? [value] : []
    return typeof value === 'object' && value !== null ? sentencesOf(value) : []
  })
}
const english = [areaWords, bookWords, checkoutWords, publicWords].flatMap(sentencesOf)

const textOf = (html: string) =>
  html
    .replaceAll(
      /<[^>]*>/g,
      (tag) =>
        ` ${[...tag.matchAll(/(?:aria-label|placeholder|value)="([^"]*)"/g)].map(([, text]) => text).join(' ')} `,
    )
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** `Español` in the switch is the only thing a Spanish page says in both languages. */
function expectSpanish({ text }: Answer): void {
  expect(text).toContain('<html lang="es">')
  const shown = textOf(text)
  expect(english.filter((sentence) => shown.includes(sentence))).toEqual([])
}

describe('in Spanish', () => {
  test('the check finds English sentences', async () => {
    expect(english.length).toBeGreaterThan(80)
    const { text } = await world.call('GET', '/book')
    expect(english.filter((sentence) => textOf(text).includes(sentence)).length).toBeGreaterThan(8)
  })

  test('every step of the booking is', async () => {
    const first = await get('/book')
    expectSpanish(first)
    expect(first.text).toContain('¿En qué podemos ayudarle?')
    const time = await post('/book', { ...filled, slot: '', go: 'time' })
    expectSpanish(time)
    expect(time.text).toContain('Horarios de llegada disponibles')
    expect(time.text).toContain('12–2 p.m.')
    expect(time.text).toContain('aria-label="Miércoles 4 de marzo"')
    expectSpanish(await post('/book', { ...filled, service: 'by-talk', slot: '', go: 'time' }))
    const contact = await post('/book', { ...filled, go: 'contact' })
    expectSpanish(contact)
    expect(contact.text).toContain('(opcional)')
    expect(contact.text).toContain('Miércoles 4 de marzo, <span class="nowrap">llegada 12–2 p.m.</span>')
  })

  test('so are its errors', async () => {
    const nothing = await post('/book', { address: '', service: '', length: '-4', stories: 'x', go: 'time' })
    expect(nothing.status).toBe(422)
    expectSpanish(nothing)
    expect(nothing.text).toContain('código postal')
    const outside = await post('/book', { ...filled, address: '1 Beacon St, Boston, MA 02108', go: 'time' })
    expectSpanish(outside)
    expect(outside.text).toContain('todavía no atendemos esta dirección')
    const wrong = await post('/book/confirm', { ...filled, name: '', email: 'x', phone: 'y', promo: 'NOPE' })
    expect(wrong.status).toBe(422)
    expectSpanish(wrong)
    expect(wrong.text).toContain('Este código promocional no es válido para esta reserva.')
    expectSpanish(await post('/book/confirm', { ...filled, slot: '2026-03-01|12:00-14:00' }))
  })

  test('so is the page of the booking, from its payment to its end', async () => {
    const booked = await post('/book/confirm', { ...filled, pay: 'now' })
    expect(booked.status).toBe(303)
    const path = booked.headers.get('location')!.split('?')[0]!
    const id = openBookingToken(world.deps, path.split('/').at(-1)!)!.jobId
    const pending = await get(path)
    expectSpanish(pending)
    expect(pending.text).toContain('Agregar al calendario')
    expectSpanish(await get(`${path}?look=1`))
    expectSpanish(await get(`${path}?look=9`))
    const again = await post('/book/confirm', { ...filled, slot: '2026-03-05|08:00-10:00' })
    expect(again.status).toBe(409)
    expectSpanish(again)

    const payment = await get(path.replace('done', 'pay'))
    const checkout = new URL(payment.headers.get('location')!).pathname
    expectSpanish(await get(checkout))
    for (const card of ['4000000000000002', '4000000000009995', '4000000000000069', '4000000000000127', '1'])
      expectSpanish(await post(checkout, { card }))
    expectSpanish(await get(path))
    expect((await post(checkout, { card: '4242424242424242' })).status).toBe(303)
    await world.deps.background.idle()
    const paid = await get(path)
    expectSpanish(paid)
    expect(paid.text).toContain('Pagado. ¡Gracias!')

    const token = await world.hqToken()
    const body = { start: '2026-03-04T20:00:00Z', workerId: sofia }
    expect((await world.call('POST', `/api/admin/jobs/${id}/schedule`, { token, body })).status).toBe(200)
    expectSpanish(await get(path))
    for (const status of ['en_route', 'in_progress', 'completed', 'cancelled', 'no_show'] as const) {
      await world.deps.store.write((tx) => tx.update(jobs).set({ status }).where(eq(jobs.id, id)))
      expectSpanish(await get(path))
    }
  })

  test('so are the pages for a link that leads nowhere', async () => {
    for (const path of ['/nowhere', '/book/done/nobody', '/book/pay/nobody', '/demo/checkout/nothing'])
      expectSpanish(await get(path))
    expectSpanish(await get('/demo/onboarding/nobody'))
    expectSpanish(await post('/book/confirm', { ...filled, key: '' }))
  })
})

describe('the switch between languages', () => {
  test('is a link where nothing can be lost', async () => {
    const { text } = await get('/book?service=service-cleaning')
    expect(text).toContain('href="/book?service=service-cleaning&amp;lang=en"')
  })

  test('sends the form where a link would lose it, and shows the same step with everything typed', async () => {
    const { text } = await post('/book', { ...filled, notes: 'Perro', go: 'contact' })
    expect(text).toMatch(/<button[^>]*form="book-form"[^>]*formaction="\/book\?lang=en"/)
    expect(text).not.toMatch(/<a class="language-switch"/)
    const switched = await post('/book?lang=en', { ...filled, notes: 'Perro', go: 'contact' })
    expect(switched.status).toBe(200)
    expect(switched.text).toContain('<html lang="en">')
    expect(switched.text).toContain('How can we reach you?')
    expect(switched.text).toContain('>Perro</textarea>')
    expect(switched.text).toContain(`name="slot" value="${filled.slot}"`)
    expect(switched.headers.get('set-cookie')).toContain('language=en')
  })

  test('leads to the first page from an error that answers a form', async () => {
    const { status, text } = await post('/book/confirm', { ...filled, key: '' })
    expect(status).toBe(400)
    expect(text).toContain('class="language-switch" href="/book?lang=en"')
  })
})
