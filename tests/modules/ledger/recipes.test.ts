import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { franchiseDue, refundShares, sharesOf, type Shares } from '../../../src/modules/ledger/shares'
import {
  sumOf,
  disputeLost,
  disputeOpened,
  paymentReceived,
  receivable,
  refunded,
  refundOwed,
  refundPaid,
  transferMade,
  transferReversed,
  undone,
  type Entry,
} from '../../../src/modules/ledger/transactions'

const many = { numRuns: 1_000 }

/** A payment of any size with any tax, split and fee. */
const payment = fc
  .record({
    total: fc.integer({ min: 1, max: 15_000_000 }),
    taxPart: fc.integer({ min: 0, max: 5_000 }),
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
    feePart: fc.integer({ min: 0, max: 1_000 }),
  })
  .map(({ total, taxPart, basisPoints, feePart }) => ({
    shares: sharesOf(total, Math.floor((total * taxPart) / 10_000), basisPoints),
    fee: Math.floor((total * feePart) / 10_000),
    basisPoints,
  }))

/** Refunds in any parts that add up to exactly the total. */
const piecesOf = (total: number, cuts: number[]): number[] => {
  const marks = [...new Set(cuts.map((cut) => cut % total)), 0].toSorted((a, b) => a - b)
  return marks.map((mark, place) => (marks[place + 1] ?? total) - mark).filter((piece) => piece > 0)
}
const cuts = fc.array(fc.nat(), { maxLength: 12 })

function balances(postings: Entry[][]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { account, cents } of postings.flat()) sums[account] = (sums[account] ?? 0) + cents
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}

/** Every refund in a series with the amount refunded before it. */
function refunds(shares: Shares, pieces: number[]): { before: number; cents: number; parts: Shares }[] {
  let before = 0
  return pieces.map((cents) => {
    const step = { before, cents, parts: refundShares(shares, before, cents) }
    before += cents
    return step
  })
}

describe('shares', () => {
  test("add up to the total to the cent, with the franchise's floored on the amount without tax", () => {
    fc.assert(
      fc.property(payment, ({ shares, basisPoints }) => {
        const { totalCents, taxCents, franchiseCents, hqCents } = shares
        expect(taxCents + franchiseCents + hqCents).toBe(totalCents)
        expect(franchiseCents).toBe(Math.floor(((totalCents - taxCents) * basisPoints) / 10_000))
        expect(Math.min(taxCents, franchiseCents, hqCents)).toBeGreaterThanOrEqual(0)
      }),
      many,
    )
  })

  test('of a refund are never negative and add up to it', () => {
    fc.assert(
      fc.property(payment, cuts, ({ shares }, cuts) => {
        for (const { cents, parts } of refunds(shares, piecesOf(shares.totalCents, cuts))) {
          expect(parts.taxCents + parts.franchiseCents + parts.hqCents).toBe(cents)
          expect(Math.min(parts.taxCents, parts.franchiseCents, parts.hqCents)).toBeGreaterThanOrEqual(0)
        }
      }),
      many,
    )
  })

  test('of refunds that add up to the total equal what each side got', () => {
    fc.assert(
      fc.property(payment, cuts, ({ shares }, cuts) => {
        const given = refunds(shares, piecesOf(shares.totalCents, cuts)).map(({ parts }) => parts)
        const sum = (part: keyof Shares) => given.reduce((sum, parts) => sum + parts[part], 0)
        expect(sum('taxCents')).toBe(shares.taxCents)
        expect(sum('franchiseCents')).toBe(shares.franchiseCents)
        expect(sum('hqCents')).toBe(shares.hqCents)
        expect(franchiseDue(shares, shares.totalCents)).toBe(0)
      }),
      many,
    )
  })

  test('leave the franchise 60% of $100 when $8 of $108 are tax', () => {
    expect(sharesOf(10_800, 800, 6_000)).toEqual({
      totalCents: 10_800,
      taxCents: 800,
      franchiseCents: 6_000,
      hqCents: 4_000,
    })
    expect(franchiseDue(sharesOf(10_800, 800, 6_000), 5_400)).toBe(3_000)
  })

  test('reject more tax than money, and refunds beyond the payment', () => {
    expect(() => sharesOf(100, 101, 0)).toThrow(RangeError)
    expect(() => sharesOf(100.5, 0, 0)).toThrow(RangeError)
    const shares = sharesOf(100, 0, 5_000)
    expect(() => refundShares(shares, 60, 41)).toThrow(RangeError)
    expect(() => refundShares(shares, -1, 1)).toThrow(RangeError)
    expect(() => refundShares(shares, 0, 0.5)).toThrow(RangeError)
  })
})

describe('every ledger recipe', () => {
  test('balances for any amounts and omits zero lines', () => {
    const cents = fc.integer({ min: 1, max: 15_000_000 })
    fc.assert(
      fc.property(payment, cents, fc.nat(), fc.nat(), ({ shares, fee }, cents, first, second) => {
        const before = first % shares.totalCents
        const part = 1 + (second % (shares.totalCents - before))
        const recipes = [
          paymentReceived(shares, fee),
          refunded(shares, before, part),
          refundOwed(shares, before, part),
          refundPaid(cents),
          transferMade(cents),
          transferReversed(cents),
          receivable(cents),
          disputeOpened(cents),
          disputeLost(shares, before, part),
          undone(refunded(shares, before, part)),
        ]
        for (const entries of recipes) {
          expect(sumOf(entries)).toBe(0)
          expect(entries.every((entry) => entry.cents !== 0)).toBe(true)
          expect(entries.length).toBeGreaterThanOrEqual(2)
        }
      }),
      many,
    )
  })
})

describe('a full refund after any series of partial ones', () => {
  const full = (
    book: (shares: Shares, step: { before: number; cents: number; parts: Shares }) => Entry[][],
  ) =>
    fc.assert(
      fc.property(payment, cuts, ({ shares, fee }, cuts) => {
        const steps = refunds(shares, piecesOf(shares.totalCents, cuts))
        const postings = [
          paymentReceived(shares, fee),
          ...(shares.franchiseCents > 0 ? [transferMade(shares.franchiseCents)] : []),
          ...steps.flatMap((step) => book(shares, step)),
        ]
        // The fee is gone: it's a cost, and missing from the cash.
        expect(balances(postings)).toEqual(fee === 0 ? {} : { processor_fees: fee, processor_cash: -fee })
      }),
      many,
    )

  test('leaves only the fee when every transfer is reversed', () => {
    full((shares, { before, cents, parts }) => [
      refunded(shares, before, cents),
      ...(parts.franchiseCents > 0 ? [transferReversed(parts.franchiseCents)] : []),
    ])
  })

  test('leaves only the fee when refunds are owed first and paid later', () => {
    full((shares, { before, cents, parts }) => [
      refundOwed(shares, before, cents),
      ...(parts.franchiseCents > 0 ? [transferReversed(parts.franchiseCents)] : []),
      refundPaid(cents),
    ])
  })

  test('leaves only the fee when the bank took the money in a dispute', () => {
    full((shares, { before, cents, parts }) => [
      disputeOpened(cents),
      disputeLost(shares, before, cents),
      ...(parts.franchiseCents > 0 ? [transferReversed(parts.franchiseCents)] : []),
    ])
  })
})

test("a franchise's unpaid share stays as its debt, and HQ covers it", () => {
  const shares = sharesOf(10_000, 0, 7_000)
  const postings = [
    paymentReceived(shares, 320),
    transferMade(7_000),
    refunded(shares, 0, 10_000),
    receivable(7_000),
  ]
  expect(balances(postings)).toEqual({
    processor_cash: -7_320,
    processor_fees: 320,
    franchise_receivable: 7_000,
  })
})

test('a refund the processor rejected is removed from the books', () => {
  const shares = sharesOf(10_000, 700, 6_000)
  const owed = refundOwed(shares, 0, 4_000)
  expect(balances([owed, undone(owed)])).toEqual({})
})
