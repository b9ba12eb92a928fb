import { afterEach, beforeEach, expect, test } from 'bun:test'
import { staffToken } from '../../contract/credentials'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeEach(async () => {
  money = await startMoneyTest()
})
afterEach(() => money.close())

test('a bookkeeper creates an invoice and sends it, and a dispatcher does neither', async () => {
  const { id } = await money.job()
  const [books, dispatch] = [
    await staffToken(money.deps, { role: 'bookkeeper' }),
    await staffToken(money.deps, { role: 'dispatcher' }),
  ]
  const create = (token: string) => money.open('POST', `/api/admin/jobs/${id}/invoice`, { token, body: {} })
  expect((await create(dispatch)).status).toBe(403)
  const { invoice } = expectStatus(await create(books), 201).body.data
  expect(expectStatus(await create(books), 200).body.data.invoice.id).toBe(invoice.id)
  const send = (token: string) =>
    money.open('POST', `/api/admin/invoices/${invoice.id}/send`, { token, body: { method: 'email' } })
  expect((await send(dispatch)).status).toBe(403)
  expect(expectStatus(await send(books), 200).body.data.invoice).toMatchObject({
    status: 'sent',
    number: expect.any(String),
  })
})
