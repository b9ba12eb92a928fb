import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { InvoiceData } from '../../../src/modules/invoices/model'
import { printInvoice } from '../../../src/modules/invoices/pdf/document'
import { printTable, type TableDocument } from '../../../src/modules/invoices/pdf/table'
import { needing } from '../../support/needs'
import { pngOf } from '../../support/pictures'
import { temporaryFolder } from '../../support/temp'
import { arabic, chinese, tenLines } from './sample'

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const folder = temporaryFolder('pages')

const bottomMargin = ['-x', '0', '-y', '744', '-W', '612', '-H', '48']

/** The text of each page or of a part of it, its lines as a reader sees them. */
async function pagesOf(bytes: Uint8Array, part: string[] = []): Promise<string[]> {
  const file = join(folder, `${crypto.randomUUID()}.pdf`)
  await Bun.write(file, bytes)
  const child = Bun.spawn(['pdftotext', '-layout', ...part, file, '-'])
  const text = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return text.split('\f').slice(0, -1)
}

const plain = tenLines('Ada Park')
const withLines = (lines: InvoiceData['lines']): InvoiceData => ({ ...plain, lines })
const numbered = (count: number, label = 'Gutter cleaning') =>
  Array.from({ length: count }, (_, nth) => ({
    kind: 'service' as const,
    label: `No. ${nth + 1}: ${label}`,
    amountCents: 100,
  }))

const statement = (rows: string[][]): TableDocument => ({
  title: 'Payout statement',
  seller: 'Front Range Gutters',
  color: '#1f6f54',
  date: '2026-03-31',
  facts: [['Franchise', 'Denver North']],
  columns: [
    { head: 'Customer', width: 130 },
    { head: 'Amount', width: 90, end: true },
  ],
  rows,
  sums: [{ label: 'We owe you', amount: '$12.00', strong: true }],
  closing: 'Amounts are your share.',
})

describe('a PDF', () => {
  test('is the same file each time it is made', async () => {
    for (const name of ['Ada Park', arabic, chinese]) {
      const [one, other] = [
        await printInvoice(tenLines(name), 'en'),
        await printInvoice(tenLines(name), 'en'),
      ]
      expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true)
    }
  })

  test('has a title, a language and a link to pay', async () => {
    const pdf = latin1((await printInvoice(plain, 'es')).bytes)
    expect(pdf).toContain('(Factura FRG-2026-0001)')
    expect(pdf).toContain('/Lang (es-US)')
    expect(pdf).toContain('/DisplayDocTitle true')
    expect(pdf).toContain(`/URI (${plain.payUrl})`)
  })

  test('contains the letters it shows instead of whole fonts', async () => {
    const { bytes } = await printInvoice(tenLines(chinese), 'en')
    expect(bytes.length).toBeLessThan(150_000)
  })
})

needing(
  Bun.which('pdftotext') !== null,
  'pdftotext',
  'install poppler-utils',
)('the pages of a PDF', () => {
  test('each start with the head of the table, and have whole rows', async () => {
    const label = `${'Gutters and downspouts on all sides of the house, '.repeat(3)}the end`
    const { bytes } = await printInvoice(withLines(numbered(60, label)), 'en')
    expect((await pagesOf(bytes, bottomMargin)).join('')).toBe('')
    const pages = await pagesOf(bytes)
    expect(pages.length).toBeGreaterThan(3)
    const withRows = pages.filter((page) => page.includes('No. '))
    for (const page of withRows) expect(page).toMatch(/Description +Amount\n/)
    for (const page of withRows)
      expect(page.match(/No\. \d+:/g)?.length).toBe(page.match(/the end/g)?.length ?? 0)
    const numbers = pages.flatMap((page) => page.match(/(?<=No\. )\d+(?=:)/g) ?? [])
    expect(numbers).toEqual(numbered(60).map((_, nth) => String(nth + 1)))
  })

  test('keep the sums together, wherever the lines end', async () => {
    for (let count = 20; count < 28; count += 1) {
      const { bytes } = await printInvoice(withLines(numbered(count)), 'en')
      expect((await pagesOf(bytes, bottomMargin)).join('')).toBe('')
      const pages = await pagesOf(bytes)
      const withSums = pages.filter((page) => page.includes('Subtotal'))
      expect(withSums).toHaveLength(1)
      expect(withSums[0]).toMatch(/Subtotal.*Total.*Balance due/s)
      // Nor does the head stand alone.
      for (const page of pages) if (page.includes('Description')) expect(page).toContain('No. ')
    }
  })

  test('break a word that is wider than its column, and lose none of it', async () => {
    const email = `${'longaddress'.repeat(15)}@example.com`
    const [page = ''] = await pagesOf(
      (await printInvoice({ ...plain, customer: { ...plain.customer, email } }, 'en')).bytes,
    )
    const left = page.split('\n').map((line) => line.slice(0, 60).split(/\s{2,}/)[0])
    expect(left.join('')).toContain(email)
  })

  test('show a statement with its logo, and one without lines', async () => {
    const rows = Array.from({ length: 90 }, (_, nth) => [`Customer ${nth + 1}`, `$${nth + 1}.00`])
    const pages = await pagesOf((await printTable(statement(rows), 'en', pngOf(30, 10))).bytes)
    expect(pages).toHaveLength(3)
    for (const page of pages) expect(page).toMatch(/Customer +Amount\n/)
    expect(pages[0]).toMatch(/Payout statement.*Franchise +Denver North +We owe you +\$12\.00/s)
    expect(pages[2]).toMatch(/Customer 90 +\$90\.00\n.*Amounts are your share\./s)
    const [empty] = await pagesOf((await printTable(statement([]), 'en', null)).bytes)
    expect(empty).toMatch(/Customer +Amount\n/)
  })
})
