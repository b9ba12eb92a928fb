import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { jobs, serviceTypes } from '../../db/schema'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  const extras = [{ label: 'Downspout flush', priceCents: 2_500, minutes: 15 }]
  await site.world.deps.store.write((tx) => tx.update(serviceTypes).set({ footPriceCents: 50, extras }))
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

for (const javaScript of [true, false])
  test(`a customer adds an extra and sees its price, ${javaScript ? 'at once' : 'without JavaScript'}`, async () => {
    const { page, troubles, close } = await visit(browser, site, { width: 390, javaScript })
    await page.goto('/book')
    await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
    expect(await page.getByText('Downspout flush').isVisible()).toBe(false)
    await page.getByText('Gutter cleaning').click()
    await page.getByLabel('Downspout flush').check()
    await page.getByLabel('Gutter length in feet').fill('100')
    if (javaScript) {
      await page.getByText('Your price: $264.00').waitFor()
      expect(await seriousFindings(page)).toEqual([])
    }
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
    await page.locator('.slot').first().click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Name').fill('Jordan Rivera')
    await page.getByLabel('Email').fill(`jordan.${javaScript}@example.com`)
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByRole('heading', { name: 'Almost done: confirm your booking' }).waitFor()
    const job = (await site.world.deps.store.read.select().from(jobs)).at(-1)
    expect(job).toMatchObject({ priceCents: 26_400, addOns: ['Downspout flush'] })
    expect(troubles).toEqual([])
    await close()
  })
