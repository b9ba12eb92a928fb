import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { jobs, serviceTypes } from '../../db/schema'
import { saveAnswers, saveSignature } from '../../src/modules/records/write'
import { seriousFindings } from './support/accessibility'
import { enterConsole } from './support/console'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { dayOf } from './support/worker-day'

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

const { office, plan } = dayOf(() => site)

const checklistOf = async () => {
  const [service] = await site.world.deps.store.read.select().from(serviceTypes)
  return service!
}

test('the office writes a checklist, sees its answers and the signature, and the customer gets a report', async () => {
  const { page, close } = await enterConsole(browser, site, { width: 1440, height: 900 })
  const { label } = await checklistOf()
  await page.goto('/admin?tab=services')
  await page.getByRole('button', { name: label }).click()
  const form = page.getByRole('dialog', { name: label })
  for (const item of ['Ladder secured', 'Feet cleaned', 'Anything broken']) {
    await form.getByRole('button', { name: 'Add an item' }).click()
    await form
      .getByRole('textbox', { name: /^Item \d+$/ })
      .last()
      .fill(item)
  }
  await form.getByLabel('Item 1 in Spanish').fill('Escalera asegurada')
  await form.getByLabel('Answer').nth(1).selectOption('Number')
  await form.getByLabel('Answer').nth(2).selectOption('Text')
  await form.getByRole('checkbox', { name: 'Required' }).nth(2).uncheck()
  await form.getByRole('button', { name: 'Move up Feet cleaned' }).click()
  await form.getByLabel('Technicians ask the customer for a signature').check()
  expect(await seriousFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await page.locator('.toast', { hasText: 'Saved' }).waitFor()
  const { checklist, asksSignature } = await checklistOf()
  expect(asksSignature).toBe(true)
  expect(checklist.map(({ label: asked, kind, required }) => [asked, kind, required])).toEqual([
    ['Feet cleaned', 'number', true],
    ['Ladder secured', 'check', true],
    ['Anything broken', 'text', false],
  ])

  expect(checklist.map(({ labelEs }) => labelEs)).toEqual([null, 'Escalera asegurada', null])

  const id = await plan('Ada Moore', '2026-03-02T16:00:00Z')
  for (const to of ['en_route', 'in_progress']) await office('POST', `/api/admin/jobs/${id}/move`, { to })
  const { deps } = site.world
  const answeredAt = new Date(deps.clock.now()).toISOString()
  const [feet] = checklist
  const answer = { itemId: feet!.id, label: feet!.label, kind: feet!.kind, value: 140, answeredAt }
  await saveAnswers(deps, id, { answers: [answer] }, 'worker:worker-marcus')
  await page.goto(`/admin?tab=jobs&job=${id}`)
  const drawer = page.getByRole('dialog', { name: /^Ada Moore/ })
  await drawer.getByText('1 required item open').waitFor()
  await drawer.getByText('Not answered (required)').waitFor()

  await saveSignature(
    deps,
    id,
    {
      id: crypto.randomUUID(),
      signer: 'Ada Moore',
      way: 'drawn',
      strokes: [
        [100, 200, 300, 60, 500, 320, 700, 80, 900, 240],
        [930, 260],
      ],
      statement: 'I confirm that the work below was done.',
      lines: [label, 'Feet cleaned: 140'],
      signedAt: answeredAt,
    },
    'worker:worker-marcus',
  )
  await office('POST', `/api/admin/jobs/${id}/move`, { to: 'completed' })
  await page.reload()
  await drawer.getByRole('img', { name: 'Signature of Ada Moore' }).waitFor()
  await drawer.getByText('Signed statement').click()
  await drawer.getByText('I confirm that the work below was done.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Download report' }).click(),
  ])
  expect(report.suggestedFilename()).toMatch(/^report-.*\.pdf$/)
  await close()

  const [job] = await deps.store.read.select().from(jobs).where(eq(jobs.id, id))
  const email = job!.customerEmail!
  const portal = await visit(browser, site, { width: 390 })
  await portal.page.addInitScript(
    (proof) =>
      localStorage.setItem('truckroll.proof', JSON.stringify({ ...proof, until: Date.now() + 1_800_000 })),
    { token: await deps.tokens.proof.issue(email), email },
  )
  await portal.page.goto('/my')
  const [own] = await Promise.all([
    portal.page.waitForEvent('download'),
    portal.page.getByRole('button', { name: 'Download report' }).click(),
  ])
  expect(own.suggestedFilename()).toBe(report.suggestedFilename())
  await portal.close()
})
