import { asc, eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { jobs, workers } from '../../../db/schema'
import { pdfOf, pngOf } from '../../support/pictures'
import { openScreen, settled, type ShowScreen } from './screens'
import type { Site } from './site'

/** A technician who calls in sick, and the photos of a job. */
export async function tourCrew(page: Page, site: Site, show: ShowScreen): Promise<void> {
  await tourPhotos(page, site, show)
  await tourSick(page, site, show)
}

/** The menu of a technician on the board, the proposal of who takes over, and the line about it on Today. */
async function tourSick(page: Page, site: Site, show: ShowScreen): Promise<void> {
  await openScreen(page, 'dispatch')
  const name = await busiestToday(site)
  const more = page.getByRole('button', { name: `${name}: more` })
  const sick = page.getByRole('menuitem', { name: 'Mark as sick and find cover' })
  await more.click()
  await sick.waitFor()
  await show('dispatch-technician-menu')
  // A picture of a phone changes its height, and a menu whose button scrolls away closes.
  await page.keyboard.press('Escape')
  await sick.waitFor({ state: 'hidden' })
  await more.click()
  await sick.click()
  await page.locator('.plan-line').first().waitFor()
  await settled(page)
  await show('dispatch-cover')
  await page.getByRole('button', { name: /^Reassign \d/ }).click()
  await page.locator('dialog[open]').waitFor()
  await show('dispatch-cover-commit')
  await site.world.deps.background.idle()
  await openScreen(page, 'today')
  await show('today-cover')
}

/** The technician with the most visits to come today. */
async function busiestToday(site: Site): Promise<string> {
  const { store, clock } = site.world.deps
  const now = clock.now()
  const rows = await store.read
    .select({ name: workers.name, start: jobs.scheduledStart })
    .from(jobs)
    .innerJoin(workers, eq(workers.id, jobs.workerId))
    .where(eq(jobs.status, 'scheduled'))
  const today = rows.filter(({ start }) => start !== null && start > now && start < now + 12 * 3_600_000)
  const byName = [...Map.groupBy(today, ({ name }) => name)]
  return byName.toSorted(([, one], [, other]) => other.length - one.length)[0]![0]
}

const photo = (name: string, color: [number, number, number], [width, height] = [800, 600]) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pngOf(width, height, color)),
})

/** Photos and a document in the job's drawer, large, and on the customer's page. */
async function tourPhotos(page: Page, site: Site, show: ShowScreen): Promise<void> {
  const [job] = await site.world.deps.store.read
    .select()
    .from(jobs)
    .where(eq(jobs.status, 'completed'))
    .orderBy(asc(jobs.seq))
    .limit(1)
  await openScreen(page, `jobs&job=${job!.id}`)
  const drawer = page.locator('dialog.drawer[open]')
  const add = async (kind: string, files: ReturnType<typeof photo>[]) => {
    await drawer.getByRole('button', { name: kind, exact: true }).click()
    await drawer.getByLabel('Photos or PDF files').setInputFiles(files)
    await drawer
      .getByRole('button', { name: new RegExp(`^Open ${kind}`) })
      .nth(files.length - 1)
      .waitFor()
  }
  await add('Before', [
    photo('front gutter.png', [120, 90, 60]),
    photo('downspout.png', [90, 80, 70], [600, 800]),
  ])
  await add('After', [photo('clean.png', [60, 120, 90])])
  await drawer
    .getByLabel('Photos or PDF files')
    .setInputFiles({ name: 'estimate.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf()) })
  await drawer.getByRole('button', { name: /^Open Document/ }).waitFor()
  await drawer
    .getByRole('button', { name: /^Open Before/ })
    .first()
    .scrollIntoViewIfNeeded()
  await settled(page)
  await show('job-photos')
  await drawer
    .getByRole('button', { name: /^Open Before/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^Before · 1 of/ }).waitFor()
  await show('job-photo-opened')
  await openScreen(page, `customers&id=${job!.customerId}&part=photos`)
  await page
    .getByRole('button', { name: /^Open Before/ })
    .first()
    .waitFor()
  await show('customer-photos')
}
