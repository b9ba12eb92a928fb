import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { jobs, serviceTypes, workers } from '../../../db/schema'
import { saveAnswers, saveSignature } from '../../../src/modules/records/write'
import { office } from './demo-site'
import { openScreen, settled, type ShowScreen } from './screens'
import type { Site } from './site'

/** The questions, forms and records that only show up after something happened. */
export async function tourDeep(page: Page, site: Site, show: ShowScreen): Promise<void> {
  await tourChecklist(page, show)
  await tourRecord(page, site, show)
  await tourPayment(page, show)
  await tourPhones(page, site, show)
  await tourLists(page, show)
  await tourCustomerForms(page, show)
  await tourSystem(page, show)
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

async function press(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).click()
  await settled(page)
}

/** The checklist that a service asks for; nothing is saved. */
async function tourChecklist(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'services')
  await page.locator('main .table-link').first().click()
  const form = page.locator('dialog.drawer[open]')
  for (const item of ['Ladder secured', 'Feet cleaned', 'Photo of the downspouts']) {
    await form.getByRole('button', { name: 'Add an item' }).click()
    await form
      .getByRole('textbox', { name: /^Item \d+$/ })
      .last()
      .fill(item)
  }
  await form.getByLabel('Answer').nth(1).selectOption('Number')
  await form.getByLabel('Answer').nth(2).selectOption('Photo')
  await form.getByRole('textbox', { name: 'Item 1', exact: true }).scrollIntoViewIfNeeded()
  await show('service-checklist')
}

const checklist = [
  { id: 'ladder', label: 'Ladder secured', kind: 'check', required: true, since: 0 },
  { id: 'feet', label: 'Feet cleaned', kind: 'number', required: true, since: 0 },
  { id: 'broken', label: 'Anything broken', kind: 'text', required: false, since: 0 },
] as const

/** A completed job whose technician answered most of the checklist and whose customer signed. */
async function tourRecord(page: Page, site: Site, show: ShowScreen): Promise<void> {
  const { deps } = site.world
  const [job] = await deps.store.read
    .select()
    .from(jobs)
    .where(and(eq(jobs.status, 'completed'), isNotNull(jobs.completedAt)))
    .orderBy(asc(jobs.seq))
    .limit(1)
  await deps.store.write((tx) =>
    tx.update(serviceTypes).set({ checklist: [...checklist], asksSignature: true }),
  )
  // Answers don't come after the end of a visit.
  const answeredAt = new Date(job!.completedAt!).toISOString()
  const values = [true, 140, 'The bracket above the garage is loose. We fixed it for now.']
  const answers = checklist.map(({ id, label, kind }, place) => ({
    itemId: id,
    label,
    kind,
    value: values[place]!,
    answeredAt,
  }))
  const actor = `worker:${job!.workerId}`
  await saveAnswers(deps, job!.id, { answers }, actor)
  const signature = {
    id: crypto.randomUUID(),
    signer: job!.customerName,
    way: 'drawn' as const,
    strokes: [[100, 200, 180, 120, 260, 260, 340, 90, 420, 300, 560, 140, 700, 220, 900, 160]],
    statement: 'I confirm that this work was done.',
    lines: [job!.type, 'Ladder secured: Yes', 'Feet cleaned: 140'],
    signedAt: answeredAt,
  }
  await saveSignature(deps, job!.id, signature, actor)
  await openScreen(page, `jobs&job=${job!.id}`)
  await page.getByText('Signed statement').click()
  await page.getByRole('img', { name: /^Signature of/ }).scrollIntoViewIfNeeded()
  await show('job-record')
  await deps.store.write((tx) => tx.update(serviceTypes).set({ checklist: [], asksSignature: false }))
}

/** A payment by hand, and the question before it is undone. */
async function tourPayment(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'jobs&status=completed&paymentState=unpaid')
  await page.locator('main .table-link').first().click()
  const drawer = page.locator('dialog.drawer[open]')
  await drawer.getByRole('button', { name: 'Record payment' }).first().click()
  const form = drawer.getByRole('group', { name: 'Record payment' })
  await form.getByLabel('Method').selectOption('check')
  await form.getByRole('button', { name: /^Record \$/ }).click()
  const undo = drawer.getByRole('button', { name: 'Undo', exact: true })
  await undo.waitFor()
  await settled(page)
  await undo.click()
  await page.locator('dialog.dialog[open]').waitFor()
  await show('job-payment-undo')
}

/** A technician with a phone that is signed in, one that isn't yet, and a fresh link. */
async function tourPhones(page: Page, site: Site, show: ShowScreen): Promise<void> {
  const [worker] = await site.world.deps.store.read.select().from(workers).orderBy(asc(workers.name)).limit(1)
  const made = await office(site, `/api/admin/workers/${worker!.id}/tokens`)
  const phone = await page.context().browser()!.newContext({ baseURL: site.url })
  const there = await phone.newPage()
  await there.goto(`/work${new URL(made.link).hash}`)
  await there.getByRole('button', { name: 'Open my visits' }).click()
  await there.getByRole('button', { name: 'Refresh' }).waitFor()
  await phone.close()
  await openScreen(page, `workers&id=${worker!.id}`)
  await press(page, 'Show link and QR code')
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
  await page.getByRole('heading', { name: 'Phones' }).scrollIntoViewIfNeeded()
  await show('worker-phones')
  await page.getByLabel('Visit notifications').scrollIntoViewIfNeeded()
  await show('worker-profile')
}

/** Menus of the lists, a saved view, and changes to many rows. */
async function tourLists(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'invoices')
  await press(page, 'Export CSV')
  await show('invoices-export')
  await openScreen(page, 'jobs&status=pending')
  await press(page, 'Views')
  await page.getByLabel('Save this view as').fill('Not scheduled yet')
  await press(page, 'Save view')
  await press(page, 'Views')
  await button(page, 'Not scheduled yet').waitFor()
  await show('jobs-views-saved')
  for (const [name, change] of [
    ['customers', 'Add a tag'],
    ['invoices', 'Send'],
  ] as const) {
    await openScreen(page, name)
    const boxes = page.locator('tbody .table-select input')
    // A phone's lists have no boxes.
    if (!(await boxes.first().isVisible())) return
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: change }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    if (name === 'invoices') await dialog.getByRole('heading', { name: /^(?:Done|Finished)/ }).waitFor()
    await show(`${name}-selected`)
  }
}

async function tourCustomerForms(page: Page, show: ShowScreen): Promise<void> {
  for (const [name, entry] of [
    ['customer-links', 'Turn off old links'],
    ['customer-sign-in-link', 'Write sign-in instructions'],
  ] as const) {
    await openScreen(page, 'customers')
    await page.locator('.table-link').first().click()
    await settled(page)
    await page.locator('summary', { hasText: 'More' }).click()
    await press(page, entry)
    await show(name)
  }
  await openScreen(page, 'jobs')
  await press(page, 'Book a job')
  await page.locator('dialog[open]').getByLabel('Service').selectOption('Gutter cleaning')
  await page.locator('summary', { hasText: 'More options' }).click()
  await page.getByLabel('Other extras').scrollIntoViewIfNeeded()
  await show('book-more-options')
}

async function tourSystem(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'settings&part=hours')
  await button(page, 'US holidays').click()
  await show('settings-holidays')
  await openScreen(page, 'connections&part=calendars')
  await page.getByLabel('Calendar for').selectOption({ index: 1 })
  await press(page, 'Create link')
  await button(page, 'Revoke').waitFor()
  await show('calendar-created')
  await press(page, 'Revoke')
  await show('calendar-revoke')
  await openScreen(page, 'health')
  await page.locator('main [role=tab][data-tab="errors"]').click()
  await settled(page)
  await page.locator('main details summary').first().click()
  await show('health-error-opened')
  await openScreen(page, 'ledger')
  await press(page, 'QuickBooks')
  await page.locator('dialog[open] summary').first().click()
  await show('ledger-quickbooks-accounts')
}
