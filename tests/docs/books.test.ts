import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accounts, accountsInOrder } from '../../src/modules/ledger/accounts'

const text = readFileSync(join(import.meta.dir, '../../docs/books.md'), 'utf8')

test('docs/books.md lists every account with its name and type in QuickBooks', () => {
  const rows = [...text.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\| `(\w+)` +\|$/gm)].map(([, ...cells]) => cells)
  expect(rows).toEqual(
    accountsInOrder.map((account) => [accounts[account].name, accounts[account].quickbooksType, account]),
  )
})
