import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { customers, outbox } from '../../../db/schema'
import { documentOf } from '../../../src/modules/invoices/pdf/document'
import { wordingOf } from '../../../src/modules/invoices/wording'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { deskOf } from './desk'
import { tenLines } from './sample'

let money: MoneyTest
beforeEach(async () => {
  money = await startMoneyTest()
})
afterEach(() => money.close())

async function sentInvoice(language: 'en' | 'es' | null, booking: Record<string, unknown> = {}) {
  const { id: jobId } = await money.job(booking)
  await money.deps.store.write((tx) => tx.update(customers).set({ language }))
  return { jobId, ...(await deskOf(money).sent(jobId)) }
}
const pageOf = (path: string, headers: Record<string, string> = {}) => money.call('GET', path, { headers })

describe('an invoice of a customer who reads Spanish', () => {
  test('opens in Spanish whatever the browser asks for', async () => {
    const { path } = await sentInvoice('es')
    const page = await pageOf(path, { 'accept-language': 'en-US' })
    expect(page.text).toContain('<html lang="es">')
    for (const words of [
      'Factura',
      'Facturar a',
      'Saldo pendiente',
      'Pagar ahora',
      'Gracias por su preferencia',
    ])
      expect(page.text).toContain(words)
    expect(page.text).not.toMatch(/Bill to|Balance due|Pay now|Thank you/)
  })

  test('opens in English for a reader who chose it with the switch', async () => {
    const { path } = await sentInvoice('es')
    const page = await pageOf(`${path}?lang=en`)
    expect(page.text).toContain('Balance due')
    expect(page.headers.get('set-cookie')).toStartWith('language=en;')
  })

  test('is emailed in Spanish, with its lines', async () => {
    const { id } = await sentInvoice('es', { franchiseId: await money.franchise({ tax: 8.25 }) })
    const rows = await money.deps.store.read.select().from(outbox)
    const message = rows.find(({ about }) => about.startsWith(`invoice:${id}:`))
    expect(message?.language).toBe('es')
    expect(JSON.stringify(message?.data)).toContain('Impuesto (')
  })

  test('says in Spanish why a void one can’t be paid', async () => {
    const { id, path } = await sentInvoice('es')
    await deskOf(money).void(id)
    const page = await money.call('POST', `${path}/pay`)
    expect([page.status, page.text.includes('Esta factura está anulada')]).toEqual([409, true])
  })
})

test('an invoice of a customer without a language follows the browser', async () => {
  const { path } = await sentInvoice(null)
  expect((await pageOf(path, { 'accept-language': 'es-MX' })).text).toContain('Saldo pendiente')
  expect((await pageOf(path)).text).toContain('Balance due')
})

test('lines that we wrote ourselves are named in the reader’s language, and a customer’s words stay', () => {
  const data = {
    ...tenLines('Ada'),
    lines: [
      { kind: 'service' as const, label: 'Gutter cleaning', amountCents: 10_000 },
      { kind: 'discount' as const, label: 'Discount (SPRING)', amountCents: -1_000 },
      { kind: 'discount' as const, label: 'Discount', amountCents: -1_000 },
      { kind: 'credit' as const, label: 'Referral credit', amountCents: -500 },
      { kind: 'refund' as const, label: 'Refund for invoice FRG-2026-0001', amountCents: 100 },
    ],
  }
  expect(wordingOf(data, 'es').rows.map(({ label }) => label)).toEqual([
    'Gutter cleaning',
    'Descuento (SPRING)',
    'Descuento',
    'Crédito por recomendación',
    'Reembolso de la factura FRG-2026-0001',
  ])
})

test('the PDF speaks Spanish too', () => {
  const { language, content } = documentOf(tenLines('Ada'), 'es')
  expect(language).toBe('es')
  expect(JSON.stringify(content)).toMatch(/Factura.*Facturar a.*Descripción.*Subtotal/s)
})
