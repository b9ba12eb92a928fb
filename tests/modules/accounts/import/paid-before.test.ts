import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { invoices, jobs, ledgerTransactions, payments } from '../../../../db/schema'
import { checkBooks } from '../../../../src/modules/payments'
import { expectStatus } from '../../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../../support/money'

let money: MoneyTest
beforeEach(async () => {
  money = await startMoneyTest()
})
afterEach(() => money.close())

const hq = async (method: string, path: string, body?: unknown, status = 200) =>
  expectStatus(await money.hq(method, path, body), status).body.data

const header = 'Date,Client name,Email,Service street,Visit title,Total,Paid'
const jobOf = (paid: string) =>
  `2/10/2026,Jordan Rivera,jordan@example.com,1420 Larimer St,Roof check,$200.00,${paid}`

/** Imports one finished $200 job, and returns it and the import. */
const importJob = (paid: string) => importFile(header, jobOf(paid))

async function importFile(...lines: string[]) {
  const path = '/api/admin/imports?kind=jobs&fileName=jobs.csv'
  const sent = await money.open('POST', path, { token: await money.hqToken(), raw: `${lines.join('\n')}\n` })
  const { id } = expectStatus(sent, 201).body.data
  await money.rest()
  const preview = await hq('GET', `/api/admin/imports/${id}/rows`)
  money.clock.advance(1_000)
  await hq('POST', `/api/admin/imports/${id}/run`)
  await money.rest()
  const { items } = await hq('GET', '/api/admin/jobs')
  return { id, job: items[0], preview: preview.rows[0] }
}

const countOf = async (table: typeof jobs | typeof invoices | typeof payments | typeof ledgerTransactions) =>
  (await money.deps.store.read.select().from(table)).length

const revenue = async () => (await hq('GET', '/api/reports?type=revenue&from=2026-01-01')).data

describe('a job that was paid in part before the import', () => {
  test('has the rest as its balance on the job, in the account and on the invoice', async () => {
    const { job, preview } = await importJob('$50.00')
    expect(preview.job).toMatchObject({ total: 200, paid: 50, isPaid: false })
    expect(job).toMatchObject({ total: 200, paid: 50, balance: 150, paymentState: 'unpaid', notes: null })
    expect(await hq('GET', `/api/admin/jobs/${job.id}/refund`)).toMatchObject({
      paid: 50,
      paidBefore: 50,
      balance: 150,
      captured: 0,
      refundable: 0,
      payments: [],
    })
    const token = await money.deps.tokens.proof.issue('jordan@example.com')
    const account = await money.open('GET', '/api/account', { token })
    expect(account.body.data.jobs[0]).toMatchObject({ paid: 50, balance: 150 })
    const { invoice, invoiceData } = await hq('POST', '/api/invoices/generate', { jobId: job.id }, 201)
    expect(invoiceData).toMatchObject({ totalCents: 20_000, paidCents: 5_000, balanceCents: 15_000 })
    const listed = await hq('GET', '/api/admin/invoices')
    expect(listed.items).toMatchObject([{ id: invoice.id, amount: 200, balance: 150 }])
    expect(await checkBooks(money.deps.store.read)).toEqual([])
  })

  test('is paid with the rest, and reports count only that', async () => {
    const { job } = await importJob('$50.00')
    expect(await revenue()).toMatchObject({ revenue: 0, payments: 0 })
    const tooMuch = { amount: 200, method: 'cash' }
    await hq('POST', `/api/admin/jobs/${job.id}/payments`, tooMuch, 409)
    await hq('POST', `/api/admin/jobs/${job.id}/payments`, { amount: 100, method: 'cash' }, 201)
    await money.pay(job.id)
    const paid = await hq('GET', `/api/admin/jobs/${job.id}/refund`)
    expect(paid).toMatchObject({ paid: 200, balance: 0, captured: 150, refundable: 150 })
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect(await revenue()).toMatchObject({ revenue: 150, payments: 2 })
    expect((await hq('GET', '/api/admin/invoices')).items).toMatchObject([{ state: 'paid', balance: 0 }])
    expect(await checkBooks(money.deps.store.read)).toEqual([])
  })

  test('keeps that part when a payment here is undone or refunded', async () => {
    const { job } = await importJob('$50.00')
    const path = `/api/admin/jobs/${job.id}`
    const first = await hq('POST', `${path}/payments`, { amount: 150, method: 'check' }, 201)
    await hq('POST', `/api/admin/payments/${first.payments[0].id}/undo`, { reason: 'The check bounced' })
    expect(await hq('GET', `${path}/refund`)).toMatchObject({ paid: 50, balance: 150 })
    await money.pay(job.id)
    await hq('POST', `${path}/refund`, {}, 201)
    await money.rest()
    expect(await money.readJob(job.id)).toMatchObject({ paidCents: 20_000, paymentState: 'partly_refunded' })
    expect(await checkBooks(money.deps.store.read)).toEqual([])
  })
})

test('a job that was paid in full before the import is paid, on its invoice too', async () => {
  const { job } = await importJob('$200.00')
  expect(job).toMatchObject({ paid: 200, balance: 0, paymentState: 'paid' })
  const { invoice, invoiceData } = await hq('POST', '/api/invoices/generate', { jobId: job.id }, 201)
  expect(invoiceData).toMatchObject({ paidCents: 20_000, balanceCents: 0, payUrl: null })
  expect(invoice.paidAt).not.toBeNull()
  expect(await revenue()).toMatchObject({ revenue: 0, payments: 0 })
  expect(await checkBooks(money.deps.store.read)).toEqual([])
})

describe('a file that says nothing about payments', () => {
  const importWith = (status: string, date = '2/10/2026') =>
    importFile(
      'Client name,Client email,Service street,Service ZIP,Title,Scheduled start date,Status,Total revenue ($)',
      `Jordan Rivera,jordan@example.com,1420 Larimer St,80202,Roof check,${date},${status},200.00`,
    )

  test('asks nobody for money they paid long ago', async () => {
    const { job, preview } = await importWith('Archived')
    expect(preview.job).toMatchObject({ total: 200, paid: 200, isPaid: true })
    expect(job).toMatchObject({ status: 'completed', paid: 200, balance: 0, paymentState: 'paid' })
    expect(await revenue()).toMatchObject({ revenue: 0, payments: 0 })
    expect(await checkBooks(money.deps.store.read)).toEqual([])
  })

  test('leaves work due that its status calls unpaid, and work ahead of us', async () => {
    const { job } = await importWith('Requires invoicing')
    expect(job).toMatchObject({ status: 'completed', paid: 0, balance: 200, paymentState: 'unpaid' })
    const ahead = await importWith('Upcoming', '2/10/2028')
    expect(ahead.job).toMatchObject({ status: 'pending', balance: 200 })
  })
})

test('imported jobs belong to the franchise whose outline holds their ZIP code', async () => {
  const around: [number, number][] = [
    [40.2, -105.3],
    [40.2, -104.5],
    [39.4, -104.5],
    [39.4, -105.3],
  ]
  const { id } = await hq(
    'POST',
    '/api/admin/franchises',
    { name: 'Outline', timeZone: 'America/Denver', areaPolygon: around },
    201,
  )
  const columns = 'Client name,Email,Service street,Service ZIP,Visit title,Date,Total'
  const { job } = await importFile(columns, 'Mo Ito,mo@example.com,582 Wynkoop St,80202,Check,2/10/2026,$5')
  expect(job.franchiseId).toBe(id)
})

test('the preview shows the duplicates, wherever they are in the file', async () => {
  const people = Array.from({ length: 40 }, (_, at) => `Person ${at + 1},person${at + 1}@example.com`)
  people[30] = 'Another Name,PERSON25@example.com'
  const sent = await money.open('POST', '/api/admin/imports?kind=customers&fileName=people.csv', {
    token: await money.hqToken(),
    raw: `Name,Email\n${people.join('\n')}\n`,
  })
  const { id } = expectStatus(sent, 201).body.data
  await money.rest()
  const { rows } = await hq('GET', `/api/admin/imports/${id}/rows`)
  const shown = rows.filter(({ isDuplicate }: { isDuplicate: boolean }) => isDuplicate)
  expect(shown).toMatchObject([{ line: 31, name: 'Another Name', fillsIn: false }])
})

test('the preview tells rows that fill in a customer from those that are skipped', async () => {
  const sent = await money.open('POST', '/api/admin/imports?kind=customers&fileName=people.csv', {
    token: await money.hqToken(),
    raw: 'Name,Email,Phone\nIda Sato,ida@example.com,\nIda Sato,ida@example.com,303-555-0142\nIda Sato,ida@example.com,\n',
  })
  const { id } = expectStatus(sent, 201).body.data
  await money.rest()
  const { rows } = await hq('GET', `/api/admin/imports/${id}/rows`)
  expect(rows).toMatchObject([
    { line: 1, isDuplicate: false, fillsIn: false },
    { line: 2, isDuplicate: true, fillsIn: true },
    { line: 3, isDuplicate: true, fillsIn: false },
  ])
  expect((await hq('GET', `/api/admin/imports/${id}`)).findings).toMatchObject({ repeated: 2, merged: 1 })
})

test('undo leaves no trace of money that was paid before the import', async () => {
  const { id } = await importJob('$50.00')
  expect(await countOf(jobs)).toBe(1)
  money.clock.advance(1_000)
  await hq('POST', `/api/admin/imports/${id}/undo`)
  await money.rest()
  for (const table of [jobs, payments, invoices, ledgerTransactions]) expect(await countOf(table)).toBe(0)
  expect(await money.outbox()).toEqual([])
})
