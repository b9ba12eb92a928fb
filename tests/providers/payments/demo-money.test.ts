import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { checkLedger } from '../../../src/modules/ledger/check'
import { sharesOf } from '../../../src/modules/ledger/shares'
import {
  postTransaction,
  paymentReceived,
  refunded,
  transferMade,
  transferReversed,
  balanceOf,
  type Entry,
  type LedgerKind,
} from '../../../src/modules/ledger/transactions'
import { demoPayments } from '../../../src/providers/payments/demo'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { FixedClock } from '../../support/clock'
import { openTestStore, testServer } from '../../support/store'

const totalCents = 10_000

/** Actions callers may take on one payment, in any order, all at once, and again with the same key. */
const deed = fc.oneof(
  fc.record({
    do: fc.constant('refund' as const),
    cents: fc.integer({ min: 1, max: 12_000 }),
    key: fc.nat(5),
  }),
  fc.record({
    do: fc.constant('transfer' as const),
    cents: fc.integer({ min: 1, max: 12_000 }),
    key: fc.nat(2),
  }),
  fc.record({
    do: fc.constant('reverse' as const),
    cents: fc.integer({ min: 1, max: 12_000 }),
    key: fc.nat(5),
  }),
  fc.record({ do: fc.constant('pay out' as const), cents: fc.constant(0), key: fc.constant(0) }),
)

test('whatever is requested at once or twice, no cent appears, vanishes or moves again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(deed, { maxLength: 8 }), { maxLength: 5 }), async (rounds) => {
      const opened = await openTestStore()
      const { store } = opened
      const world = { store, clock: new FixedClock(), publicUrl: 'http://localhost', webhookSecret: 'whsec' }
      const demo = demoPayments(world)
      const book = (kind: LedgerKind, id: string, entries: Entry[]) =>
        store.write((tx) =>
          postTransaction(tx, { kind, about: `${kind}:${id}`, at: 0, franchiseId: 'north', entries }),
        )

      const { id: accountId } = await demo.ensureAccount({
        franchiseId: 'north',
        name: 'North',
        key: 'account',
      })
      await demo.completeOnboarding(accountId)
      const payment = { paymentId: 'pi_1', paymentStatus: 'charged', jobId: 'job', totalCents, at: 0 }
      await store.write((tx) => demo.adoptBookingPayment(tx, payment))
      const shares = sharesOf(totalCents, 700, 6_000)
      await book('payment', 'pi_1', paymentReceived(shares, 320))

      let transferId = 'tr_none'
      let paidOut = 0
      const answers = new Map<string, string>()
      const once = (key: string, id: string) => {
        expect(answers.get(key) ?? id).toBe(id)
        answers.set(key, id)
      }
      const attempt = async ({
        do: what,
        cents,
        key,
      }: typeof deed extends fc.Arbitrary<infer D> ? D : never) => {
        const reason = 'requested_by_customer'
        if (what === 'pay out') {
          const sent = await demo.payOutAccount(accountId)
          paidOut += sent
        }
        if (what === 'refund')
          once(`r${key}`, (await demo.refund({ paymentId: 'pi_1', cents, reason, key: `r${key}` })).id)
        if (what === 'reverse')
          once(`b${key}`, (await demo.reverseTransfer({ transferId, cents, key: `b${key}` })).id)
        if (what !== 'transfer') return
        const order = { accountId, cents, transferGroup: 'job', sourcePaymentId: 'pi_1', key: `t${key}` }
        const made = await demo.transfer(order)
        once(`t${key}`, made.id)
        transferId = made.id
        await book('transfer', made.id, transferMade(made.cents))
      }
      for (const round of rounds) {
        const settled = await Promise.allSettled(round.map(attempt))
        for (const one of settled)
          if (one.status === 'rejected' && !(one.reason instanceof PaymentRefused))
            expect(String(one.reason)).toContain("isn't working right now")
      }

      const found = await demo.findPayment('pi_1')
      const refunds = await demo.listRefunds('pi_1')
      expect(refunds.reduce((sum, { cents }) => sum + cents, 0)).toBe(found?.refundedCents ?? -1)
      expect(found?.refundedCents).toBeLessThanOrEqual(totalCents)
      let before = 0
      for (const { id, cents } of refunds) {
        await book('refund', id, refunded(shares, before, cents))
        before += cents
      }
      for (const id of [...answers.values()].filter((id) => id.startsWith('tr_')))
        for (const back of await demo.listReversals(id))
          await book('transfer_reversal', back.id, transferReversed(back.cents))

      const own = (await demo.balance()).available[0]?.cents ?? NaN
      const theirs = (await demo.balance(accountId)).available[0]?.cents ?? NaN
      expect(theirs).toBeGreaterThanOrEqual(0)
      expect(own + theirs + paidOut + before + 320).toBe(totalCents)
      expect(await balanceOf(store.read, 'processor_cash')).toBe(own)
      expect(await checkLedger(store.read)).toEqual([])
      await opened.close()
    }),
    { numRuns: testServer ? 12 : 60 },
  )
})
