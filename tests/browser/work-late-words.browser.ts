import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { jobs } from '../../db/schema'
import { hour } from '../../src/lib/clock'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { dayOf, phone } from './support/worker-day'

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

const { office, plan, link } = dayOf(() => site)

test('a late technician sees on a phone who gets a text and who an email, in English and Spanish', async () => {
  const first = await plan('Ada Moore', '2026-03-02T16:00:00Z')
  const texted = await plan('Maximiliana Featherstonehaugh', '2026-03-02T18:00:00Z')
  await plan('Cleo Hart', '2026-03-02T20:00:00Z')
  await site.world.deps.store.write((tx) =>
    tx.update(jobs).set({ customerEmail: null }).where(eq(jobs.id, texted)),
  )
  site.world.clock.advance(4 * hour)
  for (const to of ['en_route', 'in_progress']) await office('POST', `/api/admin/jobs/${first}/move`, { to })
  for (const [locale, open, late, text, email, tell] of [
    ['en-US', 'Open my visits', 'Running late?', 'Text: “', 'Email with the new time: “', 'Tell 2'],
    [
      'es-US',
      'Ver mis visitas',
      '¿Va con retraso?',
      'Mensaje de texto: “',
      'Correo con la nueva hora: “',
      'Avisar a 2',
    ],
  ] as const) {
    const { page, close } = await visit(browser, site, { ...phone, locale })
    await page.goto(await link())
    await page.getByRole('button', { name: open }).click()
    await page.getByRole('button', { name: late }).click()
    const dialog = page.getByRole('dialog')
    const words = dialog.locator('.late-message')
    await words.first().waitFor()
    expect((await words.allInnerTexts()).map((one) => one.slice(0, one.indexOf('“') + 1))).toEqual([
      text,
      email,
    ])
    // A time and the one it becomes stay on one line, however long the name above them is.
    for (const times of await dialog.locator('.num').all())
      expect((await times.boundingBox())!.height).toBeLessThan(36)
    const button = (await dialog.getByRole('button', { name: tell }).boundingBox())!
    expect(button.y + button.height).toBeLessThanOrEqual(844)
    await close()
  }
})
