import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { invoices, jobs, payments } from '../../../db/schema'
import type { InvoiceContent } from '../../../db/schema/invoices'
import { daysAfter } from '../../../src/lib/calendar'
import { agingBuckets, invoiceStates, type InvoiceState } from '../../../src/lib/invoice-states'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { deskOf } from './desk'

let money: MoneyTest
let franchiseId: string
beforeAll(async () => {
  money = await startMoneyTest()
  franchiseId = await money.franchise()
})
afterAll(() => money.close())

const today = () => new Date(money.clock.now()).toISOString().slice(0, 10)

const content: InvoiceContent = {
  seller: null,
  customer: { name: 'Jo', email: null, phone: null, address: '' },
  serviceDate: null,
  period: null,
  lines: [],
  subtotalCents: 0,
  taxBasisPoints: 0,
  taxCents: 0,
  totalCents: 0,
  creditsNumber: null,
}

/** One made-up invoice with a job, and payments toward it. */
const invoice = fc.record({
  status: fc.constantFrom('draft' as const, 'sent' as const, 'sent' as const, 'void' as const),
  isNote: fc.boolean(),
  isPaid: fc.boolean(),
  due: fc.option(fc.integer({ min: -90, max: 40 }), { freq: 8 }),
  totalCents: fc.integer({ min: 0, max: 90_000 }),
  parts: fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 2 }),
  name: fc.constantFrom('Ada Ames', 'ada ames', 'Bo Bell', 'Éric', 'zoe', 'Zed'),
})
type Made = typeof invoice extends fc.Arbitrary<infer T> ? T : never

let made = 0
/** In small units, because a server gives each one only seconds. */
async function add(rows: Made[]): Promise<void> {
  for (let first = 0; first < rows.length; first += 5) await addSome(rows.slice(first, first + 5))
}

async function addSome(rows: Made[]): Promise<void> {
  const at = money.clock.now()
  const stamps = { createdAt: at, updatedAt: at }
  await money.deps.store.write(async (tx) => {
    for (const [nth, { status, isNote, isPaid, due, totalCents, parts, name }] of rows.entries()) {
      const n = String(made + nth + 1).padStart(5, '0')
      const amounts = { priceCents: totalCents, totalCents }
      const person = { customerName: name, address: '1 Main St', type: 'Gutter cleaning', ...amounts }
      await tx.insert(jobs).values({ id: `job-${n}`, ...person, franchiseId, ...stamps })
      const paid = { kind: 'payment' as const, status: 'succeeded' as const, pays: true, franchiseId }
      for (const [part, cents] of parts.entries())
        await tx.insert(payments).values({
          id: `payment-${n}-${part}`,
          jobId: `job-${n}`,
          ...paid,
          amountCents: cents,
          capturedCents: cents,
          ...stamps,
        })
      await tx.insert(invoices).values({
        id: `invoice-${n}`,
        kind: isNote ? 'credit_note' : 'invoice',
        status,
        number: status === 'draft' ? null : `INV-${n}`,
        jobId: `job-${n}`,
        // Headquarters sends some itself.
        franchiseId: nth % 3 === 0 ? null : franchiseId,
        creditsId: isNote ? `invoice-${n}` : null,
        customerName: name,
        taxCents: 0,
        totalCents,
        content,
        dueOn: due === null || status === 'draft' ? null : daysAfter(today(), due),
        paidAt: isPaid && !isNote ? at : null,
        ...stamps,
      })
    }
  })
  made += rows.length
}

const list = async (query: string): Promise<Item[]> => {
  const items: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { data } = expectStatus(
      await money.hq('GET', `/api/admin/invoices?limit=7${query}${after}`),
      200,
    ).body
    items.push(...data.items)
    cursor = data.nextCursor
  }
  return items
}
interface Item {
  number: string | null
  id: string
  kind: string
  customerName: string
  franchiseId: string | null
  issuedOn: string | null
  dueOn: string | null
  state: InvoiceState
  total: number
  amount: number
  balance: number
}
const aging = async () => expectStatus(await money.hq('GET', '/api/admin/invoices/aging'), 200).body.data
const cents = (units: number) => Math.round(units * 100)

describe('whatever the invoices', () => {
  beforeAll(() => add(fc.sample(invoice, { seed: 7, numRuns: 60 })))

  test('the aging totals add up to the open balance, and each bucket to its own invoices', async () => {
    const { buckets, balance } = await aging()
    let sum = 0
    for (const bucket of agingBuckets) {
      const items = await list(`&aging=${bucket}`)
      const owed = items.reduce((total, item) => total + cents(item.balance), 0)
      expect(buckets).toContainEqual({ bucket, invoices: items.length, balance: owed / 100 })
      sum += owed
    }
    const open = (await list('')).filter(
      ({ kind, state }) => kind === 'invoice' && /sent|overdue/.test(state),
    )
    expect(sum).toBe(open.reduce((total, item) => total + cents(item.balance), 0))
    expect(cents(balance)).toBe(sum)
    expect(sum).toBeGreaterThan(0)
  })

  test('each has one state, the same in the list, behind its filter and on its own page', async () => {
    const all = await list('')
    for (const state of invoiceStates) {
      const expected = all.filter((item) => item.state === state).map(({ id }) => id)
      expect((await list(`&state=${state}`)).map(({ id }) => id)).toEqual(expected)
      expect(expected.length).toBeGreaterThan(0)
    }
    for (const { id, state, balance } of all) {
      const detail = await deskOf(money).detail(id)
      expect([detail.state, detail.invoiceData.balanceCents]).toEqual([state, cents(balance)])
    }
  })

  test('credit notes are negative, in the list and in the file', async () => {
    for (const { kind, total, amount } of await list(''))
      expect(amount).toBe(kind === 'credit_note' ? -total || 0 : total)
    const { text } = await money.hq('GET', '/api/admin/invoices?kind=credit_note&sort=amount&format=csv')
    const [head = '', ...rows] = text.trim().split('\r\n')
    const column = head.split(',').indexOf('total')
    expect(rows.every((row) => Number(row.split(',')[column]) <= 0)).toBe(true)
    expect(rows.some((row) => Number(row.split(',')[column]) < 0)).toBe(true)
  })

  test.each(['issued', 'due', 'customer', 'franchise', 'status', 'amount', 'balance', 'created', 'number'])(
    'sorting by %s reaches every row once',
    async (sort) => {
      const ids = (items: Item[]) => items.map(({ id }) => id)
      const up = await list(`&sort=${sort}&order=asc`)
      const down = await list(`&sort=${sort}&order=desc`)
      expect(ids(up)).toEqual(ids(down).toReversed())
      expect(new Set(ids(up)).size).toBe(made)
      const key = ({
        issuedOn,
        dueOn,
        customerName,
        franchiseId,
        state,
        amount,
        balance,
        id,
        number,
      }: Item) =>
        ({
          issued: issuedOn ?? '9',
          due: dueOn ?? '9',
          customer: customerName.toLowerCase(),
          franchise: franchiseId ?? '',
          status: invoiceStates.indexOf(state),
          amount,
          balance,
          created: id,
          number: number === null ? '~' : `${String(number.length).padStart(2)} ${number}`,
        })[sort] ?? ''
      expect(up.map(key)).toEqual(
        up.map(key).toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)),
      )
    },
  )
})

test('an invoice is found by its customer, by part of its number and by its phone', async () => {
  const desk = deskOf(money)
  const job = await money.job({ customerName: 'Priya Patel', customerPhone: '303-555-0177' })
  const { id } = await desk.sent(job.id)
  const { number } = (await desk.detail(id)).invoice
  for (const q of ['priya', 'Patel Pri', number, number.slice(-6), '(303) 555-0177', job.reference])
    expect((await list(`&q=${encodeURIComponent(q)}`)).map((item) => item.id)).toContain(id)
  expect(await list('&q=nobody-here')).toEqual([])
  expect(await list('&q=%25')).toEqual([])
})

test('an overdue invoice that is paid in part shows its balance and stays in its bucket', async () => {
  const desk = deskOf(money)
  const job = await money.job({ price: 100 })
  const { id } = await desk.sent(job.id)
  money.clock.advance(50 * 86_400_000)
  expectStatus(
    await money.hq('POST', `/api/admin/invoices/${id}/payments`, { amount: 40, method: 'cash' }),
    201,
  )
  const { total, state, balance } = (await list('&state=overdue')).find((item) => item.id === id)!
  expect({ total, state, balance }).toEqual({ total: 100, state: 'overdue', balance: 60 })
  const late = await Promise.all(agingBuckets.map((name) => list(`&aging=${name}`)))
  expect(late.map((items) => items.filter((item) => item.id === id).length)).toEqual([0, 0, 1, 0])
})
