import { eq } from 'drizzle-orm'
import { demoRefunds, jobs, promoCodes, webhookEvents } from '../../db/schema'
import { checkBooks } from '../../src/modules/payments/books'
import { codeSentTo } from '../support/codes'
import type { MoneyTest } from '../support/money'
import { addWorld } from '../support/world'
import { filled } from '../web/booking-form'
import { atOnce, onService } from './attack'

async function refundedCents({ deps }: MoneyTest, paymentId: string): Promise<number> {
  const refunds = await deps.store.read.select().from(demoRefunds).where(eq(demoRefunds.intentId, paymentId))
  return refunds.reduce((sum, { cents }) => sum + cents, 0)
}

async function ledgerFaults({ deps }: MoneyTest): Promise<string[]> {
  return (await checkBooks(deps.store.read)).map(({ problem }) => `the ledger says: ${problem}`)
}

export const canceledByACrowd = onService(
  'one job canceled by a crowd',
  async (service, { times }, wrong) => {
    for (let round = 0; round < times / 20; round++) {
      const job = await service.job()
      const paymentId = await service.pay(job.id)
      const answers = await atOnce(24, () =>
        service.open('POST', '/api/customer/cancel', { body: { jobId: job.id } }),
      )
      await service.rest()
      const ids = new Set(answers.map(({ body }) => body?.data?.refundId as unknown))
      if (ids.size !== 1) wrong.push(`24 callers were told of ${ids.size} refunds`)
      const cents = await refundedCents(service, paymentId)
      if (cents !== 19_999) wrong.push(`${cents} cents were refunded of 19999`)
    }
    wrong.push(...(await ledgerFaults(service)))
  },
)

export const refundedAtOnce = onService('many refunds at once', async (service, { times }, wrong) => {
  for (let round = 0; round < times / 20; round++) {
    const job = await service.job()
    const paymentId = await service.pay(job.id)
    await atOnce(16, (index) =>
      service.hq('POST', `/api/admin/jobs/${job.id}/refund`, { amount: 50 + index / 100 }),
    )
    await service.rest()
    const cents = await refundedCents(service, paymentId)
    if (cents > 19_999) wrong.push(`${cents} cents were refunded of 19999`)
  }
  wrong.push(...(await ledgerFaults(service)))
})

export const eventsAtOnce = onService('one payment event many times', async (service, { times }, wrong) => {
  for (let round = 0; round < times / 20; round++) {
    const job = await service.job()
    const id = `evt_attack_${round}`
    const intent = { id: `pi_attack_${round}`, amount: 19_999, amount_received: 19_999, currency: 'usd' }
    const object = { ...intent, status: 'succeeded', metadata: { jobId: job.id } }
    await atOnce(24, () => service.event('payment_intent.succeeded', object, id))
    await service.rest()
    const stored = await service.deps.store.read.select().from(webhookEvents).where(eq(webhookEvents.id, id))
    if (stored.length !== 1) wrong.push(`one event was stored ${stored.length} times`)
    const paid = await service.paymentsOf(job.id)
    if (paid.length > 1) wrong.push(`one event made ${paid.length} payments`)
  }
  wrong.push(...(await ledgerFaults(service)))
})

export const onePromo = onService('a promo code for one, used by a crowd', async (service, _, wrong) => {
  await addWorld(service)
  const promo = { code: 'SPRING', kind: 'amount', value: 20, maxUses: 1 }
  await service.hq('POST', '/api/admin/promos', promo)
  await atOnce(16, (index) =>
    service.open('POST', '/book/confirm', {
      raw: new URLSearchParams({
        ...filled,
        email: `guest-${index}@example.com`,
        key: `key-${index}`,
        promo: 'SPRING',
        seen: 'SPRING',
      }),
    }),
  )
  const discounted = await service.deps.store.read.select().from(jobs).where(eq(jobs.promoCode, 'SPRING'))
  if (discounted.length !== 1) wrong.push(`a code for one was used by ${discounted.length}`)
  const [code] = await service.deps.store.read.select().from(promoCodes)
  if (code?.uses !== 1) wrong.push(`a code for one counts ${code?.uses} uses`)
})

export const oneCode = onService('one sign-in code used by a crowd', async (service, { times }, wrong) => {
  for (let round = 0; round < times / 40; round++) {
    const email = `jordan-${round}@example.com`
    const verify = (body: unknown) => service.open('POST', '/api/customer/verify', { body })
    await service.job({ customerEmail: email })
    const code = await codeSentTo(service, email, async () => {
      await verify({ email })
      await service.rest()
    })
    const answers = await atOnce(16, () => verify({ email, code }))
    const proofs = answers.filter(({ status }) => status === 200).length
    if (proofs !== 1) wrong.push(`one code opened the portal ${proofs} times`)
  }
})

export const guessedCodes = onService('sign-in codes guessed at once', async (service, { times }, wrong) => {
  const email = 'jordan@example.com'
  await service.job({ customerEmail: email })
  const verify = (body: unknown) => service.open('POST', '/api/customer/verify', { body })
  const code = await codeSentTo(service, email, async () => {
    await verify({ email })
    await service.rest()
  })
  const guesses = Array.from({ length: Math.max(40, times) }, (_, index) => String(100_000 + index * 7))
  const answers = await atOnce(guesses.length, (index) => verify({ email, code: guesses[index] }))
  const looked = answers.filter(({ status }, index) => status === 200 && guesses[index] !== code).length
  if (looked > 0) wrong.push(`${looked} wrong codes opened the portal`)
})
