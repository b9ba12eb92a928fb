import type { Page } from 'playwright-core'
import { seriousFindings } from './accessibility'
import type { Visitor } from './visitor'

/**
 * The problems of the screen that a visitor sees. With `phone` the same screen is also drawn as a phone shows it, which
 * takes a fraction of walking there again, and with `dark` in dark colors.
 */
export async function faultsOn(
  { page, troubles }: Visitor,
  name: string,
  { look = false, phone = false, dark = false } = {},
): Promise<string[]> {
  const faults = [...(await seriousFindings(page, { look })), ...(await overflows(page))]
  if (phone) faults.push(...(await onPhone(page, dark)).map((fault) => `on a phone: ${fault}`))
  faults.push(...troubles.splice(0))
  return faults.map((fault) => `${name}: ${fault}`)
}

async function overflows(page: Page): Promise<string[]> {
  const { beside, below } = await page.evaluate(() => ({
    beside: document.documentElement.scrollWidth - innerWidth,
    below: document.documentElement.scrollHeight - innerHeight,
  }))
  const faults = beside > 0 ? [`is ${beside} pixels too wide`] : []
  // On a desk only the console's content scrolls, never the page around it.
  const isDesk = page.viewportSize()!.width > 900 && page.url().includes('/admin?')
  return isDesk && below > 0 ? [...faults, `scrolls ${below} pixels past the console`] : faults
}

async function onPhone(page: Page, dark: boolean): Promise<string[]> {
  const desk = page.viewportSize()!
  const debug = await page.context().newCDPSession(page)
  const touch = (enabled: boolean) => debug.send('Emulation.setTouchEmulationEnabled', { enabled })
  await touch(true)
  if (dark) await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  const faults = [...(await seriousFindings(page, { look: dark, size: true })), ...(await overflows(page))]
  await page.setViewportSize(desk)
  if (dark) await page.emulateMedia({ colorScheme: 'light' })
  await touch(false)
  await debug.detach()
  return faults
}
