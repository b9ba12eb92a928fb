import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { pictureIn } from '../../src/settings/picture'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { dayOf, keptForOffline, openDay, phone } from './support/worker-day'

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

const { plan, link } = dayOf(() => site)

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  [field: string]: unknown
}

const sizeAt = async (page: Page, path: string) => {
  const answer = await page.request.get(path)
  const picture = pictureIn(await answer.body())
  return { status: answer.status(), type: answer.headers()['content-type'], ...picture }
}

test("a phone can put the technician's page on its home screen", async () => {
  const { page, context, close } = await visit(browser, site, phone)
  await openDay(page, await link())
  await keptForOffline(page)
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(address!)
  expect(answer.headers()['content-type']).toStartWith('application/manifest+json')
  const manifest = (await answer.json()) as Manifest
  expect(manifest).toMatchObject({
    name: 'Truckroll',
    short_name: 'Truckroll',
    id: '/work',
    start_url: '/work',
    scope: '/work',
    display: 'standalone',
    background_color: expect.stringMatching(/^#\w{6}$/),
    theme_color: expect.stringMatching(/^#\w{6}$/),
  })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).toSorted()).toEqual([
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes, type } of manifest.icons) {
    const [width, height] = sizes.split('x').map(Number)
    expect(await sizeAt(page, src)).toEqual({ status: 200, type, width: width!, height: height! })
  }
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect(await sizeAt(page, touch!)).toMatchObject({ status: 200, width: 180, height: 180 })

  // The browser's own judgment.
  const devtools = await context.newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  await close()
})

test('the app starts cold without a network, with its whole look', async () => {
  await plan('Ada Moore', '2026-03-02T16:00:00Z')
  const { page, context, close } = await visit(browser, site, phone)
  await openDay(page, await link())
  await page.getByRole('heading', { name: 'Ada Moore' }).waitFor()
  await keptForOffline(page)
  await page.close()
  await context.setOffline(true)

  const again = await context.newPage()
  const failed: string[] = []
  again.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
  await again.goto('/work')
  await again.getByRole('heading', { name: 'Ada Moore' }).waitFor()
  await again.getByText('No connection. This list may be out of date.').waitFor()
  expect(failed.filter((path) => !path.startsWith('/api/'))).toEqual([])
  expect(await seriousFindings(again)).toEqual([])
  await close()
})
