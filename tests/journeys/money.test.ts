import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ledgerAccounts } from '../../db/schema/ledger'
import { checkLedger } from '../../src/modules/ledger/check'
import { balanceOf } from '../../src/modules/ledger/transactions'
import { startTestApp, type Answer, type TestApp } from '../support/app'
import { listen } from '../support/socket'
import { addWorld, booking, denver } from '../support/world'

let world: TestApp
let socket: ReturnType<typeof listen>
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
  socket = listen(world)
})
afterEach(async () => {
  await socket.stop()
  await world.close()
})

const rest = () => world.deps.background.idle()

async function hq(method: string, path: string, body?: unknown): Promise<Answer> {
  const token = await world.hqToken()
  return socket.call(method, path, { token, ...(body === undefined ? {} : { body }) })
}

/** Submits a page's form as a browser would. */
async function submit(path: string, fields: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(socket.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  })
  await rest()
  return answer
}

async function balances(): Promise<Record<string, number>> {
  const all: Record<string, number> = {}
  for (const account of ledgerAccounts) {
    const cents = await balanceOf(world.deps.store.read, account)
    if (cents !== 0) all[account] = cents
  }
  return all
}

const transferOf = async (jobId: string) =>
  (await hq('GET', '/api/admin/transfers')).body.data.items.find(
    (transfer: { jobId: string }) => transfer.jobId === jobId,
  )

test("a job is paid, shared with its franchise and canceled, and every cent comes back except the processor's fee", async () => {
  const booked = await socket.call('POST', '/api/jobs/create', { body: booking })
  const { id: jobId, total } = booked.body.data.job
  const amount = Math.round(total * 100)
  await rest()

  const checkout = await socket.call('POST', '/api/payments/checkout', { body: { amount, jobId } })
  expect(checkout.status).toBe(200)
  const page = new URL(checkout.body.data.url).pathname
  expect((await socket.call('GET', page)).text).toContain('<form')
  expect((await submit(page, { card: '4242424242424242' })).status).toBe(303)

  const job = await hq('GET', `/api/admin/jobs/${jobId}`)
  expect(job.body.data.job.paymentState).toBe('paid')
  const invoices = await hq('GET', `/api/admin/invoices?jobId=${jobId}`)
  expect(invoices.body.data.items).toMatchObject([{ jobId, paidAt: expect.any(String) }])
  const outbox = await hq('GET', `/api/admin/outbox?jobId=${jobId}`)
  expect(outbox.body.data.items.map(({ template }: { template: string }) => template)).toContain('receipt')
  expect((await transferOf(jobId)).state).toBe('pending')

  const onboarding = await hq('POST', '/api/payments/connect/onboard', { franchiseId: denver })
  const back = await submit(new URL(onboarding.body.data.url).pathname)
  expect(back.headers.get('location')).toContain('/api/payments/connect/return')
  expect(await transferOf(jobId)).toMatchObject({ state: 'done' })

  const cancelled = await socket.call('POST', '/api/customer/cancel', { body: { jobId } })
  expect(cancelled.body.data).toMatchObject({ refunded: true })
  await rest()
  expect(await transferOf(jobId)).toMatchObject({ reversed: (await transferOf(jobId)).amount })
  expect((await hq('GET', `/api/admin/jobs/${jobId}`)).body.data.job).toMatchObject({
    status: 'cancelled',
    paymentState: 'refunded',
  })
  expect(await checkLedger(world.deps.store.read)).toEqual([])
  const { processor_fees: fee = 0, ...others } = await balances()
  // A processor keeps its fee when it refunds; nothing else is owed.
  expect(fee).toBe(Math.round(amount * 0.029) + 30)
  expect(others).toEqual({ processor_cash: -fee })
})
