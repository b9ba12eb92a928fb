import { expect, test } from 'bun:test'
import { firstToPay } from '../../src/web/my/payable'

const job = { balance: 189, howToPay: null, deposit: 0, status: 'scheduled' } as const

test('one booking has the main button: a deposit first, then work that is done, then the next visit', () => {
  const coming = { ...job, id: 'coming' }
  const done = { ...job, id: 'done', status: 'completed' as const }
  const reserved = { ...job, id: 'reserved', deposit: 50 }
  expect(firstToPay([coming, done, reserved])?.id).toBe('reserved')
  expect(firstToPay([coming, done])?.id).toBe('done')
  expect(firstToPay([coming])?.id).toBe('coming')
})

test('nothing to pay, or only by phone, has none', () => {
  expect(firstToPay([{ ...job, balance: 0 }])).toBeUndefined()
  expect(firstToPay([{ ...job, howToPay: 'Call us to pay.' }])).toBeUndefined()
})
