import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { DemoPayments } from '../../../src/providers/payments/demo'
import { eventTypes, openDemo, paidPayment, refusal, type DemoSetting } from './demo-setting'

let setting: DemoSetting
let demo: DemoPayments

beforeEach(async () => {
  setting = await openDemo()
  ;({ demo } = setting)
})
afterEach(() => setting.close())

async function readyAccount(): Promise<string> {
  const { id } = await demo.ensureAccount({ franchiseId: 'north', name: 'North', key: 'account:north' })
  await demo.completeOnboarding(id)
  return id
}

describe('a franchise account', () => {
  test('is one per franchise, and ready once onboarding is finished', async () => {
    const owner = { franchiseId: 'north', name: 'North', key: 'account:north' }
    const [first, second] = await Promise.all([demo.ensureAccount(owner), demo.ensureAccount(owner)])
    expect(second).toEqual(first)
    expect(first).toMatchObject({ chargesEnabled: false, payoutsEnabled: false, canReceive: false })
    const links = {
      returnUrl: 'https://book.example.com/r',
      refreshUrl: 'https://book.example.com/f',
      key: 'link:1',
    }
    const { url } = await demo.createOnboardingLink({ accountId: first.id, ...links })
    expect(url).toBe(`https://book.example.com/demo/onboarding/${first.id}`)
    expect(await demo.completeOnboarding(first.id)).toMatchObject({ returnUrl: links.returnUrl })
    await demo.completeOnboarding(first.id)
    expect(await demo.findAccount(first.id)).toMatchObject({ detailsSubmitted: true, canReceive: true })
    expect(await eventTypes(demo)).toEqual(['account.updated'])
    expect(await demo.findAccount('acct_demo_none')).toBeNull()
    expect(await demo.completeOnboarding('acct_demo_none')).toBeNull()
    expect(await demo.createOnboardingLink({ accountId: 'none', ...links }).catch(refusal)).toBe(
      'no: unknown',
    )
  })

  test('gets its share of a payment once, and never more than the payment', async () => {
    const accountId = await readyAccount()
    const sourcePaymentId = await paidPayment(demo)
    const share = { accountId, cents: 7_000, transferGroup: 'job-1', sourcePaymentId, key: 'transfer:1' }
    const made = await Promise.all(Array.from({ length: 5 }, () => demo.transfer(share)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await demo.findTransfer({ transferGroup: 'job-1', key: 'transfer:1' })).toEqual(made[0]!)
    expect(await demo.findTransfer({ transferGroup: 'job-2', key: 'transfer:1' })).toBeNull()
    expect(await demo.transfer({ ...share, key: 'transfer:2' }).catch(refusal)).toBe('no: too-much')
    expect(await demo.balance()).toMatchObject({ available: [{ cents: 12_999 - 407 - 7_000 }] })
    expect(await demo.balance(accountId)).toMatchObject({ available: [{ cents: 7_000 }] })
  })

  test("that isn't ready or is unknown gets nothing", async () => {
    const { id } = await demo.ensureAccount({ franchiseId: 'south', name: 'South', key: 'account:south' })
    const share = { accountId: id, cents: 100, transferGroup: 'job-1', key: 'transfer:1' }
    expect(await demo.transfer(share).catch(refusal)).toBe('no: account-not-ready')
    expect(await demo.transfer({ ...share, accountId: 'none', key: 't:2' }).catch(refusal)).toBe(
      'no: unknown',
    )
    await demo.completeOnboarding(id)
    // As with the real one, a later attempt after a no is a new request.
    expect(await demo.transfer(share).catch(refusal)).toBe('no: account-not-ready')
    expect(await demo.transfer({ ...share, key: 'transfer:1:2' })).toMatchObject({ cents: 100 })
    const unknown = { ...share, sourcePaymentId: 'pi_none', key: 't:3' }
    expect(await demo.transfer(unknown).catch(refusal)).toBe('no: unknown')
  })

  test('gives back in parts what it has, and nothing already paid out to its bank', async () => {
    const accountId = await readyAccount()
    const { id } = await demo.transfer({ accountId, cents: 7_000, transferGroup: 'job-1', key: 'transfer:1' })
    const back = (cents: number, key: string) => demo.reverseTransfer({ transferId: id, cents, key })
    const first = await back(2_000, 'reversal:1')
    expect(await back(2_000, 'reversal:1')).toEqual(first)
    expect(await demo.listReversals(id)).toEqual([first])
    expect(await back(5_001, 'reversal:2').catch(refusal)).toBe('no: too-much')
    expect(await demo.payOutAccount(accountId)).toBe(5_000)
    expect(await back(5_000, 'reversal:3').catch(refusal)).toBe('no: no-funds')
    expect(await demo.balance(accountId)).toMatchObject({ available: [{ cents: 0 }] })
    expect((await demo.recentEvents(1))[0]).toMatchObject({
      type: 'transfer.reversed',
      object: { amount_reversed: 2_000, transfer_group: 'job-1' },
    })
  })
})
