import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import { printInvoice } from '../../../src/modules/invoices/pdf/document'
import { ServiceState } from '../../../src/lib/service-state'
import { InvoicePrinter } from '../../../src/modules/invoices/pdf/render'
import { startMoneyTest } from '../../support/money'
import { pngOf } from '../../support/pictures'
import { temporaryFolder } from '../../support/temp'
import { tenLines } from './sample'

const hasPicture = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1').includes('/Subtype /Image')

test('a damaged logo keeps nobody from getting their invoice', async () => {
  const good = await printInvoice(tenLines('Ada Park'), 'en', pngOf(10, 10))
  expect(hasPicture(good.bytes)).toBe(true)
  const damaged = await printInvoice(tenLines('Ada Park'), 'en', pngOf(10, 10).subarray(0, 40))
  expect(Buffer.from(damaged.bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(hasPicture(damaged.bytes)).toBe(false)
})

test('nor does one whose pixels are damaged, which shows only once they are unpacked', async () => {
  const logo = pngOf(10, 10, [31, 111, 84, 128])
  expect(hasPicture((await printInvoice(tenLines('Ada Park'), 'en', logo)).bytes)).toBe(true)
  const damaged = logo.fill(0xff, 45, 55)
  expect(hasPicture((await printInvoice(tenLines('Ada Park'), 'en', damaged)).bytes)).toBe(false)
})

test('nor does one with a row that nobody can read, and the thread goes on printing', async () => {
  const state = new ServiceState()
  const printer = state.of(InvoicePrinter)
  const print = (logo: Uint8Array) =>
    printer.print({ data: tenLines('Ada Park'), language: 'en', fonts: temporaryFolder('fonts'), logo })
  const transparent = [31, 111, 84, 128]
  const damaged = [pngOf(10, 10, transparent, 5), hugePng()]
  const printed = await Promise.all([...damaged, pngOf(10, 10, transparent)].map(print))
  expect(printed.map(({ bytes }) => hasPicture(bytes))).toEqual([false, false, true])
  printer.close()
})

/** Says that it is far larger than its pixels. */
function hugePng(): Uint8Array {
  const png = Buffer.from(pngOf(10, 10, [31, 111, 84, 128]))
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  return png
}

test("a franchise's invoice shows the company's logo, unless the franchise has its own", async () => {
  const app = await startMoneyTest()
  const token = await app.hqToken()
  await app.open('PUT', '/api/admin/settings/logo', { raw: pngOf(30, 10), token })
  const franchiseId = await app.franchise()
  const { id: jobId } = await app.job({ franchiseId })
  const generated = async () => (await app.hq('POST', '/api/invoices/generate', { jobId })).body.data
  const first = await generated()
  expect(first.invoiceData.logoUrl).toStartWith('http://localhost/logo/')
  expect(first.html).toContain(`<img src="${first.invoiceData.logoUrl}"`)
  await app.deps.store.write((tx) =>
    tx
      .update(franchises)
      .set({ logoUrl: 'https://own.example/logo.png' })
      .where(eq(franchises.id, franchiseId)),
  )
  const second = await generated()
  expect(second.invoiceData.logoUrl).toBeNull()
  expect(second.html).not.toContain('<img')
  await app.close()
})
