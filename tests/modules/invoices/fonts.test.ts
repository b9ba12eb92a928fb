import { afterEach, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hqTasks } from '../../../db/schema'
import { readLock } from '../../../scripts/dependencies'
import { isArchiveOf, unpackFont } from '../../../src/modules/invoices/pdf/add-font'
import { printInvoice } from '../../../src/modules/invoices/pdf/document'
import { readable } from '../../../src/modules/invoices/pdf/fallback'
import { fontPackages, type FontPackage } from '../../../src/modules/invoices/pdf/font-packages'
import { faceOf, lookForFontsIn } from '../../../src/modules/invoices/pdf/fonts'
import { clearMissingFont, InvoicePrinter, renderPdf } from '../../../src/modules/invoices/pdf/render'
import { startTestApp } from '../../support/app'
import { temporaryFolder } from '../../support/temp'
import { tenLines } from './sample'

const root = join(import.meta.dir, '../../..')
const fontNamed = (name: string): FontPackage => fontPackages.find((font) => font.name === name)!
const samples: Record<string, string> = {
  arabic: 'سعود بن محمد',
  hebrew: 'יעל כהן',
  chinese: '王小明',
  korean: '김민수',
  thai: 'สมชาย ใจดี',
  bengali: 'রহিম উদ্দিন',
}

/** Only what a production install has, and fonts in this folder. */
function productionFonts(folder = temporaryFolder('fonts')): string {
  lookForFontsIn(folder, false)
  return folder
}

afterEach(() => lookForFontsIn(temporaryFolder('fonts')))

function shown(text: string, language: 'en' | 'es' = 'en') {
  const missing = new Set<FontPackage>()
  return { text: readable(text, language, missing), missing: [...missing].map(({ name }) => name) }
}

/** The package as the registry would send it. */
async function archiveOf({ package: name }: FontPackage): Promise<Uint8Array> {
  const folder = dirname(Bun.resolveSync(`${name}/package.json`, root))
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const entries = files.map((file) => {
    const path = join(file.parentPath, file.name)
    return [`package${path.slice(folder.length)}`, readFileSync(path)] as const
  })
  return new Bun.Archive(Object.fromEntries(entries), { compress: 'gzip' }).bytes()
}

describe('a PDF without optional fonts', () => {
  test('prints Latin, Greek and Cyrillic names as they are', () => {
    productionFonts()
    for (const name of ['Ana Müller-Søndergård', 'Ελένη Παπαδοπούλου', 'Дмитрий Шевченко', 'Łukasz Nguyễn'])
      expect(shown(name)).toEqual({ text: name, missing: [] })
  })

  test.each([
    ['سعود بن محمد', '[Arabic]', ['arabic']],
    ['Ali سعود، بن محمد (VIP)', 'Ali [Arabic] (VIP)', ['arabic']],
    ['王小明 / 김민수', '[Chinese or Japanese] / [Korean]', ['chinese', 'korean']],
    ['12 Main St, สมชาย ใจดี', '12 Main St, [Thai]', ['thai']],
  ])('names the script of %p instead of drawing boxes', (text, readableText, missing) => {
    productionFonts()
    expect(shown(text)).toEqual({ text: readableText, missing })
  })

  test('names the script in the language of the invoice', () => {
    productionFonts()
    expect(shown('سعود', 'es').text).toBe('[árabe]')
    expect(shown('王小明', 'es').text).toBe('[chino o japonés]')
  })

  test('is still made, and says which fonts are missing', async () => {
    productionFonts()
    const { bytes, missing } = await printInvoice(tenLines('王小明'), 'en')
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-')
    expect(missing).toContainEqual(fontNamed('chinese'))
  })
})

describe('an added font', () => {
  test.each(Object.entries(samples))('for %s is used from the data folder', async (name, text) => {
    const folder = productionFonts()
    expect(shown(text).missing).toEqual([name])
    const font = fontNamed(name)
    await unpackFont(folder, font, await archiveOf(font))
    expect(shown(text)).toEqual({ text, missing: [] })
    expect(faceOf(text[0]!)).toStartWith(font.package)
    const { missing } = await printInvoice(tenLines(text), 'en')
    expect(missing).not.toContainEqual(font)
    expect(readdirSync(join(folder, dirname(font.package)))).toEqual([font.package.split('/')[1]!])
  })

  test('is the version our tests run with, known by its hash', () => {
    const locked = new Map(readLock(root).packages.map((one) => [one.name, one]))
    for (const { package: name, version, integrity } of fontPackages)
      expect(locked.get(name)).toMatchObject({ version, integrity })
    expect(isArchiveOf(fontNamed('thai'), new Uint8Array(8))).toBe(false)
  })
})

test('HQ is told once how to add a missing font, and no longer once it was added', async () => {
  const app = await startTestApp()
  try {
    const { deps } = app
    const font = fontNamed('thai')
    deps.state.of(InvoicePrinter).print = async () => ({ bytes: new Uint8Array(1), missing: [font] })
    for (let time = 0; time < 2; time += 1) {
      await renderPdf(deps, tenLines('สมชาย'), 'en')
      await deps.background.idle()
    }
    const open = async () => {
      const tasks = await deps.store.read.select().from(hqTasks)
      return tasks.filter(({ kind, state }) => kind === 'invoice.no-font' && state === 'open')
    }
    const [todo, ...more] = await open()
    expect(more).toEqual([])
    expect(todo).toMatchObject({ subject: 'thai', title: 'Add a font for Thai to your PDF invoices' })
    expect(todo?.detail).toContain('./truckroll fonts add thai')
    await clearMissingFont(deps, font)
    expect(await open()).toEqual([])
  } finally {
    await app.close()
  }
})
