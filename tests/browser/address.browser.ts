import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { jobs } from '../../db/schema'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

const label = '1420 Larimer Street, Denver, CO 80202'
const map = Bun.serve({
  port: 0,
  fetch: (request) => {
    const asked = new URL(request.url).searchParams.get('q') ?? ''
    return Response.json(
      asked.includes('1420')
        ? [
            {
              lat: '39.7497',
              lon: '-104.9996',
              display_name: label,
              addresstype: 'house',
              address: {
                house_number: '1420',
                road: 'Larimer Street',
                city: 'Denver',
                state: 'Colorado',
                'ISO3166-2-lvl4': 'US-CO',
                postcode: '80202',
                country_code: 'us',
              },
            },
          ]
        : [],
    )
  },
})
let browser: Browser
let site: Site
beforeAll(async () => {
  browser = await openBrowser()
  site = await startSite({
    demoCompany: true,
    env: { GEOCODER: 'nominatim', GEOCODER_URL: `http://localhost:${map.port}` },
  })
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await map.stop(true)
})

describe.each([true, false])('on a phone, with scripts: %p', (javaScript) => {
  test('a visitor confirms an address that the map doesn’t know', async () => {
    const { page, close } = await visit(browser, site, { width: 390, javaScript })
    const goOn = () => page.getByRole('button', { name: 'Continue' }).click()
    await page.goto('/book?zip=80202')
    await page.getByLabel('Street address').fill('PO Box 7')
    await page.getByLabel('Apartment').fill('Apt 4')
    await page.getByLabel('City').fill('Denver')
    await page.getByLabel('State').fill('CO')
    await page.getByText('Gutter cleaning').click()
    await goOn()
    await page.locator('.field-error').getByText('can’t come to a PO box').waitFor()
    await page.getByLabel('Street address').fill('77 Nowhere Rd')
    await goOn()
    await page.getByText('We can’t find this address on our map. Is it right?').waitFor()
    if (javaScript) expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Yes, this address is right').check()
    await goOn()
    await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
    await page.getByRole('radio').first().check()
    await goOn()
    await page.getByLabel('Name').fill('Ada Novak')
    await page.getByLabel('Email').fill(`ada-${javaScript}@example.com`)
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByText('Reference').waitFor()
    const booked = await site.world.deps.store.read.select({ address: jobs.address }).from(jobs)
    expect(booked.map(({ address }) => address)).toContain('77 Nowhere Rd, Apt 4, Denver, CO 80202')
    await close()
  })
})

test('a visitor gets suggestions from the company’s own map while typing', async () => {
  const { page, close } = await visit(browser, site, { width: 390 })
  await page.goto('/book')
  const street = page.getByLabel('Street address')
  await street.pressSequentially('1420 Lar')
  await page.locator('datalist option').first().waitFor({ state: 'attached' })
  const suggested = await page.locator('datalist option').first().getAttribute('value')
  expect(suggested).toContain('Larimer')
  // Browsers show the list themselves, and choosing types the whole line.
  await street.fill(suggested ?? '')
  expect(await page.getByLabel('ZIP code').inputValue()).toBe('80202')
  expect(await page.getByLabel('City').inputValue()).toBe('Denver')
  await close()
})
