import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { ledgerAccounts, type LedgerAccount } from '../../../db/schema/ledger'
import { listEntries } from '../../../src/modules/ledger/read'
import { postTransaction, type LedgerKind } from '../../../src/modules/ledger/transactions'
import { apiKey } from '../../contract/credentials'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
let franchiseId: string
let jobId: string
const day = 86_400_000
const kinds: LedgerKind[] = ['payment', 'refund', 'transfer', 'dispute', 'fee']

/** Any balanced movement of at least two accounts, on any of 40 days. */
const movement = fc.record({
  kind: fc.constantFrom(...kinds),
  ofFranchise: fc.boolean(),
  days: fc.nat(40),
  lines: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom<LedgerAccount>(...ledgerAccounts),
      fc.integer({ min: -9_999_999, max: 9_999_999 }),
    ),
    { minLength: 1, maxLength: 4, selector: ([account]) => account },
  ),
})

beforeAll(async () => {
  money = await startMoneyTest()
  franchiseId = await money.franchise()
  jobId = (await money.job({ franchiseId })).id
  const { store, clock } = money.deps
  const start = clock.now() - 60 * day
  const movements = fc.sample(movement, { seed: 11, numRuns: 150 }).flatMap((made, nth) => {
    const transaction = transactionOf(made, nth, start)
    return transaction === null ? [] : [transaction]
  })
  // In small units, because a server gives each one only seconds.
  for (let first = 0; first < movements.length; first += 10)
    await store.write(async (tx) => {
      for (const one of movements.slice(first, first + 10)) await postTransaction(tx, one)
    })
})

type Movement = typeof movement extends fc.Arbitrary<infer Made> ? Made : never

/** The movement with a last line that balances it; null if there is nothing to balance. */
function transactionOf({ kind, ofFranchise, days, lines }: Movement, nth: number, start: number) {
  const needsFranchise = lines.some(([account]) => account.startsWith('franchise_'))
  const given = lines
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ account, cents: amount }))
  const rest = -given.reduce((sum, line) => sum + line.cents, 0)
  const free = ledgerAccounts.find(
    (account) => !account.startsWith('franchise_') && given.every((line) => line.account !== account),
  )
  if (rest === 0 || free === undefined) return null
  return {
    kind,
    about: `made-up:${nth}`,
    at: start + days * day + nth,
    entries: [...given, { account: free, cents: rest }],
    ...(ofFranchise || needsFranchise ? { franchiseId, jobId } : {}),
  }
}
afterAll(() => money.close())

const read = async (path: string) => expectStatus(await money.hq('GET', path), 200).body.data
const cents = (units: number) => Math.round(units * 100)
const dateOf = (days: number) =>
  new Date(money.deps.clock.now() - (60 - days) * day).toISOString().slice(0, 10)

async function entries(query = ''): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page = await read(`/api/admin/ledger?limit=20${query}${after}`)
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}
interface Item {
  id: number
  date: string
  at: string
  franchiseId: string | null
  jobId: string | null
  lines: { account: LedgerAccount; debit: number; credit: number }[]
}

describe('the trial balance', () => {
  test('is in order at the end of every day, for the company and for a franchise', async () => {
    for (const days of [0, 7, 20, 33, 60])
      for (const scope of ['', `&franchiseId=${franchiseId}`]) {
        const balance = await read(`/api/admin/ledger/trial-balance?on=${dateOf(days)}${scope}`)
        expect(balance).toMatchObject({ inOrder: true, difference: 0 })
        expect(balance.debits).toBe(balance.credits)
      }
  })

  test('adds up exactly the entries until that day', async () => {
    const on = dateOf(20)
    const { accounts } = await read(`/api/admin/ledger/trial-balance?on=${on}`)
    const until = await entries(`&to=${on}`)
    for (const { account, debit, credit } of accounts) {
      const lines = until.flatMap((item) => item.lines).filter((line) => line.account === account)
      const sum = lines.reduce((total, line) => total + cents(line.debit) - cents(line.credit), 0)
      expect([account, cents(debit) - cents(credit)]).toEqual([account, sum])
    }
    expect(until.length).toBeGreaterThan(20)
  })

  test('explains a balance on the unusual side', async () => {
    const { accounts } = await read('/api/admin/ledger/trial-balance')
    for (const { type, debit, credit, note } of accounts) {
      const isUsual = ['asset', 'expense'].includes(type) ? credit === 0 : debit === 0
      expect(note === null).toBe(isUsual)
    }
  })

  test('says by how much the books are out of order', async () => {
    const broken = await startMoneyTest()
    await broken.pay((await broken.job({ price: 100 })).id)
    const ask = async () =>
      expectStatus(await broken.hq('GET', '/api/admin/ledger/trial-balance'), 200).body.data
    expect(await ask()).toMatchObject({ inOrder: true })
    await broken.deps.store.write(async (tx) => {
      for (const { name } of await tx.all<{ name: string }>(
        sql`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'ledger_entries'`,
      ))
        await tx.run(sql`DROP TRIGGER ${sql.identifier(name)}`)
      await tx.run(sql`UPDATE ledger_entries SET cents = cents + 5 WHERE account = 'revenue_hq'`)
    })
    expect(await ask()).toMatchObject({ inOrder: false, difference: 0.05 })
    await broken.close()
  })
})

describe('the entries', () => {
  test('come latest first, each one once, and every filter leaves exactly its own', async () => {
    const all = await entries()
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const ids = (items: Item[]) => items.map(({ id }) => id)
    const [from, to] = [dateOf(5), dateOf(25)]
    const filters: [string, (item: Item) => boolean][] = [
      [`&account=tax_payable`, ({ lines }) => lines.some(({ account }) => account === 'tax_payable')],
      [`&from=${from}&to=${to}`, ({ date }) => date >= from && date <= to],
      [`&franchiseId=${franchiseId}`, (item) => item.franchiseId === franchiseId],
      [`&jobId=${jobId}`, (item) => item.jobId === jobId],
      [
        `&account=bank&franchiseId=${franchiseId}&from=${from}`,
        ({ lines, date, franchiseId: own }) =>
          own === franchiseId && date >= from && lines.some(({ account }) => account === 'bank'),
      ],
    ]
    for (const [query, isWanted] of filters) {
      expect(ids(await entries(query))).toEqual(ids(all.filter(isWanted)))
      expect(all.filter(isWanted).length).toBeGreaterThan(0)
    }
  })
})

describe('the file for QuickBooks', () => {
  const file = async (query: string) => {
    const answer = await money.hq('GET', `/api/admin/ledger/quickbooks?${query}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const [head, ...rows] = answer.text.trimEnd().split('\r\n')
    return { head, rows: rows.map((row) => row.split(',')) }
  }

  test.each(['day', 'entry'])('balances within every journal entry, one per %s', async (per) => {
    const { head, rows } = await file(`per=${per}&from=2020-01-01`)
    expect(head).toBe('Journal No.,Journal Date,Account Name,Debits,Credits,Description,Location')
    const journals = Map.groupBy(rows, ([number]) => number)
    expect(journals.size).toBeGreaterThan(20)
    for (const [number, lines] of journals) {
      const sum = (place: number) => lines.reduce((total, line) => total + cents(Number(line[place])), 0)
      expect([number, sum(3)]).toEqual([number, sum(4)])
      expect(new Set(lines.map(([, date]) => date)).size).toBe(1)
      expect(lines.every((line) => (line[3] === '') !== (line[4] === ''))).toBe(true)
    }
  })

  test('has the same changes of every account as the trial balance', async () => {
    const { accounts } = await read('/api/admin/ledger/trial-balance')
    for (const per of ['day', 'entry']) {
      const { rows } = await file(`per=${per}&from=2020-01-01`)
      for (const { name, debit, credit } of accounts) {
        const own = rows.filter((row) => row[2] === name)
        const sum = own.reduce((total, row) => total + cents(Number(row[3])) - cents(Number(row[4])), 0)
        expect([name, sum]).toEqual([name, cents(debit) - cents(credit)])
      }
    }
  })

  test('writes dates the American way and is recorded as a download', async () => {
    const { rows } = await file(`per=entry&from=${dateOf(0)}&to=${dateOf(40)}`)
    expect(rows.every(([, date]) => /^\d{2}\/\d{2}\/\d{4}$/.test(date ?? ''))).toBe(true)
    const log = await money.hq('GET', '/api/admin/activity?limit=5')
    expect(log.text).toContain(`Downloaded quickbooks-${dateOf(0)}-${dateOf(40)}.csv`)
  })
})

test('a franchisee reads only the entries of their franchise, and a dispatcher none', async () => {
  const token = await apiKey(money.deps, { role: 'franchisee', franchiseId })
  const own = await money.open('GET', '/api/admin/ledger?limit=200', { token })
  expect(own.body.data.items.every((item: Item) => item.franchiseId === franchiseId)).toBe(true)
  const foreign = await money.open('GET', '/api/admin/ledger?franchiseId=other', { token })
  expect(foreign.status).toBe(403)
  const dispatcher = await apiKey(money.deps, { role: 'dispatcher' })
  for (const path of ['', '/trial-balance', '/quickbooks'])
    expect((await money.open('GET', `/api/admin/ledger${path}`, { token: dispatcher })).status).toBe(403)
})

// Last, because after an EXPLAIN a read connection of Bun keeps its snapshot.
test.each([
  [{}, 'ledger_transactions_by_time'],
  [{ franchiseId: 'north' }, 'ledger_transactions_by_franchise (franchise_id=?)'],
  [{ account: 'bank' as const }, 'ledger_entries_by_account (account=?)'],
  [{ jobId: 'job' }, 'ledger_transactions_by_job (job_id=?)'],
])('the entries are found by an index: %p', async (query, index) => {
  const { rows } = listEntries(money.deps, { ...query, limit: 50, format: 'json' })
  const { sql: text } = (rows(51, null) as unknown as { toSQL(): { sql: string } }).toSQL()
  const plan = await money.deps.store.read.all<{ detail: string }>(
    sql.raw(`EXPLAIN QUERY PLAN ${text.replaceAll('?', '1')}`),
  )
  expect(plan[0]?.detail).toContain(index)
})
