import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { activity, cardSetups, customers, demoCards, hqTasks, outbox, savedCards } from '../../../db/schema'
import { upstreamTimeout } from '../../../src/lib/errors'
import { cardWords } from '../../../src/words/cards'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
let customerId: string
let proof: string
beforeEach(async () => {
  money = await startMoneyTest()
  const job = await money.job()
  customerId = job.customerId ?? ''
  proof = await money.deps.tokens.proof.issue('jordan@example.com')
})
afterEach(() => money.close())

const read = () => money.deps.store.read
const cards = () => read().select().from(savedCards).orderBy(savedCards.createdAt)
const messages = (template: string) => read().select().from(outbox).where(eq(outbox.template, template))
const account = async () => (await money.open('GET', '/api/account', { token: proof })).body.data
const consentOf = (language: 'en' | 'es' = 'en') =>
  cardWords(language).consent(money.deps.config.business.name)
const pathOf = (url: string) => new URL(url, 'http://localhost').pathname
const agree = (path: string, consent = consentOf()) =>
  money.open('POST', path, { raw: new URLSearchParams({ consent }) })

/** The page behind a link that HQ sends. */
async function sentLink(): Promise<string> {
  expectStatus(await money.hq('POST', `/api/admin/customers/${customerId}/card-link`), 200)
  const [message] = (await messages('card-request')).toReversed()
  return pathOf((message!.data as { url: string }).url)
}
async function accountLink(): Promise<string> {
  const answer = await money.open('POST', '/api/account/card', { token: proof })
  return pathOf(expectStatus(answer, 200).body.data.url)
}
/** Enters a card on the processor's page, and returns the page the customer comes back to. */
async function enter(path: string, card = '4242424242424242', consent = consentOf()): Promise<string> {
  const page = await agree(path, consent)
  const saved = await money.open('POST', pathOf(page.headers.get('location') ?? ''), {
    raw: new URLSearchParams({ card }),
  })
  await money.rest()
  const { pathname, search } = new URL(saved.headers.get('location') ?? '')
  return pathname + search
}

describe('a customer', () => {
  test('saves a card from their account, with the words they agreed to', async () => {
    const path = await accountLink()
    expect((await money.open('GET', path)).text).toContain('I allow')
    const back = await enter(path)
    expect((await money.open('GET', back)).text).toContain('Visa ending in 4242')
    expect((await account()).card).toMatchObject({
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2029,
    })
    const [card] = await cards()
    expect(card).toMatchObject({
      customerId,
      state: 'active',
      consent: { text: consentOf(), language: 'en', at: money.clock.now(), from: 'account' },
    })
    expect(card?.consent?.address).toMatch(/^198\.18\./)
    expect(await messages('card-saved')).toHaveLength(1)
    const entries = await read().select().from(activity).where(eq(activity.type, 'card.saved'))
    expect(entries).toMatchObject([{ actor: 'customer', metadata: { customerId, from: 'account' } }])
  })

  test('saves a card through a link from HQ, in Spanish', async () => {
    const back = await enter(await sentLink(), '5555555555554444', consentOf('es'))
    const page = await money.open('GET', back, { headers: { 'accept-language': 'es' } })
    expect(page.text).toContain('Mastercard terminada en 4444')
    expect((await cards())[0]?.consent).toMatchObject({ language: 'es', from: 'link', text: consentOf('es') })
  })

  test('is recorded once, whether the page or the event comes first, and however often', async () => {
    const page = await agree(await sentLink())
    const setupPath = pathOf(page.headers.get('location') ?? '')
    const id = setupPath.split('/').at(-1) ?? ''
    const saved = await money.open('POST', setupPath, {
      raw: new URLSearchParams({ card: '4242424242424242' }),
    })
    const back = new URL(saved.headers.get('location') ?? '')
    await Promise.all([
      money.open('GET', back.pathname + back.search),
      money.event('checkout.session.completed', { id, mode: 'setup' }),
      money.event('checkout.session.completed', { id, mode: 'setup' }),
    ])
    await money.event('checkout.session.expired', { id, mode: 'setup' })
    expect(await cards()).toHaveLength(1)
    expect(await messages('card-saved')).toHaveLength(1)
    expect((await read().select().from(cardSetups))[0]?.state).toBe('completed')
  })

  test('who agrees to other words than ours reads the page again, and nothing is kept', async () => {
    const path = await sentLink()
    const answer = await agree(path, 'I allow everything')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
    expect(await read().select().from(cardSetups)).toEqual([])
  })

  test('replaces a card, and the first one is removed at the processor', async () => {
    await enter(await sentLink())
    await enter(await accountLink(), '5555555555554444')
    await money.cron()
    expect((await cards()).map(({ state, last4 }) => [state, last4])).toEqual([
      ['removed', '4242'],
      ['active', '4444'],
    ])
    const kept = await read().select().from(demoCards)
    expect(kept.filter((card) => card.customerId !== null).map(({ number }) => number)).toEqual([
      '5555555555554444',
    ])
    expect(new Set(kept.map((card) => card.customerId ?? '')).size).toBe(2)
  })

  test('removes the card, which counts at once even if the processor can’t be reached', async () => {
    await enter(await sentLink())
    money.break({ removeCard: async () => Promise.reject(upstreamTimeout('The payment processor')) })
    expectStatus(await money.open('DELETE', '/api/account/card', { token: proof }), 200)
    await money.rest()
    expect((await account()).card).toBeNull()
    expect((await cards())[0]).toMatchObject({ state: 'detaching', removedBy: 'customer' })
    money.mend()
    await money.cron()
    expect((await cards())[0]?.state).toBe('removed')
    expect((await read().select().from(demoCards))[0]?.customerId).toBeNull()
    const [record] = await read().select().from(customers).where(eq(customers.id, customerId))
    expect(record?.paymentsCustomerId).toBeNull()
  })
})

describe('the page to save a card', () => {
  test('is closed to anyone without a valid link', async () => {
    const path = await sentLink()
    for (const wrong of ['/card/nothing', path.slice(0, -1), path.replace(/^\/card\//, '/card/x')])
      expect((await money.open('GET', wrong)).status).toBe(404)
    money.clock.advance(14 * 86_400_000)
    expect((await money.open('GET', path)).status).toBe(410)
    expect((await agree(path)).status).toBe(410)
  })

  test('from the account works for an hour', async () => {
    const path = await accountLink()
    money.clock.advance(3_600_000)
    expect((await money.open('GET', path)).status).toBe(410)
  })

  test('shows nobody the outcome of someone else’s visit', async () => {
    const back = await enter(await sentLink())
    const other = await money.job({ customerEmail: 'someone@example.com' })
    expectStatus(await money.hq('POST', `/api/admin/customers/${other.customerId}/card-link`), 200)
    const link = (await messages('card-request')).find(({ recipient }) => recipient === 'someone@example.com')
    const page = await money.open(
      'GET',
      `${pathOf((link!.data as { url: string }).url)}${new URL(back, 'http://x').search}`,
    )
    expect(page.text).not.toContain('4242')
  })

  test('says that the problem is ours when the processor fails', async () => {
    const path = await sentLink()
    money.break({ createCardSetup: async () => Promise.reject(upstreamTimeout('The payment processor')) })
    expect((await agree(path)).status).toBe(504)
  })
})

describe('automatic billing', () => {
  const bill = async (changes: Record<string, unknown> = {}) => {
    const schedule = {
      recurringScheduleId: 'plan-1',
      customerId,
      customerName: 'Jordan Rivera',
      customerEmail: 'jordan@example.com',
      serviceType: 'Gutter cleaning',
      intervalMonths: 1,
      price: 100,
      autoCharge: true,
      nextBillingDate: '2026-03-02',
      ...changes,
    }
    const added = await money.hq('POST', '/api/billing/recurring', schedule)
    return expectStatus(added, 201).body.data.schedule.id as string
  }
  const run = async () => {
    await money.open('GET', '/api/cron/recurring-jobs', { token: money.deps.secrets.cronSecret })
    await money.rest()
  }
  const lastJob = async () => (await money.hq('GET', '/api/admin/jobs?limit=1')).body.data.items[0]

  test('charges the saved card without any id from the processor', async () => {
    await enter(await sentLink())
    const id = await bill()
    await run()
    expect(await lastJob()).toMatchObject({ source: 'recurring', paymentState: 'paid' })
    const detail = (await money.hq('GET', `/api/admin/schedules/${id}`)).body.data
    expect(detail).toMatchObject({ customerKnown: true, card: { brand: 'visa', last4: '4242' } })
    expect(detail.charges).toMatchObject([{ state: 'done' }])
    expect(await messages('receipt')).toHaveLength(1)
  })

  test('charges the card the customer saved rather than the one behind an id HQ entered', async () => {
    await enter(await sentLink())
    await bill({ paymentsCustomerId: 'cus_other_declined' })
    await run()
    expect((await lastJob()).paymentState).toBe('paid')
  })

  test('asks the customer for another card when theirs is declined, after a code', async () => {
    await enter(await sentLink(), '4000000000000002')
    await bill()
    await run()
    const [told] = await messages('charge-failed')
    const path = pathOf((told!.data as { cardUrl: string }).cardUrl)
    expect((await money.open('GET', path)).text).toContain('/my?tab=card')
    const refused = await agree(path)
    expect(refused.headers.get('location')).toBe(path)
    expect(await read().select().from(cardSetups)).toHaveLength(1)
  })

  test('sends the invoice and asks HQ for a card after the card is gone, until there is another', async () => {
    await enter(await sentLink())
    const id = await bill()
    const [card] = await cards()
    await money.deps.providers.payments.removeCard({ id: card?.id ?? '', key: 'by hand' })
    await money.rest()
    expect((await cards())[0]).toMatchObject({ state: 'removed', removedBy: 'processor' })
    await run()
    const open = async () =>
      (await read().select().from(hqTasks).where(eq(hqTasks.state, 'open')))
        .map(({ kind, subject }) => [kind, subject])
        .filter(([kind]) => kind?.startsWith('card.') || kind === 'billing.no-card')
    expect((await open()).toSorted()).toEqual([
      ['billing.no-card', id],
      ['card.removed', customerId],
    ])
    expect((await lastJob()).paymentState).toBe('unpaid')
    await enter(await sentLink())
    expect(await open()).toEqual([])
  })

  test('shows the new number and date when the bank replaces the card', async () => {
    await enter(await sentLink())
    const [card] = await cards()
    await money.deps.store.write((tx) =>
      tx
        .update(demoCards)
        .set({ number: '5555555555554444', expYear: 2031 })
        .where(eq(demoCards.id, card?.id ?? '')),
    )
    await money.event('payment_method.automatically_updated', { id: card?.id })
    expect((await account()).card).toMatchObject({ brand: 'mastercard', last4: '4444', expYear: 2031 })
  })
})

describe('erasing or merging a customer', () => {
  const cancelAll = async () => {
    for (const { id, status } of (await money.hq('GET', '/api/admin/jobs')).body.data.items)
      if (status !== 'cancelled') await money.hq('POST', `/api/admin/jobs/${id}/cancel`, {})
  }

  test('removes their card at the processor and forgets everything about it', async () => {
    await enter(await sentLink())
    const exported = (await money.hq('GET', `/api/admin/customers/${customerId}/export`)).body.data
    expect(exported.cards).toMatchObject([{ last4: '4242', consent: consentOf() }])
    await cancelAll()
    expectStatus(await money.hq('POST', `/api/admin/customers/${customerId}/erase`), 200)
    await money.cron()
    expect(await cards()).toMatchObject([{ state: 'removed', brand: '', last4: '', consent: null }])
    expect(await read().select().from(cardSetups)).toEqual([])
    expect((await read().select().from(demoCards))[0]?.customerId).toBeNull()
  })

  test('keeps the card of the record that stays', async () => {
    await enter(await sentLink())
    const other = await money.job({ customerEmail: 'other@example.com' })
    const from = other.customerId ?? ''
    expectStatus(await money.hq('POST', `/api/admin/customers/${from}/card-link`), 200)
    const link = (await messages('card-request')).find(({ recipient }) => recipient === 'other@example.com')
    await enter(pathOf((link!.data as { url: string }).url), '5555555555554444')
    expectStatus(await money.hq('POST', `/api/admin/customers/${from}/merge`, { into: customerId }), 200)
    await money.cron()
    const active = await read()
      .select()
      .from(savedCards)
      .where(and(eq(savedCards.customerId, customerId), eq(savedCards.state, 'active')))
    expect(active).toMatchObject([{ last4: '4242' }])
    expect((await cards()).map(({ state }) => state).toSorted()).toEqual(['active', 'removed'])
  })

  test('takes over the only card', async () => {
    await enter(await sentLink())
    const other = await money.job({ customerEmail: 'other@example.com' })
    expectStatus(
      await money.hq('POST', `/api/admin/customers/${customerId}/merge`, { into: other.customerId }),
      200,
    )
    const answer = await money.hq('GET', `/api/admin/customers/${other.customerId}/card`)
    expect(answer.body.data.card).toMatchObject({ last4: '4242' })
  })
})
