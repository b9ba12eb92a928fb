import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Store } from '../../../db/store'
import type { DemoPayments } from '../../../src/providers/payments/demo'
import type { FixedClock } from '../../support/clock'
import { eventTypes, openDemo, paidPayment, refusal, type DemoSetting } from './demo-setting'

let setting: DemoSetting
let demo: DemoPayments
let store: Store
let clock: FixedClock

beforeEach(async () => {
  setting = await openDemo()
  ;({ demo, store, clock } = setting)
})
afterEach(() => setting.close())

describe('a payment named at booking', () => {
  const adopt = (paymentId: string, paymentStatus: string | null, jobId: string, totalCents = 10_000) =>
    store.write((tx) =>
      demo.adoptBookingPayment(tx, { paymentId, paymentStatus, jobId, totalCents, at: clock.now() }),
    )

  test('is captured for the total when it was charged', async () => {
    expect(await adopt('pi_mine', 'charged', 'job-1')).toBe(true)
    expect(await demo.findPayment('pi_mine')).toMatchObject({
      kind: 'payment',
      status: 'succeeded',
      capturedCents: 10_000,
      feeCents: 320,
      jobId: 'job-1',
    })
    expect(await eventTypes(demo)).toEqual([])
  })

  test('stays with the first job that named it', async () => {
    await adopt('pi_mine', 'charged', 'job-1')
    expect(await adopt('pi_mine', 'charged', 'job-2')).toBe(false)
    expect(await adopt('pi_mine', 'card_on_file', 'job-2')).toBe(false)
    expect(await demo.findPayment('pi_mine')).toMatchObject({ kind: 'payment', jobId: 'job-1' })
    const tie = { paymentId: 'pi_mine', jobId: 'job-2', key: 'tie:1' }
    expect(await demo.tieToJob(tie).catch(refusal)).toBe('no: wrong-state')
    expect(await demo.tieToJob({ ...tie, jobId: 'job-1' })).toMatchObject({ jobId: 'job-1' })
    expect(await demo.tieToJob({ ...tie, paymentId: 'pi_none' }).catch(refusal)).toBe('no: unknown')
  })

  test("can't be the payment of someone's checkout", async () => {
    const paymentId = await paidPayment(demo)
    expect(await adopt(paymentId, 'charged', 'job-2')).toBe(false)
    expect(await demo.findPayment(paymentId)).toMatchObject({ jobId: 'job-1' })
  })

  test("is a card that can be released when it's on file", async () => {
    await adopt('seti_mine', 'card_on_file', 'job-1')
    expect(await demo.findPayment('seti_mine')).toMatchObject({
      kind: 'setup',
      status: 'open',
      capturedCents: 0,
    })
    const cancel = { paymentId: 'seti_mine', key: 'cancel:1' }
    expect(await demo.cancelSetup(cancel)).toMatchObject({ status: 'cancelled' })
    expect(await demo.cancelSetup(cancel)).toMatchObject({ status: 'cancelled' })
    await adopt('pi_mine', 'charged', 'job-2')
    expect(await demo.cancelSetup({ ...cancel, paymentId: 'pi_mine' }).catch(refusal)).toBe('no: unknown')
  })

  test('is open while pending, and unknown in any other state', async () => {
    await adopt('pi_pending', 'pending', 'job-1')
    expect(await demo.findPayment('pi_pending')).toMatchObject({ status: 'open', capturedCents: 0 })
    expect(await adopt('pi_odd', 'whatever', 'job-1')).toBe(false)
    expect(await adopt('pi_none', null, 'job-1')).toBe(false)
    expect(await demo.findPayment('pi_odd')).toBeNull()
  })

  test('of zero costs nothing', async () => {
    await adopt('pi_free', 'charged', 'job-1', 0)
    expect(await demo.findPayment('pi_free')).toMatchObject({ capturedCents: 0, feeCents: 0 })
  })
})

describe('a stored card', () => {
  const charge = (customerId: string, key: string) =>
    demo.chargeStoredCard({ customerId, amountCents: 4_900, description: 'Visit', invoiceId: 'inv-1', key })

  test('is charged once per key', async () => {
    const paid = await charge('cus_ann', 'charge:1')
    expect(paid).toMatchObject({ status: 'succeeded', capturedCents: 4_900 })
    expect(await charge('cus_ann', 'charge:1')).toEqual(paid)
    expect(await demo.findStoredCardCharge({ customerId: 'cus_ann', key: 'charge:1' })).toEqual(paid)
    expect(await demo.findStoredCardCharge({ customerId: 'cus_ann', key: 'charge:2' })).toBeNull()
    expect((await demo.recentEvents(1))[0]?.object).toMatchObject({ metadata: { invoiceId: 'inv-1' } })
  })

  test('is declined in every way a real one can be', async () => {
    expect(await charge('cus_bob_declined', 'charge:1').catch(refusal)).toBe('no: declined')
    expect(await charge('cus_bob_declined', 'charge:1').catch(refusal)).toBe('no: declined')
    expect(await charge('cus_bob_authentication', 'charge:2').catch(refusal)).toBe('no: needs-customer')
    expect(await charge('cus_bob_nocard', 'charge:3').catch(refusal)).toBe('no: no-card')
    expect(await charge('bob', 'charge:4').catch(refusal)).toBe('no: unknown')
    expect(await eventTypes(demo)).toEqual(['payment_intent.payment_failed', 'payment_intent.payment_failed'])
  })
})
