import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { attachments, jobAnswers, jobSignatures, serviceTypes } from '../../db/schema'
import { pngOf } from '../support/pictures'
import { marcus } from '../support/world'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { keptForOffline, openDay, phone, dayOf } from './support/worker-day'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  const checklist = (
    [
      ['ladder', 'Ladder secured', 'check', true, 'Escalera asegurada'],
      ['feet', 'Feet cleaned', 'number', true, null],
      ['notes', 'Anything broken', 'text', false, null],
      ['photo', 'Photo of the downspout', 'photo', true, null],
    ] as const
  ).map(([id, label, kind, required, labelEs]) => ({ id, label, labelEs, kind, required, since: 0 }))
  await site.world.deps.store.write((tx) => tx.update(serviceTypes).set({ checklist, asksSignature: true }))
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const { office, plan, link, statusOf } = dayOf(() => site)

const picture = {
  name: 'IMG_5.png',
  mimeType: 'image/png',
  buffer: Buffer.from(pngOf(1200, 800, [80, 120, 40])),
}

const cardOf = (page: Page, customer: string) => page.getByRole('article').filter({ hasText: customer })

/** Draws a line across the field. */
async function draw(page: Page): Promise<void> {
  const box = (await page.getByRole('img', { name: 'Sign here with your finger' }).boundingBox())!
  await page.mouse.move(box.x + 30, box.y + 80)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 30, { steps: 4 })
  await page.mouse.move(box.x + 220, box.y + 90, { steps: 4 })
  await page.mouse.up()
}

describe('a visit with a checklist', () => {
  test('is answered, signed and finished offline, and arrives in order', async () => {
    const id = await plan('Ada Moore', '2026-03-02T16:00:00Z')
    await office('POST', `/api/admin/jobs/${id}/move`, { to: 'en_route' })
    const { page, context, troubles, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const ada = cardOf(page, 'Ada Moore')
    await ada.waitFor()
    await keptForOffline(page)
    await context.setOffline(true)
    await ada.getByRole('button', { name: 'Start work' }).click()

    await ada.getByText('To finish, answer “Ladder secured”, “Feet cleaned” and').waitFor()
    expect(await ada.getByRole('button', { name: 'Finish visit' }).isDisabled()).toBe(true)
    await ada
      .getByRole('group', { name: 'Ladder secured' })
      .getByRole('button', { name: 'Yes', exact: true })
      .click()
    await ada.getByLabel('Feet cleaned').fill('many')
    await ada.getByText('Ladder secured', { exact: true }).first().click()
    await ada.getByText('Enter a number.').waitFor()
    await ada.getByLabel('Feet cleaned').fill('140')
    await ada.getByLabel('Anything broken (optional)').fill('A bracket at the back')
    await ada.getByLabel('Take photo: Photo of the downspout').setInputFiles(picture)
    await ada.getByText('4 entries are saved on this phone').waitFor()
    expect(await seriousFindings(page)).toEqual([])

    // The phone closes the page, and everything is still there.
    await page.reload()
    await ada.getByText('4 of 4 answered').waitFor()
    await ada.getByRole('button', { name: 'Get signature' }).click()
    const sheet = page.getByRole('dialog', { name: 'Your signature' })
    await sheet.getByText('Feet cleaned: 140').waitFor()
    await sheet.getByText(/^Gutter cleaning at 1420 Larimer St/).waitFor()
    const save = sheet.getByRole('button', { name: 'Save signature' })
    expect(await save.isDisabled()).toBe(true)
    await draw(page)
    expect(await seriousFindings(page)).toEqual([])
    await save.click()
    await ada.getByText('Ada Moore, ').waitFor()
    await ada.getByRole('button', { name: 'Finish visit' }).click()
    await page.getByRole('dialog').getByText('Still open: a balance due of $206.19.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Finish visit' }).click()
    await ada.getByText('Not sent yet', { exact: true }).waitFor()
    expect(await statusOf(id)).toBe('en_route')

    // While the answers don't get through, the end of the visit waits for them.
    let isBusy = true
    const anAnswer = /\/api\/work\/jobs\/[^/]+\/answers$/
    await context.route(anAnswer, (route) =>
      isBusy ? route.fulfill({ status: 503, json: { ok: false, error: 'Busy' } }) : route.continue(),
    )
    const refusal = page.waitForResponse((answer) => anAnswer.test(answer.url()))
    const start = page.waitForResponse((answer) => answer.url().endsWith('/move'))
    await context.setOffline(false)
    await refusal
    expect((await start).status()).toBe(200)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.waitForFunction(() => navigator.locks.query().then(({ held }) => held?.length === 0))
    expect(await statusOf(id)).toBe('in_progress')
    isBusy = false
    await page.getByRole('button', { name: 'Refresh' }).click()
    await ada.getByText('Not sent yet', { exact: true }).waitFor({ state: 'detached' })
    expect(await statusOf(id)).toBe('completed')
    const { read } = site.world.deps.store
    const answers = await read.select().from(jobAnswers).where(eq(jobAnswers.jobId, id))
    expect(answers.map(({ itemId, value }) => [itemId, value]).toSorted()).toEqual([
      ['feet', 140],
      ['ladder', true],
      ['notes', 'A bracket at the back'],
      ['photo', expect.stringMatching(/^[\da-f]{64}$/)],
    ])
    const signatures = await read.select().from(jobSignatures).where(eq(jobSignatures.jobId, id))
    expect(signatures).toMatchObject([{ signer: 'Ada Moore', way: 'drawn', takenBy: `worker:${marcus}` }])
    expect(signatures[0]!.lines).toContain('Anything broken: A bracket at the back')
    expect(signatures[0]!.strokes[0]!.length).toBeGreaterThan(8)
    await ada.getByText(/not sent yet/i).waitFor({ state: 'detached' })
    const [photo] = await read.select().from(attachments).where(eq(attachments.jobId, id))
    expect(photo?.sentHash).toBe(String(answers.find(({ itemId }) => itemId === 'photo')!.value))
    expect(troubles.filter((trouble) => !trouble.includes('503'))).toEqual([])
    troubles.length = 0
    await close()
  })

  test('is signed without drawing by somebody who types their name and agrees', async () => {
    const id = await plan('Ben Ochoa', '2026-03-02T20:00:00Z')
    for (const to of ['en_route', 'in_progress']) await office('POST', `/api/admin/jobs/${id}/move`, { to })
    const { page, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const ben = cardOf(page, 'Ben Ochoa')
    await ben.getByRole('button', { name: 'Get signature' }).click()
    const sheet = page.getByRole('dialog', { name: 'Your signature' })
    await sheet.getByRole('button', { name: 'Sign with my typed name' }).click()
    await sheet.getByLabel('Your name').fill('Bea Ochoa')
    await sheet.getByLabel('My typed name is my signature.').check()
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/signatures'))
    await sheet.getByRole('button', { name: 'Save signature' }).click()
    await ben.getByText('Bea Ochoa, ').waitFor()
    expect((await sent).ok()).toBe(true)
    const { read } = site.world.deps.store
    const [signature] = await read.select().from(jobSignatures).where(eq(jobSignatures.jobId, id))
    expect(signature).toMatchObject({ signer: 'Bea Ochoa', way: 'typed', strokes: [] })
    await close()
  })

  test('is asked in Spanish where the office wrote it in Spanish', async () => {
    const id = await plan('Cruz Vega', '2026-03-02T23:30:00Z')
    for (const to of ['en_route', 'in_progress']) await office('POST', `/api/admin/jobs/${id}/move`, { to })
    await office('PATCH', `/api/admin/workers/${marcus}`, { language: 'es' })
    const { page, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const cruz = cardOf(page, 'Cruz Vega')
    await cruz.getByText('Feet cleaned', { exact: true }).waitFor()
    const sent = page.waitForResponse((response) => response.url().endsWith('/answers'))
    await cruz.getByRole('group', { name: 'Escalera asegurada' }).getByRole('button', { name: 'Sí' }).click()
    expect((await sent).status()).toBe(200)
    // The office reads the answer in its own words.
    const [answer] = await site.world.deps.store.read
      .select()
      .from(jobAnswers)
      .where(eq(jobAnswers.jobId, id))
    expect(answer).toMatchObject({ label: 'Ladder secured', value: true })
    await close()
  })
})
