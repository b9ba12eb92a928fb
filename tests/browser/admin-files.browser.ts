import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { attachments } from '../../db/schema'
import { pdfOf, pngOf } from '../support/pictures'
import { seriousFindings } from './support/accessibility'
import { enterConsole } from './support/console'
import { office, startDemoSite } from './support/demo-site'
import type { Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startDemoSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const email = 'dana@photos.example'

async function newJob(): Promise<{ id: string; customerId: string }> {
  const { job } = await office(site, '/api/admin/jobs', {
    customerName: 'Dana Whitfield',
    customerEmail: email,
    address: '1420 Larimer St, Denver, CO 80202',
    type: 'Gutter cleaning',
    price: 189,
  })
  await site.world.deps.background.idle()
  return job
}

const file = (name: string, color: [number, number, number], [width, height] = [800, 600]) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pngOf(width, height, color)),
})

/** As if somebody dragged a file onto the photos. */
async function drop(page: Page, { name, mimeType, buffer }: ReturnType<typeof file>): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([called, type, bytes]) => {
      const carried = new DataTransfer()
      carried.items.add(new File([Uint8Array.from(bytes)], called, { type }))
      return carried
    },
    [name, mimeType, [...buffer]] as [string, string, number[]],
  )
  await page.dispatchEvent('.drop-area', 'drop', { dataTransfer: transfer })
}

test('photos added to a job show on the customer page and in the portal', async () => {
  const job = await newJob()
  const { page, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=jobs&job=${job.id}`)
  const drawer = page.getByRole('dialog', { name: 'Dana Whitfield · Gutter cleaning' })
  await drawer.getByText('No photos yet.').waitFor()

  await drawer.getByRole('button', { name: 'Before', exact: true }).click()
  await drawer
    .getByLabel('Photos or PDF files')
    .setInputFiles([
      file('gutter.png', [120, 90, 60]),
      { name: 'estimate.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf()) },
    ])
  await drawer.getByRole('button', { name: 'Open Before: gutter.jpg, 1 of 2' }).waitFor()
  await drawer.getByRole('button', { name: 'Open Document: estimate.pdf, 2 of 2' }).waitFor()
  await drawer.getByRole('button', { name: 'After', exact: true }).click()
  await drop(page, file('clean.png', [60, 120, 90], [3000, 2000]))
  await drawer.getByRole('button', { name: 'Open After: clean.jpg, 3 of 3' }).waitFor()
  // The newer message takes the place of the one about the first two files.
  await page.locator('.toast', { hasText: '1 file added' }).waitFor()
  expect(await page.locator('.toast').count()).toBe(1)
  // A page that claims to be a photo is refused, and says why.
  const disguised = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<script>') }
  await drawer.getByLabel('Photos or PDF files').setInputFiles(disguised)
  await drawer.getByText("This isn't a photo or PDF that we can read.").waitFor()
  await drawer.locator('.sending').getByRole('button', { name: 'Dismiss' }).click()
  const rows = await site.world.deps.store.read.select().from(attachments)
  expect(rows.map(({ kind, type, width }) => [kind, type, width]).toSorted()).toEqual([
    ['after', 'image/jpeg', 2560],
    ['before', 'image/jpeg', 800],
    ['document', 'application/pdf', null],
  ])
  expect(await seriousFindings(page)).toEqual([])

  // The viewer turns its pages by keys, and labels, hides and deletes.
  await drawer.getByRole('button', { name: /^Open Before/ }).focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Before · 1 of 2' })
  await viewer.getByRole('img', { name: 'Before: gutter.jpg' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await page.getByRole('img', { name: 'After: clean.jpg' }).waitFor()
  await page.getByRole('dialog', { name: 'After · 2 of 2' }).getByRole('button', { name: 'Delete' }).click()
  await drawer.getByRole('button', { name: /^Open After/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await drawer.getByRole('button', { name: /^Open After/ }).waitFor()

  await page.goto(`/admin?tab=customers&id=${job.customerId}&part=photos`)
  await page.getByRole('button', { name: /^Open Before: gutter.jpg/ }).waitFor()
  expect(await page.locator('.visit-photos').count()).toBe(1)
  expect(await seriousFindings(page)).toEqual([])
  await close()

  const portal = await visit(browser, site)
  const token = await site.world.deps.tokens.proof.issue(email)
  await portal.page.addInitScript(
    (proof) =>
      localStorage.setItem('truckroll.proof', JSON.stringify({ ...proof, until: Date.now() + 1_800_000 })),
    { token, email },
  )
  await portal.page.goto('/my')
  await portal.page.getByRole('button', { name: 'Open Before: gutter.jpg, 1 of 2' }).click()
  await portal.page.getByRole('img', { name: 'Before: gutter.jpg' }).waitFor()
  expect(await portal.page.getByText('estimate.pdf').count()).toBe(0)
  expect(await seriousFindings(portal.page)).toEqual([])
  await portal.close()
})
