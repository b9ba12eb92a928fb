import { afterAll, beforeAll, expect, test } from 'bun:test'
import { payments } from '../../../db/schema'
import { checkLedger } from '../../../src/modules/ledger/check'
import { balanceOf, type LedgerAccount } from '../../../src/modules/ledger/transactions'
import { moneyChecks } from '../../../src/modules/payments/books'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { listen } from '../../support/socket'

let money: MoneyTest
let service: ReturnType<typeof listen>
beforeAll(async () => {
  money = await startMoneyTest()
  service = listen(money)
})
afterAll(async () => {
  await money.app.stop(true)
  await money.close()
})

test('from a booking to the last cent, over a real socket, without a single key', async () => {
  const token = await money.hqToken()
  const franchise = await service.call('POST', '/api/admin/franchises', {
    token,
    body: { name: 'Front Range', timeZone: 'America/Denver', taxPercent: 8.81, areaZips: ['80202'] },
  })
  const franchiseId: string = franchise.body.data.id
  await service.call('POST', `/api/admin/franchises/${franchiseId}/splits`, {
    token,
    body: { sharePercent: 82.5 },
  })

  const booked = await service.call('POST', '/api/jobs/create', {
    body: {
      customerName: 'Jordan Rivera',
      customerEmail: 'jordan@example.com',
      address: '1420 Larimer St, Denver, CO 80202',
      type: 'Gutter cleaning',
      price: 189.5,
    },
  })
  const { id: jobId, total } = booked.body.data.job
  expect(total).toBe(206.19)

  const checkout = await service.call('POST', '/api/payments/checkout', { body: { amount: 20_619, jobId } })
  const page = new URL(checkout.body.data.url).pathname
  expect((await service.call('GET', page)).text).toContain('Pay $206.19')
  const paid = await fetch(service.url + page, {
    method: 'POST',
    body: new URLSearchParams({ card: '4242 4242 4242 4242' }),
    redirect: 'manual',
  })
  expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://localhost/checkout/done'])
  await money.rest()

  const job = await service.call('GET', `/api/admin/jobs/${jobId}`, { token })
  expect(job.body.data.job.paymentState).toBe('paid')
  const receipts = (await money.outbox()).filter(({ template }) => template === 'receipt')
  expect(receipts).toMatchObject([{ recipient: 'jordan@example.com' }])
  const [payment] = await money.deps.store.read.select().from(payments)
  expect(payment).toMatchObject({ cardBrand: 'visa', cardLast4: '4242' })
  const invoices = await service.call('GET', '/api/admin/invoices', { token })
  expect(invoices.body.data.items).toMatchObject([{ jobId, paidAt: expect.any(String) }])
  const pending = await service.call('GET', '/api/admin/transfers', { token })
  expect(pending.body.data.items).toMatchObject([{ jobId, state: 'pending', amount: 156.33 }])

  const link = await service.call('POST', '/api/payments/connect/onboard', { token, body: { franchiseId } })
  const done = await service.call('POST', new URL(link.body.data.url).pathname)
  const back = await service.call('GET', done.headers.get('location')!.replace('http://localhost', ''))
  expect([back.status, back.headers.get('location')]).toEqual([302, '/admin?tab=franchise&connect=complete'])
  await money.rest()
  const sent = await service.call('GET', '/api/admin/transfers', { token })
  expect(sent.body.data.items).toMatchObject([{ jobId, state: 'done', amount: 156.33, reversed: 0 }])

  const cancelled = await service.call('POST', '/api/customer/cancel', {
    body: { jobId, email: 'jordan@example.com' },
  })
  expect(cancelled.body.data).toMatchObject({ refunded: true })
  await money.rest()
  const reversed = await service.call('GET', '/api/admin/transfers', { token })
  expect(reversed.body.data.items).toMatchObject([{ amount: 156.33, reversed: 156.33 }])

  const { read } = money.deps.store
  const even: LedgerAccount[] = [
    'revenue_hq',
    'tax_payable',
    'franchise_payable',
    'franchise_receivable',
    'refunds',
  ]
  for (const account of even)
    expect({ account, cents: await balanceOf(read, account) }).toEqual({ account, cents: 0 })
  // The rest is the processor's fee, which it keeps.
  expect(await balanceOf(read, 'processor_fees')).toBe(628)
  expect(await balanceOf(read, 'processor_cash')).toBe(-628)
  expect([...(await checkLedger(read)), ...(await checkLedger(read, moneyChecks))]).toEqual([])
})
