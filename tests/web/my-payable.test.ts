import { expect, test } from 'bun:test'
import { firstToPay } from '../../src/web/my/payable'

const job = { balance: 189, howToPay: null, deposit: 0, status: 'scheduled' } as const

test('the main button goes to deposits first, then to all work that is done, then to the next visit', () => {
  const coming = { ...job, id: 'coming' }
  const done = { ...job, id: 'done', status: 'completed' as const }
  const reserved = { ...job, id: 'reserved', deposit: 50 }
  const other = { ...done, id: 'other' }
  type Named = Parameters<typeof firstToPay>[0][number] & { id: string }
  const first = (...jobs: Named[]) => firstToPay(jobs).map(({ id }) => id)
  expect(first(coming, done, reserved)).toEqual(['reserved'])
  expect(first(coming, done, other)).toEqual(['done', 'other'])
  expect(first(coming, { ...coming, id: 'later' })).toEqual(['coming'])
})

test('nothing to pay, or only by phone, has none', () => {
  expect(firstToPay([{ ...job, balance: 0 }])).toEqual([])
  expect(firstToPay([{ ...job, howToPay: 'Call us to pay.' }])).toEqual([])
})
