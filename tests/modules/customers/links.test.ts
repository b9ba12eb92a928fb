import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activity } from '../../../db/schema'
import { day, hour } from '../../../src/lib/clock'
import { linkSeriesOf } from '../../../src/modules/customers'
import { invoiceUrl } from '../../../src/modules/invoices'
import { bookingPath } from '../../../src/modules/jobs'
import { cardUrl } from '../../../src/modules/payments'
import { confirmationPath } from '../../../src/tokens/booking-link'
import { jobLinkToken, type JobLinkPurpose } from '../../../src/tokens/job-link'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
let jobId: string
let customerId: string
let invoiceId: string

beforeEach(async () => {
  money = await startMoneyTest()
  const job = await money.job({ customerEmail: 'jordan@example.com' })
  jobId = job.id
  customerId = job.customerId ?? ''
  const made = await money.hq('POST', '/api/invoices/generate', { jobId })
  invoiceId = made.body.data.invoice.id
  expectStatus(await money.hq('POST', '/api/invoices/send', { invoiceId, method: 'email' }), 200)
})
afterEach(() => money.close())

const read = (path: string) => money.open('GET', path)
const endLinks = (id = customerId) => money.hq('POST', `/api/admin/customers/${id}/end-links`)
const pathOf = (url: string) => new URL(url).pathname

/** Every link that messages to this customer carry now. */
async function links(): Promise<string[]> {
  const { deps } = money
  const now = deps.clock.now()
  const series = await linkSeriesOf(deps.store.read, customerId)
  const job = { jobId, series }
  const token = (purpose: JobLinkPurpose) => jobLinkToken(deps, purpose, job, now)
  const page = await bookingPath(deps, { id: jobId, customerId })
  return [
    page,
    page.replace('/done/', '/pay/'),
    confirmationPath(deps, job, now + 30 * day),
    `/visit/${token('visit link')}`,
    `/track/${token('track link')}`,
    `/rate/${token('rating link')}`,
    pathOf(invoiceUrl(deps, { id: invoiceId, series })),
    `${pathOf(invoiceUrl(deps, { id: invoiceId, series }))}/pdf`,
    pathOf(cardUrl(deps, { id: customerId, linkSeries: series }, 'link')),
  ]
}
const statuses = (paths: string[]) =>
  Promise.all(
    paths.map(async (path) => ((await read(path)).status < 400 ? 'works' : (await read(path)).status)),
  )

describe('turning off the old links of a customer', () => {
  test('ends them all, and new messages bring new ones', async () => {
    const old = await links()
    expect(await statuses(old)).toEqual(old.map(() => 'works'))
    expectStatus(await endLinks(), 200)
    expect(await statuses(old)).toEqual(old.map(() => 410))
    expect(await statuses(await links())).toEqual(old.map(() => 'works'))
    const page = await read(old[0]!)
    expect(page.text).toContain('This link has expired')
    expect(page.text).toContain('href="/my"')
    expect((await read(`${old[0]}?lang=es`)).text).toContain('Este enlace ya no está activo')
    expectStatus(await endLinks(), 200)
    expect(await statuses(old)).toEqual(old.map(() => 410))
  })

  test('changes nothing through an ended link', async () => {
    const [, , confirm, visit, , rate, invoice] = await links()
    await endLinks()
    for (const path of [confirm, visit, rate, `${invoice}/pay`])
      expect((await money.open('POST', path!, { raw: new URLSearchParams({ stars: '5' }) })).status).toBe(410)
    const { confirmedAt } = await money.readJob(jobId)
    expect(confirmedAt).toBeNull()
  })

  test('is in the activity log, and touches nobody else', async () => {
    const other = await money.job({ customerEmail: 'other@example.com' })
    const theirs = await bookingPath(money.deps, other)
    await endLinks()
    expect((await read(theirs)).status).toBe(200)
    const log = await money.deps.store.read
      .select()
      .from(activity)
      .where(eq(activity.type, 'customer.links-ended'))
    expect(log).toHaveLength(1)
    expect(log[0]?.summary).toBe('Turned off the links in messages to a customer')
  })

  test('stays in force when the customer is merged', async () => {
    const other = await money.job({ customerEmail: 'other@example.com' })
    const ended = await links()
    expectStatus(await endLinks(), 200)
    const going = await links()
    const others = await bookingPath(money.deps, other)
    const merged = await money.hq('POST', `/api/admin/customers/${other.customerId}/merge`, {
      into: customerId,
    })
    expectStatus(merged, 200)
    expect(await statuses(ended)).toEqual(ended.map(() => 410))
    expect(await statuses(going)).not.toContain(410)
    // Sent in the series that the customer it now belongs to has ended.
    expect(await statuses([others])).toEqual([410])
    expect((await endLinks(other.customerId ?? '')).status).toBe(409)
  })

  test("doesn't come with a merge", async () => {
    const other = await money.job({ customerEmail: 'other@example.com' })
    const before = [...(await links()), await bookingPath(money.deps, other)]
    const path = `/api/admin/customers/${other.customerId}/merge`
    expectStatus(await money.hq('POST', path, { into: customerId }), 200)
    expect(await statuses(before)).not.toContain(410)
  })

  test('happens when a customer is erased', async () => {
    const before = await links()
    expectStatus(await money.hq('POST', `/api/admin/jobs/${jobId}/cancel`, {}), 200)
    expectStatus(await money.hq('POST', `/api/admin/customers/${customerId}/erase`), 200)
    expect(await statuses(before)).toEqual(before.map(() => 410))
    expect((await endLinks()).status).toBe(409)
  })
})

describe('a link that nobody ended', () => {
  test("opens a booking until 90 days after it is over, and while it isn't", async () => {
    const page = await bookingPath(money.deps, { id: jobId, customerId })
    money.clock.advance(200 * day)
    expect((await read(page)).status).toBe(200)
    expectStatus(await money.hq('POST', `/api/admin/jobs/${jobId}/cancel`, {}), 200)
    money.clock.advance(90 * day)
    expect((await read(page)).status).toBe(200)
    money.clock.advance(hour)
    expect((await read(page)).status).toBe(410)
    expect((await read(`${page}/calendar`)).status).toBe(410)
  })

  test('opens an invoice while it is open and a year after; the account opens it for good', async () => {
    const link = pathOf(invoiceUrl(money.deps, { id: invoiceId, series: 0 }))
    money.clock.advance(800 * day)
    expect((await read(link)).status).toBe(200)
    const cash = { amount: (await money.readJob(jobId)).totalCents / 100, method: 'cash' }
    expectStatus(await money.hq('POST', `/api/admin/invoices/${invoiceId}/payments`, cash), 201)
    money.clock.advance(365 * day)
    expect((await read(link)).status).toBe(200)
    money.clock.advance(hour)
    expect((await read(link)).status).toBe(410)
    const token = await money.deps.tokens.proof.issue('jordan@example.com')
    const account = (await money.open('GET', '/api/account', { token })).body.data
    const own = pathOf(account.invoices[0].url)
    expect((await read(own)).status).toBe(200)
    money.clock.advance(2 * hour)
    expect((await read(own)).status).toBe(410)
  })
})
