import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activity, franchises, invoices, jobTemplates, maintenancePlans, outbox } from '../../../db/schema'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { addWorld, booking } from '../../support/world'
import { aSchedule } from './world'

let admin: Admin
let id: string
beforeEach(async () => {
  admin = await startAdmin({ BUSINESS_TIMEZONE: 'America/Denver' })
  await addWorld(admin)
  await admin.deps.store.write((tx) => tx.update(franchises).set({ taxBasisPoints: 500 }))
  const { address, type: serviceType } = booking
  const body = {
    name: 'Jordan Rivera',
    serviceType,
    address,
    intervalMonths: 3,
    preferredStart: '2026-04-07',
  }
  id = expectStatus(await asCustomer('POST', '/api/maintenance-plans', body), 201).body.data.plan.id
})
afterEach(() => admin.close())

async function asCustomer(method: string, path: string, body?: object) {
  const token = await admin.deps.tokens.proof.issue('jordan@example.com')
  return admin.call(method, path, { token, ...(body ? { body } : {}) })
}
const change = async (body: object, status = 200) => {
  admin.clock.advance(1000)
  return expectStatus(await admin.patch(`/api/admin/plans/${id}`, body), status).body
}
const read = async () => (await admin.get(`/api/admin/plans/${id}`)).body.data
const own = async () => (await asCustomer('GET', '/api/account')).body.data.plans[0]
const row = async () =>
  (await admin.deps.store.read.select().from(maintenancePlans).where(eq(maintenancePlans.id, id)))[0]!
const told = async () =>
  (
    await admin.deps.store.read
      .select({ data: outbox.data })
      .from(outbox)
      .where(eq(outbox.template, 'plan'))
      .orderBy(outbox.id)
  ).map(({ data }) => data)
const templates = () => admin.deps.store.read.select().from(jobTemplates)
const page = (path: string) => admin.call('GET', path)
const wordsIn = (html: string): string =>
  (/name="consent" value="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&').replaceAll('&quot;', '"')
const agree = (path: string, consent: string) =>
  admin.call('POST', path, { raw: new URLSearchParams({ consent }), from: '203.0.113.7' })
/** The page that the newest email about the plan leads to. */
async function linkSent(): Promise<string> {
  const sent = await admin.deps.store.read.select().from(outbox).where(eq(outbox.template, 'plan'))
  const newest = sent.toSorted((one, other) => one.id.localeCompare(other.id)).at(-1)
  const { rendered } = (await admin.get(`/api/admin/outbox/${newest?.id}`)).body.data
  return /\/plan\/[\w.-]+/.exec(rendered.text)?.[0] ?? 'none'
}
const makeJobs = () => admin.call('GET', '/api/cron/recurring-jobs', { token: admin.deps.secrets.cronSecret })

describe('an offer', () => {
  test('is sent to the customer, and nothing is scheduled until they accept it', async () => {
    expect((await change({ price: 100 })).data).toMatchObject({
      status: 'offered',
      price: 100,
      templateId: null,
      offer: { price: 100, total: 105, intervalMonths: 3, start: '2026-04-07' },
      consent: null,
    })
    expect(await told()).toMatchObject([{ stage: 'offered', totalCents: 10_500, nextDate: '2026-04-07' }])
    expect(await own()).toMatchObject({ status: 'offered', total: 105, nextDate: null })
    expect((await admin.get('/api/admin/plans?status=offered')).body.data.items).toHaveLength(1)
    admin.clock.set('2026-04-20T15:00:00Z')
    await makeJobs()
    expect(await templates()).toEqual([])
    // The same offer again asks nobody twice.
    await change({ price: 100 })
    expect(await told()).toHaveLength(1)
  })

  test("isn't billed by a schedule that names the plan, before or for the time before it is accepted", async () => {
    await change({ price: 100 })
    const { customerId } = await read()
    const schedule = {
      ...aSchedule,
      customerId,
      recurringScheduleId: id,
      intervalMonths: 1,
      nextBillingDate: '2026-03-02',
    }
    expectStatus(await admin.post('/api/billing/recurring', schedule), 201)
    await makeJobs()
    admin.clock.set('2026-04-03T15:00:00Z')
    await makeJobs()
    const billed = () => admin.deps.store.read.select().from(invoices)
    expect(await billed()).toEqual([])
    await change({ phoneConsent: { name: 'Jordan Rivera' } })
    await makeJobs()
    expect(await billed()).toEqual([])
    admin.clock.set('2026-05-03T15:00:00Z')
    await makeJobs()
    expect(await billed()).toHaveLength(1)
  })

  test('is accepted by its link, once, with the words, the time and the address kept', async () => {
    await change({ price: 100 })
    const path = await linkSent()
    const html = expectStatus(await page(path), 200).text
    for (const words of ['Nothing is scheduled or charged until you accept', '$105.00', 'Every 3 months'])
      expect(html).toContain(words)
    const words = wordsIn(html)
    expect(words).toStartWith('I agree to a maintenance plan with')
    admin.clock.advance(60_000)
    const answers = await Promise.all([agree(path, words), agree(path, words)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await row()).consent).toEqual({
      text: words,
      language: 'en',
      at: admin.clock.now(),
      from: 'link',
      name: 'Jordan Rivera',
      address: '203.0.113.7',
      takenBy: null,
    })
    expect(await read()).toMatchObject({
      status: 'active',
      price: 100,
      offer: null,
      consent: { from: 'link' },
    })
    expect(await templates()).toMatchObject([{ priceCents: 10_000, anchorDate: '2026-04-07' }])
    expect((await told()).map(({ stage = null }) => stage)).toEqual(['offered', null])
    const { headers } = answers[0]
    expect((await page(headers.get('location') ?? '')).text).toContain('Your plan is set up')
    const accepted = await admin.deps.store.read
      .select()
      .from(activity)
      .where(eq(activity.type, 'plan.accepted'))
    expect(accepted).toHaveLength(1)
  })

  test('is accepted in the account too, in Spanish', async () => {
    await change({ price: 100 })
    const { offerPath } = await own()
    const html = (await page(`${offerPath}?lang=es`)).text
    expect(wordsIn(html)).toStartWith('Acepto un plan de mantenimiento')
    expect((await agree(offerPath, wordsIn(html))).status).toBe(303)
    expect((await row()).consent).toMatchObject({ from: 'account', language: 'es' })
    expect(await own()).toMatchObject({ status: 'active', offerPath: null, nextDate: '2026-04-07' })
  })

  test('can be for every week, in the words of the page, the email and the consent', async () => {
    await change({ price: 40, intervalWeeks: 1 })
    expect(await read()).toMatchObject({ offer: { intervalMonths: 1, intervalWeeks: 1 } })
    const { offerPath } = await own()
    const spanish = (await page(`${offerPath}?lang=es`)).text
    expect(spanish).toContain('Cada semana')
    expect(wordsIn(spanish)).toContain(', cada semana, por $42.00 con impuestos por visita')
    const path = await linkSent()
    const html = (await page(path)).text
    expect(html).toContain('Every week')
    expect(wordsIn(html)).toContain(', every week, for $42.00 with tax per visit')
    await agree(path, wordsIn(html))
    expect(await templates()).toMatchObject([
      { intervalMonths: 1, intervalWeeks: 1, anchorDate: '2026-04-07' },
    ])
    expect((await told()).map(({ intervalWeeks }) => intervalWeeks)).toEqual([1, 1])
    expect(await own()).toMatchObject({ status: 'active', intervalWeeks: 1, nextDate: '2026-04-07' })
  })

  test("doesn't count with other words: not after HQ changed it, and not for a made-up text", async () => {
    await change({ price: 100 })
    const path = await linkSent()
    const words = wordsIn((await page(path)).text)
    await change({ price: 120 })
    const answer = await agree(path, words)
    expect(answer.headers.get('location')).toEndWith('?changed=1')
    expect((await page(`${path}?changed=1`)).text).toContain('The offer has changed')
    await agree(path, 'I agree to everything')
    expect(await read()).toMatchObject({ status: 'offered', price: 120, consent: null })
    expect(await templates()).toEqual([])
  })

  test('ends when HQ holds the plan back or either side ends it', async () => {
    await change({ price: 100 })
    const path = await linkSent()
    const words = wordsIn((await page(path)).text)
    await change({ status: 'paused' })
    expect(await read()).toMatchObject({ status: 'paused', price: 100, offer: null })
    expect((await page(path)).text).toContain('Your plan is paused')
    await agree(path, words)
    expect(await templates()).toEqual([])
    await change({ status: 'active' })
    expect(await read()).toMatchObject({ status: 'offered' })
    expectStatus(await asCustomer('POST', `/api/maintenance-plans/${id}/end`), 200)
    await agree(await linkSent().catch(() => path), words)
    expect(await read()).toMatchObject({ status: 'ended' })
    expect(await templates()).toEqual([])
  })

  test('has a link for this alone, which expires', async () => {
    await change({ price: 100 })
    const path = await linkSent()
    for (const broken of ['/plan/x', `${path}x`, path.replace('/plan/', '/card/')])
      expect((await page(broken)).status).toBe(404)
    const words = wordsIn((await page(path)).text)
    admin.clock.advance(31 * 86_400_000)
    expect((await page(path)).text).toContain('This offer has expired')
    await agree(path, words)
    expect(await templates()).toEqual([])
    await change({ offerAgain: true })
    await change({ offerAgain: true })
    expect(await told()).toHaveLength(2)
    expect((await page(path)).text).toContain('Accept this plan')
    admin.clock.advance(366 * 86_400_000)
    expect((await page(path)).text).toContain('This link has expired')
    expect((await agree(path, words)).status).toBe(410)
  })
})

describe('a consent by phone', () => {
  test('starts the plan at once, with who took it and when', async () => {
    await change({ price: 100, phoneConsent: { name: 'Jordan Rivera', at: '2026-03-02T14:00:00Z' } })
    expect(await read()).toMatchObject({
      status: 'active',
      offer: null,
      consent: { name: 'Jordan Rivera', at: '2026-03-02T14:00:00.000Z', from: 'phone' },
    })
    const { consent } = await row()
    expect(consent?.takenBy).toStartWith('hq')
    expect(consent?.text).toContain('$105.00 with tax per visit')
  })

  test('also accepts an offer that is open, and is refused where there is nothing to agree to', async () => {
    await change({ phoneConsent: { name: 'Jordan Rivera' } }, 409)
    await change({ price: 100 })
    await change({ phoneConsent: { name: 'Jordan Rivera', at: '2027-01-01T00:00:00Z' } }, 400)
    await change({ phoneConsent: { name: 'Jordan Rivera' } })
    expect(await read()).toMatchObject({ status: 'active', price: 100 })
    await change({ price: 90, phoneConsent: { name: 'Jordan Rivera' } }, 409)
  })
})

describe('a running plan', () => {
  beforeEach(() => change({ price: 100, phoneConsent: { name: 'Jordan Rivera' } }))

  test('keeps its price until the customer accepts a higher one or more visits', async () => {
    await change({ price: 120, intervalMonths: 2 })
    expect(await read()).toMatchObject({
      status: 'active',
      price: 100,
      intervalMonths: 3,
      offer: { price: 120 },
    })
    expect(await own()).toMatchObject({ price: 100, total: 105, offer: { total: 126 } })
    const path = await linkSent()
    const html = (await page(path)).text
    expect(html).toContain('Your plan continues as it is until you accept')
    await agree(path, wordsIn(html))
    expect(await read()).toMatchObject({ status: 'active', price: 120, intervalMonths: 2, offer: null })
    expect(await templates()).toMatchObject([{ priceCents: 12_000, intervalMonths: 2 }])
    expect((await told()).at(-1)).toMatchObject({ totalCents: 12_600, changed: true })
  })

  test('comes every week only once the customer accepts, and less often at once', async () => {
    await change({ intervalWeeks: 2 })
    expect(await read()).toMatchObject({
      intervalMonths: 3,
      intervalWeeks: null,
      offer: { intervalWeeks: 2 },
    })
    await change({ intervalWeeks: 2, phoneConsent: { name: 'Jordan Rivera' } })
    expect(await templates()).toMatchObject([{ intervalMonths: 1, intervalWeeks: 2 }])
    const { templateId } = await read()
    const oftener = await admin.patch(`/api/admin/templates/${templateId}`, { intervalWeeks: 1 })
    expect(expectStatus(oftener, 409).body.error).toContain('part of a maintenance plan')
    await change({ intervalMonths: 1 })
    expect(await read()).toMatchObject({ intervalMonths: 1, intervalWeeks: null, offer: null })
  })

  test('has a lower price at once, which takes back a higher offer', async () => {
    await change({ price: 120 })
    await change({ status: 'paused' })
    expect(await read()).toMatchObject({ status: 'paused', offer: { price: 120 } })
    await change({ price: 90, status: 'active' })
    expect(await read()).toMatchObject({ status: 'active', price: 90, offer: null })
  })

  test("can't be made dearer through its job template", async () => {
    const { templateId } = await read()
    const refused = await admin.patch(`/api/admin/templates/${templateId}`, { price: 130 })
    expect(expectStatus(refused, 409).body.error).toContain('part of a maintenance plan')
    expectStatus(await admin.patch(`/api/admin/templates/${templateId}`, { price: 80 }), 200)
  })

  test('confirms its end by email once', async () => {
    expectStatus(await asCustomer('POST', `/api/maintenance-plans/${id}/end`), 200)
    expectStatus(await asCustomer('POST', `/api/maintenance-plans/${id}/end`), 200)
    expect((await told()).map(({ stage = null }) => stage)).toEqual([null, 'ended'])
  })
})

test('a plan that HQ ends is confirmed by email too', async () => {
  await change({ status: 'ended' })
  expect(await told()).toMatchObject([{ stage: 'ended', name: 'Jordan Rivera' }])
})
