import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { franchises } from '../../db/schema'
import { enterConsole } from './support/console'
import { startDemoSite } from './support/demo-site'
import type { Site } from './support/site'
import { openBrowser } from './support/visitor'

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

const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()
const corners = (page: Page) => page.locator('.map-corner:not(.map-middle)')
const outline = (page: Page) => drawer(page).getByRole('textbox', { name: 'Outline', includeHidden: true })
const unfold = (page: Page) => drawer(page).getByText('Outline as coordinates').click()
const lines = async (page: Page) => (await outline(page).inputValue()).split('\n').filter(Boolean)
const save = (page: Page) => drawer(page).getByRole('button', { name: 'Save service area' }).click()
const stored = async (name: string) =>
  (await site.world.deps.store.read.select().from(franchises).where(eq(franchises.name, name)))[0]!

async function openArea(name: string) {
  const visitor = await enterConsole(browser, site)
  await visitor.page.goto('/admin?tab=franchises')
  await visitor.page.getByRole('button', { name }).click()
  await corners(visitor.page).first().waitFor()
  return visitor
}

describe("a franchise's drawer", () => {
  test('scrolls below its header, which stays in place', async () => {
    const { page, close } = await openArea('Front Range Gutters')
    await drawer(page).locator('caption').first().waitFor({ state: 'attached' })
    expect(await drawer(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
      0,
    )
    await close()
  })

  test('keeps what is typed in one part while another is saved, and asks before it is lost', async () => {
    const { page, close } = await openArea('Front Range Gutters')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const contact = drawer(page).getByLabel('Contact person')
    await contact.fill('Dana W.')
    expect(await button('Save service area').isDisabled()).toBe(true)
    const zips = drawer(page).getByLabel('ZIP codes')
    await zips.fill('80202 80203 80204')
    await save(page)
    await page.getByText('Service area saved').waitFor()
    await page.waitForFunction(() => document.querySelector('dialog [aria-busy]') === null)
    expect((await stored('Front Range Gutters')).contactName).toBe('Dana Whitfield')
    expect(await contact.inputValue()).toBe('Dana W.')

    await zips.fill('80202')
    await button('Save details').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await stored('Front Range Gutters')).contactName).toBe('Dana W.')
    await page
      .locator('form', { has: button('Save details') })
      .locator('button[type=submit]:disabled')
      .waitFor()
    expect(await zips.inputValue()).toBe('80202')
    await button('Close').click()
    await page.getByText('Discard your changes?').waitFor()
    await button('Discard changes').click()
    await close()
  })
})

describe("a franchise's area", () => {
  test('can be changed on the map, and the text beside it follows', async () => {
    const { page, troubles, close } = await openArea('Front Range Gutters')
    expect(await corners(page).count()).toBe(4)
    const map = (await page.locator('.map-edited').boundingBox())!
    await page.mouse.click(map.x + map.width - 40, map.y + map.height / 2)
    await page.waitForFunction(() => document.querySelectorAll('.map-corner:not(.map-middle)').length === 5)
    expect(await lines(page)).toHaveLength(5)
    await drawer(page).getByRole('button', { name: 'Remove last corner' }).click()
    expect(await lines(page)).toHaveLength(4)

    const before = await lines(page)
    const corner = (await corners(page).first().boundingBox())!
    await page.mouse.move(corner.x + 12, corner.y + 12)
    await page.mouse.down()
    await page.mouse.move(corner.x - 30, corner.y - 10, { steps: 5 })
    await page.mouse.up()
    const after = await lines(page)
    expect(after.slice(1)).toEqual(before.slice(1))
    expect(after[0]).not.toBe(before[0])

    await page.locator('.map-middle').first().click()
    expect(await lines(page)).toHaveLength(5)
    await save(page)
    await page.getByText('Service area saved').waitFor()
    expect((await stored('Front Range Gutters')).areaPolygon).toHaveLength(5)
    expect(troubles).toEqual([])
    await close()
  })

  test('can be changed by keyboard alone, and the map follows', async () => {
    const { page, close } = await openArea('Rose City Exteriors')
    await unfold(page)
    await outline(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('45.7, -122.9\n45.7, -122.4\n45.3, -122.6')
    await page.waitForFunction(() => document.querySelectorAll('.map-corner:not(.map-middle)').length === 3)
    await save(page)
    await page.getByText('Service area saved').waitFor()
    expect((await stored('Rose City Exteriors')).areaPolygon).toEqual([
      [45.7, -122.9],
      [45.7, -122.4],
      [45.3, -122.6],
    ])
    await close()
  })

  test("shows at its field what's wrong and which ZIP codes don't exist", async () => {
    const { page, close } = await openArea('Hill Country Home Services')
    await unfold(page)
    await outline(page).fill('30, -98\n31, -97\n30, -97\n31, -98')
    await save(page)
    await drawer(page).getByText('Must not cross itself').waitFor()
    await outline(page).fill('30, -98\nhere, there\n30, -97')
    await save(page)
    await drawer(page).locator('.field-error', { hasText: 'Corner 2' }).waitFor()
    await drawer(page).getByLabel('ZIP codes').fill('78701 00000 97201')
    await drawer(page).getByText('3 ZIP codes. Not found: 00000.').waitFor()
    expect(await page.locator('.map-zip').count()).toBe(2)
    await close()
  })

  test('can be found by town name', async () => {
    const { page, close } = await openArea('Hill Country Home Services')
    await drawer(page).getByLabel('Go to a town or ZIP code').fill('97201')
    await page.keyboard.press('Enter')
    await drawer(page).getByText('Portland, OR 97201').waitFor()
    await close()
  })
})

test('a new franchise opens right away to receive its area', async () => {
  const { page, close } = await enterConsole(browser, site)
  await page.goto('/admin?tab=franchises')
  await page.getByRole('button', { name: 'Add franchise' }).click()
  await drawer(page).getByLabel('Name').fill('Lake Shore')
  await drawer(page).getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Lake Shore' }).waitFor()
  await drawer(page).getByRole('button', { name: 'Save service area' }).waitFor()
  await close()
})

test('coming back from the processor shows which franchise it was for and continues there', async () => {
  const { page, close } = await openArea('Front Range Gutters')
  await drawer(page).getByRole('button', { name: 'Connect account' }).click()
  await page.waitForURL(/demo\/onboarding/)
  await page.getByRole('button').last().click()
  await page.getByText('Front Range Gutters: The payout account is connected').waitFor()
  await page.getByRole('button', { name: 'Open franchise' }).click()
  await drawer(page).getByText('Account ID').waitFor()
  expect(await drawer(page).locator('.check-mark[data-done="true"]').count()).toBe(4)
  expect(page.url()).not.toContain('connect=')
  await close()
})
