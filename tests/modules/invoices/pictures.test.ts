import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../../../scripts/chromium'
import { ServiceState } from '../../../src/lib/service-state'
import { renderInvoiceHtml } from '../../../src/modules/invoices/html'
import { readFace } from '../../../src/modules/invoices/pdf/fonts'
import { InvoicePrinter } from '../../../src/modules/invoices/pdf/render'
import { needing } from '../../support/needs'
import { temporaryFolder } from '../../support/temp'
import { arabic, chinese, polish, tenLines } from './sample'

const browserPath = findChromium()
const hasPoppler = Bun.which('pdftoppm') !== null && Bun.which('pdftotext') !== null
/** Set it to look at the pictures afterwards. */
const folder = process.env.PICTURES_DIR ?? temporaryFolder('pictures')
mkdirSync(folder, { recursive: true })

const names = { polish, arabic, chinese }

/** This machine may have no Chinese font, while readers of Chinese do. Only for looking at the pictures. */
const chineseFont = () =>
  `@font-face{font-family:"PingFang SC";src:url(data:font/otf;base64,${readFace('@embedpdf/fonts-sc', 'normal').toString('base64')})}`

async function run(...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
  const text = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return text
}

const pagesIn = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b(?!s)/g)?.length ?? 0

needing(
  hasPoppler,
  'pdftoppm',
  'install poppler-utils',
)('the PDF of a ten-line invoice', () => {
  const state = new ServiceState()
  afterAll(() => state.close())
  for (const [language, name] of Object.entries(names))
    test(`fits one page and draws a long ${language} name`, async () => {
      const { bytes: pdf } = await state
        .of(InvoicePrinter)
        .print({ data: tenLines(name), language: 'en', fonts: folder, logo: null })
      const file = join(folder, `pdf-${language}.pdf`)
      await Bun.write(file, pdf)
      await run('pdftoppm', '-r', '90', '-png', file, file.replace('.pdf', ''))
      expect(readFileSync(file.replace('.pdf', '-1.png')).subarray(1, 4).toString()).toBe('PNG')
      expect(pagesIn(pdf)).toBe(1)
      const text = await run('pdftotext', '-layout', file, '-')
      expect(text).toContain('$467.34')
      expect(text).toContain(language === 'arabic' ? 'سعود' : name.slice(0, 8))
    })
})

needing(
  browserPath !== null,
  'Chromium',
  'install it or set CHROMIUM_PATH',
)('the HTML of a ten-line invoice', () => {
  let browser: Browser | undefined
  afterAll(() => browser?.close())
  const open = async (html: string, width: number) => {
    browser ??= await chromium.launch({ executablePath: browserPath!, args: ['--no-sandbox'] })
    const page = await browser.newPage({ viewport: { width, height: 1_000 } })
    await page.setContent(html)
    if (process.env.PICTURES_DIR !== undefined) await page.addStyleTag({ content: chineseFont() })
    await page.evaluate('document.fonts.ready')
    return page
  }

  for (const [language, name] of Object.entries(names))
    test(`prints on one A4 or Letter page with a long ${language} name, and fits a phone`, async () => {
      const html = renderInvoiceHtml(tenLines(name), 'en')
      const page = await open(html, 760)
      await page.screenshot({ path: join(folder, `html-${language}.png`), fullPage: true })
      for (const format of ['A4', 'Letter']) expect(pagesIn(await page.pdf({ format }))).toBe(1)
      expect(await page.locator('tbody tr').count()).toBeGreaterThanOrEqual(10)
      await page.close()
      const phone = await open(html, 390)
      await phone.screenshot({ path: join(folder, `phone-${language}.png`), fullPage: true })
      expect(await phone.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await phone.close()
    })
})
