import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { customers } from '../../db/schema'
import { seriousFindings } from './support/accessibility'
import { enterConsole } from './support/console'
import { startSite, type Site } from './support/site'
import { openBrowser } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const file = (text: string) => ({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const rows = [
  'Display Name,Main Phone,Contact address,Service Street 1,Service City,Service State,Service Zip,Tags',
  'Ana Gómez,(303) 555-0101,ana@example.com,12 Main St,Denver,CO,80202,VIP',
  'Ben Cole,12,ben@example.com,9 Oak Ave,Denver,CO,80202,',
  'Ben Cole,,ben@example.com,9 Oak Ave,Denver,CO,80202,',
  ',,nobody@example.com,,,,,',
]

test('an owner uploads a file, corrects a column, imports it and takes it back', async () => {
  const { page, troubles, close } = await enterConsole(browser, site)
  const stored = () => site.world.deps.store.read.select().from(customers)
  await page.goto('/admin?tab=import')
  await page.getByText('Nothing imported yet').waitFor()
  await page.getByLabel('File', { exact: true }).setInputFiles(file(rows.join('\n')))
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await page.getByText('This looks like an export from Jobber.').waitFor()
  await page.getByLabel('Contact address').selectOption('email')
  await page.getByText('You changed the columns.').waitFor()
  expect(await page.getByRole('button', { name: /^Import \d/ }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Update preview' }).click()
  await page.getByRole('cell', { name: 'ana@example.com' }).waitFor()
  await page.getByText('The name is missing').first().waitFor()
  const start = page.getByRole('button', { name: 'Import 2 rows' })
  await start.waitFor()
  expect(await start.isDisabled()).toBe(true)
  await page.getByLabel('Rows with errors').selectOption('skip')
  await page.locator('button:enabled', { hasText: 'Import 2 rows' }).click()
  await page.getByText('2 new customers').waitFor()
  expect((await stored()).map(({ name }) => name).toSorted()).toEqual(['Ana Gómez', 'Ben Cole'])

  site.world.clock.advance(1_000)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('2 customers removed').waitFor()
  expect(await stored()).toEqual([])
  await page.getByRole('button', { name: 'All imports' }).click()
  await page.getByRole('cell', { name: 'clients.csv' }).waitFor()
  expect(troubles).toEqual([])
  await close()
})

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)(
  'the page is accessible in the %s scheme at %d px, and nothing sticks out',
  async (scheme, width) => {
    const { page, close } = await enterConsole(browser, site, { scheme, width })
    await page.goto('/admin?tab=import')
    await page.getByLabel('File', { exact: true }).setInputFiles(file(rows.join('\n')))
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(excess).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Discard file' }).click()
    await page.getByRole('button', { name: 'Upload and check' }).waitFor()
    await close()
  },
)
