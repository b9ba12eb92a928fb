import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Locator, Page } from 'playwright-core'
import { attachments } from '../../db/schema'
import { addFile } from '../support/files'
import { pdfOf, pngOf } from '../support/pictures'
import { marcus, sofia } from '../support/world'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { keptForOffline, openDay, phone, dayOf } from './support/worker-day'

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

const picture = (name: string, color: [number, number, number]) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pngOf(3000, 1500, color)),
})

const filesOf = (jobId: string) =>
  site.world.deps.store.read.select().from(attachments).where(eq(attachments.jobId, jobId))

const cardOf = (page: Page, customer: string) => page.getByRole('article').filter({ hasText: customer })
const openPhotos = (card: Locator) => card.getByText('Photos and files').click()

const aPart = /\/api\/work\/jobs\/[^/]+\/uploads\//
const anAdding = /\/api\/work\/jobs\/[^/]+\/files$/

/** Everything in the photo store of the phone, as text. */
const keptPhotos = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('truckroll-work')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('contents').objectStore('contents').getAll()
          all.addEventListener('success', () => {
            const kept = all.result as { content: ArrayBuffer }[]
            resolve(kept.map(({ content }) => new TextDecoder('latin1').decode(content)).join('\n'))
          })
        })
      }),
  )

describe('photos on the phone', () => {
  test('are taken offline, outlive a closed page, and arrive once although the line breaks', async () => {
    const id = await plan('Ada Moore', '2026-03-02T16:00:00Z')
    const document = await addFile(
      async (method, path, sent) =>
        site.world.call(method, path, { token: await site.world.hqToken(), ...sent }),
      `/api/admin/jobs/${id}`,
      pdfOf(),
      { name: 'gate plan.pdf' },
    )
    expect(document.status).toBe(201)
    const { page, context, troubles, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const ada = cardOf(page, 'Ada Moore')
    await openPhotos(ada)
    await ada.getByRole('button', { name: 'Open Document: gate plan.pdf, 1 of 1' }).waitFor()
    await keptForOffline(page)

    await context.setOffline(true)
    await ada.getByLabel('Take photo').setInputFiles(picture('IMG_1.png', [120, 90, 60]))
    await ada.getByRole('button', { name: 'Open Before: IMG_1.jpg' }).waitFor()
    await ada.getByRole('button', { name: 'After' }).click()
    await ada
      .getByLabel('Choose photos')
      .setInputFiles([picture('IMG_2.png', [60, 120, 90]), picture('IMG_3.png', [60, 90, 120])])
    await ada.getByText('3 photos are saved on this phone, waiting for a connection.').waitFor()
    // The same photo again is the same photo.
    await ada.getByLabel('Choose photos').setInputFiles(picture('IMG_2.png', [60, 120, 90]))
    await ada.getByText('3 not sent yet').waitFor()
    expect(await seriousFindings(page)).toEqual([])

    await page.reload()
    await ada.getByText('3 not sent yet').waitFor()
    await openPhotos(ada)
    await ada.getByRole('button', { name: /^Open Before: IMG_1.jpg/ }).click()
    await page.getByRole('img', { name: 'Before: IMG_1.jpg' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await filesOf(id)).toHaveLength(1)

    // Parts are cut off at some byte, and an answer that says "added" never arrives.
    let cuts = 0
    await context.route(aPart, async (route) => {
      const body = route.request().postDataBuffer()
      if (route.request().method() !== 'PUT' || body === null || cuts >= 3) return route.continue()
      cuts += 1
      await route.fetch({ postData: body.subarray(0, Math.floor((body.length * cuts) / 5)) })
      return route.abort('connectionreset')
    })
    let lost = 0
    await context.route(anAdding, async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      return route.abort('connectionreset')
    })
    await context.setOffline(false)
    await ada.getByText(/not sent yet/).waitFor({ state: 'detached' })
    expect([cuts, lost]).toEqual([3, 1])
    const rows = (await filesOf(id)).filter(({ kind }) => kind !== 'document')
    expect(rows.map(({ kind, width, height, shown }) => [kind, width, height, shown]).toSorted()).toEqual([
      ['after', 2048, 1024, true],
      ['after', 2048, 1024, true],
      ['before', 2048, 1024, true],
    ])
    expect(rows.every(({ author, thumbnailHash }) => author.includes(marcus) && thumbnailHash)).toBe(true)
    await ada.getByRole('button', { name: /^Open After: IMG_2.jpg/ }).click()
    await page.getByRole('img', { name: 'After: IMG_2.jpg' }).waitFor()
    expect(await keptPhotos(page)).toBe('')
    expect(troubles).toEqual([])
    await close()
  })

  test("stay locked on a revoked phone and in another technician's hands, and are sent by their own", async () => {
    const id = await plan('Emil Stone', '2026-03-02T21:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const emil = cardOf(page, 'Emil Stone')
    await emil.waitFor()
    await context.setOffline(true)
    await openPhotos(emil)
    await emil.getByLabel('Take photo').setInputFiles(picture('IMG_9.png', [200, 40, 40]))
    await emil.getByText('1 not sent yet').waitFor()
    await office('DELETE', `/api/admin/workers/${marcus}/tokens`)
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Open your link' }).waitFor()
    const kept = await keptPhotos(page)
    expect(kept.length).toBeGreaterThan(1000)
    expect(kept).not.toContain('JFIF')
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('sealKey')

    await openDay(page, await link(sofia))
    await page.getByText('Sofia Reyes · all done').waitFor()
    expect(await page.getByText(/saved on this phone|Sending/).count()).toBe(0)
    expect(await filesOf(id)).toEqual([])

    await openDay(page, await link())
    await emil.waitFor()
    await page.waitForResponse((answer) => anAdding.test(answer.url()) && answer.status() === 201)
    expect(await filesOf(id)).toMatchObject([{ kind: 'before', name: 'IMG_9.jpg' }])
    await close()
  })

  test('that the office refuses stay until the technician decides', async () => {
    const id = await plan('Fay Tran', '2026-03-02T13:00:00Z')
    const { page, context, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    const fay = cardOf(page, 'Fay Tran')
    await fay.waitFor()
    await context.setOffline(true)
    await openPhotos(fay)
    await fay.getByLabel('Take photo').setInputFiles(picture('IMG_7.png', [10, 40, 40]))
    await fay.getByText('1 not sent yet').waitFor()
    await office('POST', `/api/admin/jobs/${id}/assign`, { workerId: sofia })
    await context.setOffline(false)
    await page
      .getByText('The office took this visit off your list, so we couldn’t send this photo.')
      .waitFor()
    await page.getByRole('button', { name: 'Delete photo' }).click()
    await page.getByText('The office took this visit off your list').waitFor({ state: 'detached' })
    expect(await keptPhotos(page)).toBe('')
    await close()
  })
})
