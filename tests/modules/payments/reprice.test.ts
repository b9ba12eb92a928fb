import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs, outbox } from '../../../db/schema'
import { startOffice, type Office } from '../jobs/office'

let office: Office
beforeEach(async () => {
  office = await startOffice()
})
afterEach(() => office.close())

const hq: Office['hq'] = (...call) => office.hq(...call)
const bookOne: Office['bookOne'] = (overrides) => office.bookOne(overrides)

describe("a job's price", () => {
  test('changes with discount, credit and promo code, and the total follows', async () => {
    const id = await bookOne()
    await hq('POST', '/promos', { code: 'spring10', kind: 'percent', value: 10, maxUses: 1 })
    const { body } = await hq('POST', `/jobs/${id}/reprice`, {
      price: 200,
      referralCredit: 5,
      promoCode: 'Spring10',
    })
    // (200 − 20 − 5) × 1.0881
    expect(body.data).toMatchObject({
      price: 200,
      discount: 20,
      referralCredit: 5,
      tax: 15.42,
      total: 190.42,
      promoCode: 'SPRING10',
    })
    const other = await bookOne()
    expect((await hq('POST', `/jobs/${other}/reprice`, { promoCode: 'SPRING10' })).status).toBe(409)
    await hq('POST', `/jobs/${id}/reprice`, { promoCode: null })
    expect((await hq('POST', `/jobs/${other}/reprice`, { promoCode: 'SPRING10' })).status).toBe(200)
  })

  test('keeps the terms of its code: another price gets the same discount', async () => {
    const id = await bookOne()
    await hq('POST', '/promos', { code: 'THIRD', kind: 'percent', value: 33.33, maxUses: 1 })
    const uses = async () => (await hq('GET', '/promos?q=THIRD')).body.data.items[0].uses
    await hq('POST', `/jobs/${id}/reprice`, { price: 199.99, promoCode: 'THIRD' })
    const cheaper = await hq('POST', `/jobs/${id}/reprice`, { price: 100 })
    expect(cheaper.body.data).toMatchObject({ price: 100, discount: 33.33, promoCode: 'THIRD' })
    const credited = await hq('POST', `/jobs/${id}/reprice`, { referralCredit: 5 })
    expect(credited.body.data).toMatchObject({ discount: 33.33, referralCredit: 5, promoCode: 'THIRD' })
    expect(await uses()).toBe(1)
  })

  test("loses its code when a discount is set, and the code's use is free again", async () => {
    const id = await bookOne()
    await hq('POST', '/promos', { code: 'THIRD', kind: 'percent', value: 33.33, maxUses: 1 })
    const uses = async () => (await hq('GET', '/promos?q=THIRD')).body.data.items[0].uses
    for (const discount of [0, 12.5]) {
      await hq('POST', `/jobs/${id}/reprice`, { promoCode: 'THIRD' })
      expect(await uses()).toBe(1)
      const { body } = await hq('POST', `/jobs/${id}/reprice`, { discount })
      expect(body.data).toMatchObject({ discount, promoCode: null })
      expect(await uses()).toBe(0)
    }
  })

  test('is sent to the customer when the total changes, unless HQ turns that off', async () => {
    const id = await bookOne()
    const before = (await hq('GET', `/jobs/${id}`)).body.data.job.total
    await hq('POST', `/jobs/${id}/reprice`, { price: 200 })
    await hq('POST', `/jobs/${id}/reprice`, { price: 200 })
    await hq('POST', `/jobs/${id}/reprice`, { price: 150, tellCustomer: false })
    const told = await office.deps.store.read.select().from(outbox).where(eq(outbox.template, 'repriced'))
    expect(told.map(({ jobId, data }) => [jobId, data])).toMatchObject([
      [id, { beforeCents: Math.round(before * 100), totalCents: 21_762 }],
    ])
  })

  test("can't be discounted below zero, or once paid", async () => {
    const id = await bookOne()
    expect((await hq('POST', `/jobs/${id}/reprice`, { discount: 500 })).status).toBe(409)
    await office.deps.store.write((tx) =>
      tx.update(jobs).set({ paymentState: 'paid' }).where(eq(jobs.id, id)),
    )
    expect((await hq('POST', `/jobs/${id}/reprice`, { price: 1 })).status).toBe(409)
  })
})
