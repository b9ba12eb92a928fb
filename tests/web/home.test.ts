import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises } from '../../db/schema'
import { giveSlugs } from '../../src/modules/franchises'
import { startTestApp, type TestApp } from '../support/app'
import { addWorld, denver } from '../support/world'

let world: TestApp
beforeEach(async () => {
  world = await startTestApp({ PUBLIC_URL: 'https://acme.example', BUSINESS_NAME: 'Acme & Sons' })
  await addWorld(world)
  await giveSlugs(world.deps)
})
afterEach(() => world.close())

const get = async (path: string, headers: Record<string, string> = {}) =>
  world.call('GET', path, { headers: { accept: 'text/html', ...headers } })
const hq = async (method: string, path: string, body?: unknown) =>
  world.call(method, path, { token: await world.hqToken(), body })
const change = async (group: string, values: object) =>
  expect((await hq('PATCH', `/api/admin/settings/${group}`, { values })).status).toBe(200)
const addBoulder = (fields: object = {}) =>
  hq('POST', '/api/admin/franchises', {
    name: 'Boulder Pros',
    timeZone: 'America/Denver',
    phone: '303-555-0177',
    areaZips: ['80301', '80302'],
    ...fields,
  })
const structured = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}')

describe('the home page', () => {
  test('shows the services with their prices and leads to the booking form', async () => {
    const { status, text } = await get('/')
    expect(status).toBe(200)
    expect(text).toContain('Book online with Acme &amp; Sons')
    expect(text).toMatch(/Gutter cleaning.*\$189\.00/s)
    expect(text).toContain('href="/book?service=service-cleaning"')
    expect(text).not.toMatch(/<script(?! src="\/assets\/| type="application\/ld\+json")/)
  })

  test('says whether a ZIP code is served', async () => {
    expect((await get('/?zip=80202')).text).toMatch(/Yes! .* serves 80202\..*href="\/book\?zip=80202"/s)
    expect((await get('/?zip=10001')).text).toContain('we don’t serve 10001 yet')
    // There is one main button, whatever the answer.
    for (const path of ['/', '/?zip=80202', '/?zip=10001'])
      expect((await get(path)).text.split('button-primary')).toHaveLength(2)
    for (const zip of ['', '8020', '%3Cscript%3E', '80202x'])
      expect((await get(`/?zip=${zip}`)).text).toContain('Enter a 5-digit ZIP code')
    expect((await get('/?zip=%22%3E%3Cscript%3E')).text).not.toContain('"><script>')
  })

  test('shows today’s hours first, and whether the business is open there now', async () => {
    const week = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: '08:00', end: '17:00' }))
    await change('hours', { week, holidays: ['2026-03-05'] })
    world.clock.set('2026-03-04T19:00:00Z')
    expect((await get('/')).text).toMatch(
      /Open now until 5:00 PM.*Today<\/dt><dd>8 AM–5 PM.*Thursday<\/dt><dd>Closed/s,
    )
    world.clock.set('2026-03-05T02:00:00Z')
    expect((await get('/')).text).toContain('Closed now, opens Friday at 8:00 AM')
    expect((await get('/?lang=es')).text).toContain('>Horarios en hora de la montaña.<')
  })

  test('shows what the office wrote, and nothing it did not', async () => {
    expect((await get('/')).text).not.toMatch(/License|Insurance|Reviews/)
    await change('publicSite', {
      headline: 'Clean gutters <b>',
      license: 'CO 12345',
      insurance: 'General liability',
      reviewUrl: 'https://reviews.example/acme',
    })
    const { text } = await get('/')
    expect(text).toContain('Clean gutters &lt;b>')
    for (const part of ['License: CO 12345', 'Insurance: General liability', 'https://reviews.example/acme'])
      expect(text).toContain(part)
    expect(
      (await hq('PATCH', '/api/admin/settings/publicSite', { values: { reviewUrl: 'http://x.example' } }))
        .status,
    ).toBe(400)
  })

  test('tells search engines about the business', async () => {
    await change('business', { name: 'Acme </script><b>', phone: '(303) 555-0100' })
    const { text } = await get('/?zip=80202')
    expect(text).toContain('<link rel="canonical" href="https://acme.example/"')
    expect(text).toContain('hreflang="es" href="https://acme.example/?lang=es"')
    expect(text).toContain('<meta name="description"')
    expect(text).toContain('<meta property="og:title"')
    expect(text).not.toContain('noindex')
    expect(structured(text)).toMatchObject({
      '@type': 'LocalBusiness',
      name: 'Acme </script><b>',
      telephone: '+13035550100',
      makesOffer: expect.arrayContaining([
        expect.objectContaining({ price: '189.00', priceCurrency: 'USD' }),
      ]),
    })
  })

  test('is in Spanish for people who read Spanish', async () => {
    const { text, headers } = await get('/?zip=10001', { 'accept-language': 'es' })
    expect(headers.get('content-language')).toBe('es')
    expect(text).toContain('todavía no atendemos el código postal 10001')
    expect(text).toContain('rel="canonical" href="https://acme.example/?lang=es"')
    // The switch keeps the question.
    expect(text).toContain('href="/?zip=10001&amp;lang=en"')
  })
})

describe('the page of a franchise', () => {
  test('has its own name, number and area', async () => {
    expect((await addBoulder()).body.data.slug).toBe('boulder-pros')
    const { status, text } = await get('/f/boulder-pros')
    expect(status).toBe(200)
    for (const part of [
      'Book online with Boulder Pros',
      '(303) 555-0177',
      '80301 80302',
      'Part of Acme &amp; Sons',
    ])
      expect(text).toContain(part)
    expect((await get('/')).text).toContain('href="/f/boulder-pros"')
    // An outline on the map adds ZIP codes to the list, so the list alone would say too little.
    const areaPolygon = [
      [40.1, -105.4],
      [40.1, -105.1],
      [39.9, -105.1],
    ]
    const drawn = await addBoulder({ name: 'Drawn Pros', areaZips: ['80301'], areaPolygon })
    const page = await get(`/f/${drawn.body.data.slug}`)
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('80301')
    expect((await get('/f/nobody')).status).toBe(404)
  })

  test('is the home page while there is only one, and gone once it is closed', async () => {
    const [only] = await world.deps.store.read.select().from(franchises)
    expect((await get(`/f/${only?.slug}`)).headers.get('location')).toBe('/')
    const { body } = await addBoulder()
    await hq('PATCH', `/api/admin/franchises/${body.data.id}`, { active: false })
    expect((await get('/f/boulder-pros')).status).toBe(404)
  })

  test('has an address of its own, which HQ can change', async () => {
    expect((await addBoulder()).body.data.slug).toBe('boulder-pros')
    const { body } = await addBoulder({ name: 'Bóulder   Pros!' })
    expect(body.data.slug).toBe('boulder-pros-2')
    expect((await addBoulder({ slug: 'boulder-pros' })).status).toBe(409)
    const patch = (slug: string) => hq('PATCH', `/api/admin/franchises/${body.data.id}`, { slug })
    expect((await patch('boulder-pros')).status).toBe(409)
    expect((await patch('North Boulder')).status).toBe(400)
    expect((await patch('north-boulder')).status).toBe(200)
    expect((await get('/f/north-boulder')).status).toBe(200)
    const [known] = await world.deps.store.read.select().from(franchises).where(eq(franchises.id, denver))
    expect(known?.slug).toMatch(/^[a-z-]+$/)
  })
})

describe('the terms and the privacy policy', () => {
  test('have a usual text in both languages, or the office’s own', async () => {
    expect((await get('/terms')).text).toMatch(/<h1>Terms of service.*<h2>Booking<\/h2>/s)
    expect((await get('/privacy?lang=es')).text).toContain('Qué datos recopilamos')
    await change('publicSite', { terms: 'Be kind.\n## Second <i>\nPay us.' })
    expect((await get('/terms')).text).toContain('<p>Be kind.</p><h2>Second &lt;i></h2><p>Pay us.</p>')
  })
})

describe('search engines', () => {
  test('find every public page in the sitemap, in both languages', async () => {
    await addBoulder()
    const { text, headers } = await get('/sitemap.xml')
    expect(headers.get('content-type')).toStartWith('application/xml')
    for (const path of ['/', '/book', '/f/boulder-pros', '/terms', '/privacy'])
      expect(text).toContain(`<loc>https://acme.example${path}</loc>`)
    expect(text).toContain('<loc>https://acme.example/f/boulder-pros?lang=es</loc>')
    expect((await get('/robots.txt')).text).toContain('Sitemap: https://acme.example/sitemap.xml')
  })

  test.each(['/my', '/work', '/admin', '/i/none', '/book/done/none'])('don’t list %s', async (path) => {
    expect((await get(path)).text).toContain('<meta name="robots" content="noindex"')
  })
})
