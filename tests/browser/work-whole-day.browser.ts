import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq, ne } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { attachments, jobEvents, jobSignatures, serviceTypes } from '../../db/schema'
import { pngOf } from '../support/pictures'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { keptForOffline, openDay, phone, dayOf } from './support/worker-day'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  const checklist = [
    { id: 'ladder', label: 'Ladder secured', kind: 'check' as const, required: true, since: 0 },
  ]
  await site.world.deps.store.write((tx) => tx.update(serviceTypes).set({ checklist, asksSignature: true }))
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const { office, plan, link, statusOf } = dayOf(() => site)

const people = ['Ada Moore', 'Ben Ochoa', 'Cleo Park', 'Dora Quinn', 'Emil Stone', 'Fay Tran']
const starts = ['14:00', '15:30', '17:00', '18:30', '20:00', '21:30']
const signing = new Set(['Ada Moore', 'Dora Quinn'])

/** Other cards name the customer too, while their visit comes first. */
const cardOf = (page: Page, customer: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: customer }) })

async function takeStep(page: Page, customer: string, name: string, confirm: string): Promise<void> {
  await cardOf(page, customer).getByRole('button', { name }).click()
  const question = page.getByRole('dialog').getByRole('button', { name: confirm })
  await question
    .or(
      cardOf(page, customer).getByText(name === 'Finish visit' ? 'Completed' : 'On the way', { exact: true }),
    )
    .first()
    .waitFor()
  if (await question.isVisible()) await question.click()
}

async function sign(page: Page, customer: string): Promise<void> {
  await cardOf(page, customer).getByRole('button', { name: 'Get signature' }).click()
  const field = page.getByRole('img', { name: 'Sign here with your finger' })
  const box = (await field.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 90, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Save signature' }).click()
  await cardOf(page, customer).getByText(`${customer}, `).waitFor()
}

/** Two photos, the checklist, in two cases a signature, and the end. */
async function doVisit(page: Page, place: number): Promise<void> {
  const customer = people[place]!
  const card = cardOf(page, customer)
  await takeStep(page, customer, 'On my way', 'Yes, on my way')
  await card.getByRole('button', { name: 'Start work' }).click()
  await card.getByText('Photos and files').click()
  for (const [nth, label] of ['Before', 'After'].entries()) {
    await card.getByRole('button', { name: label, exact: true }).click()
    const picture = pngOf(1600, 1200, [40 * place + 20, 100 + 50 * nth, 90])
    await card
      .getByLabel('Take photo', { exact: true })
      .setInputFiles({ name: `${label}.png`, mimeType: 'image/png', buffer: Buffer.from(picture) })
    await card.getByRole('button', { name: `Open ${label}: ${label}.jpg` }).waitFor()
  }
  await card
    .getByRole('group', { name: 'Ladder secured' })
    .getByRole('button', { name: 'Yes', exact: true })
    .click()
  if (signing.has(customer)) await sign(page, customer)
  await takeStep(page, customer, 'Finish visit', 'Finish visit')
  await card.getByText('Completed', { exact: true }).waitFor()
}

test('a whole day without a connection arrives exactly as it was, though the page was killed and uploads broke', async () => {
  const ids: string[] = []
  for (const [place, customer] of people.entries())
    ids.push(await plan(customer, `2026-03-02T${starts[place]}:00Z`))
  const { page, context, close } = await visit(browser, site, phone)
  await openDay(page, await link())
  await cardOf(page, 'Fay Tran').waitFor()
  await keptForOffline(page)
  await context.setOffline(true)

  for (const place of [0, 1, 2]) await doVisit(page, place)
  // The phone closes the app between two visits.
  await page.close()
  const again = await context.newPage()
  await again.goto('/work')
  await office('POST', `/api/admin/jobs/${ids[4]}/cancel`, {})
  for (const place of [3, 5]) await doVisit(again, place)
  const canceled = cardOf(again, 'Emil Stone')
  await canceled.getByText('Photos and files').click()
  for (const nth of [1, 2])
    await canceled.getByLabel('Take photo', { exact: true }).setInputFiles({
      name: `Gate ${nth}.png`,
      mimeType: 'image/png',
      buffer: Buffer.from(pngOf(1600, 1200, [nth, 200, 10])),
    })
  await canceled.getByText('2 not sent yet').waitFor()

  // Every third part is cut off at some byte.
  let parts = 0
  await context.route(/\/api\/work\/jobs\/[^/]+\/uploads\//, async (route) => {
    const body = route.request().postDataBuffer()
    if (route.request().method() !== 'PUT' || body === null || ++parts % 3 !== 0) return route.continue()
    await route.fetch({ postData: body.subarray(0, (parts * 7919) % body.length) })
    return route.abort('connectionreset')
  })
  await context.setOffline(false)
  const { read } = site.world.deps.store
  await again
    .getByText(/not sent yet/i)
    .first()
    .waitFor({ state: 'detached', timeout: 300_000 })
  await again
    .getByText(/Sending|saved on this phone/)
    .first()
    .waitFor({ state: 'detached', timeout: 300_000 })
  await again.getByText(/^Canceled by the office at /).waitFor()

  for (const [place, id] of ids.entries())
    expect([place, await statusOf(id)]).toEqual([place, place === 4 ? 'cancelled' : 'completed'])
  const photos = await read.select().from(attachments)
  const kindsOf = (id: string) => photos.filter(({ jobId }) => jobId === id).map(({ kind }) => kind)
  for (const [place, id] of ids.entries())
    expect([place, kindsOf(id).toSorted()]).toEqual([
      place,
      place === 4 ? ['before', 'before'] : ['after', 'before'],
    ])
  expect(photos).toHaveLength(12)
  const signed = await read.select().from(jobSignatures)
  expect(signed.map(({ signer }) => signer).toSorted()).toEqual([...signing])
  // Each step once.
  for (const [place, id] of ids.entries()) {
    const steps = await read
      .select({ kind: jobEvents.kind })
      .from(jobEvents)
      .where(and(eq(jobEvents.jobId, id), ne(jobEvents.actor, 'customer')))
    for (const kind of ['en_route', 'in_progress', 'completed'])
      expect([place, kind, steps.filter((step) => step.kind === kind).length]).toEqual([
        place,
        kind,
        place === 4 ? 0 : 1,
      ])
  }
  await close()
})
