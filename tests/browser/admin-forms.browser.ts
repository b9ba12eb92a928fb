import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { customers, franchises, hqTasks, jobs, outbox, undeliverable } from '../../db/schema'
import { markUndeliverable } from '../../src/modules/customers'
import { startBusyOffice } from './support/busy-office'
import { adminLink, enterConsole, enterConsoleToday } from './support/console'
import { office } from './support/demo-site'
import type { Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startBusyOffice()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const read = () => site.world.deps.store.read
const drawer = (page: Page) => page.locator('dialog.drawer[open]').last()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName ?? '')
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
const readJob = async (id: string) => (await read().select().from(jobs).where(eq(jobs.id, id)))[0]!
const oneJob = async (status: 'pending' | 'scheduled' | 'completed', nth = 0) =>
  (await read().select().from(jobs).where(eq(jobs.status, status)).orderBy(asc(jobs.seq)))[nth]!

describe('typed text', () => {
  test('is exactly what a campaign sends: any edit removes the preview', async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=campaigns')
    await page.getByLabel('Message').fill('FIRST')
    await page.getByRole('button', { name: 'Preview campaign' }).click()
    const send = page.getByRole('button', { name: /^Send \d+ messages?$/ })
    await send.waitFor()
    await page.getByLabel('Message').fill('SECOND')
    expect(await send.count()).toBe(0)
    await page.getByRole('button', { name: 'Preview campaign' }).click()
    await send.waitFor()
    await page.getByLabel('Audience').selectOption('returning')
    expect(await send.count()).toBe(0)
    await close()
  })

  test('in braces that no value exists for is pointed out beside its field, and sent as it is', async () => {
    const { page, troubles, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=campaigns')
    const warning = (words: string) => page.getByText(words, { exact: true })
    await page.getByLabel('Message').fill('Hi {first_name}, use {SPRING25}')
    await warning('{SPRING25} isn’t a placeholder. We’ll send it as it is.').waitFor()
    await page.getByLabel('Subject').fill('For {frist_name}, {Name}')
    await warning('{frist_name} and {Name} aren’t placeholders. We’ll send them as they are.').waitFor()
    const described = await page
      .getByLabel('Subject')
      .evaluate((field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent)
    expect(described).toContain('{frist_name} and {Name}')
    await page.getByLabel('Subject').fill('For {first_name}')
    expect(await page.getByRole('status').filter({ hasText: 'placeholder' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Preview campaign' }).click()
    await page.getByRole('button', { name: /^Send \d+ messages?$/ }).waitFor()
    const first = page.frameLocator('iframe').first().locator('body')
    expect(await first.textContent()).toContain('use {SPRING25}')
    expect(troubles).toEqual([])
    await close()
  })

  test('of a campaign whose emails lack a mailing address is previewed, but not offered to be sent', async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.route('**/api/admin/campaigns/preview', async (route) => {
      const answer = await route.fetch()
      const { ok, data } = await answer.json()
      await route.fulfill({ json: { ok, data: { ...data, addressMissing: true } } })
    })
    await page.goto('/admin?tab=campaigns')
    await page.getByLabel('Message').fill('Hello')
    await page.getByRole('button', { name: 'Preview campaign' }).click()
    await page.getByText('some of its emails would have no mailing address').waitFor()
    expect(await page.getByRole('button', { name: /^Send \d/ }).count()).toBe(0)
    expect(await page.locator('iframe').count()).toBeGreaterThan(0)
    await close()
  })

  test('that is missing is said in sight of the buttons, and the first wrong field gets the focus', async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=franchises')
    await page.getByRole('button', { name: 'Add franchise' }).click()
    await drawer(page).getByRole('button', { name: 'Save', exact: true }).click()
    const alert = drawer(page).getByText(/^Please check the highlighted fields?\.$/)
    await alert.waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    expect(await drawer(page).getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    const isOnTop = await alert.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect()
      return [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint(left + 4, y)))
    })
    expect(isOnTop).toBe(true)
    await close()
  })

  test("isn't lost by clicking beside the form, pressing Escape or clicking the cross", async () => {
    const { page, close } = await enterConsole(browser, site)
    await page.goto('/admin?tab=jobs')
    await page.getByRole('button', { name: 'Book a job' }).click()
    await drawer(page).getByLabel('Customer name').waitFor()
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Book a job' }).click()
    const name = drawer(page).getByLabel('Customer name')
    await name.fill('Ada Park')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    for (const leave of [
      () => page.mouse.click(300, 400),
      () => page.keyboard.press('Escape'),
      () => drawer(page).getByRole('button', { name: 'Close' }).click(),
    ]) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await question.waitFor({ state: 'detached' })
      expect(await name.inputValue()).toBe('Ada Park')
    }
    // The browser lets a page block Escape once, so the second and third time in a row are tested as well.
    for (let round = 0; round < 3; round++) {
      await page.keyboard.press('Escape')
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
    }
    expect(await name.inputValue()).toBe('Ada Park')
    await page.mouse.click(300, 400)
    await question.getByRole('button', { name: 'Discard' }).click()
    await drawer(page).waitFor({ state: 'detached' })
    expect(await focusedText(page)).toBe('Book a job')
    await close()
  })

  test("no longer triggers a question once it's saved", async () => {
    const [franchise] = await read().select().from(franchises).orderBy(asc(franchises.id)).limit(1)
    const { page, close } = await enterConsole(browser, site)
    await page.goto(`/admin?tab=franchises&id=${franchise!.id}`)
    const about = drawer(page).locator('section', { hasText: 'Details' }).last()
    await about.getByLabel('Contact').fill('Somebody New')
    await page.mouse.click(300, 400)
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await about.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.mouse.click(300, 400)
    await drawer(page).waitFor({ state: 'detached' })
    await close()
  })
})

describe('a job', () => {
  test('keeps the length of its visit when the start changes, and keeps the focus nearby', async () => {
    const { id } = await oneJob('scheduled')
    const before = await readJob(id)
    const { page, close } = await enterConsole(browser, site)
    await page.goto(`/admin?tab=jobs&job=${id}`)
    await drawer(page).getByRole('button', { name: 'Reschedule' }).click()
    await drawer(page).getByLabel('Date').fill('2026-03-07')
    await drawer(page).getByLabel('Start time').fill('06:15')
    await drawer(page).getByLabel('Notify customer').uncheck()
    await drawer(page).getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Schedule anyway' }).click()
    await page.getByText('Visit scheduled').waitFor()
    await drawer(page).getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
    expect(await focused(page)).not.toBe('BODY')
    const after = await readJob(id)
    expect(after.scheduledStart).not.toBe(before.scheduledStart)
    expect(after.scheduledEnd! - after.scheduledStart!).toBe(before.scheduledEnd! - before.scheduledStart!)
    await drawer(page).getByLabel('New note').fill('Ring twice')
    await drawer(page).getByRole('button', { name: 'Add note' }).click()
    await drawer(page).getByText('Ring twice').first().waitFor()
    expect(await focused(page)).not.toBe('BODY')
    await close()
  })

  test('offers the time the customer asked for', async () => {
    const job = await oneJob('pending')
    await site.world.deps.store.write((tx) =>
      tx.update(jobs).set({ preferredTime: '14:00-16:00' }).where(eq(jobs.id, job.id)),
    )
    const { page, close } = await enterConsole(browser, site)
    await page.goto(`/admin?tab=jobs&job=${job.id}`)
    await drawer(page).getByRole('button', { name: 'Schedule', exact: true }).click()
    expect(await drawer(page).getByLabel('Start time').inputValue()).toBe('14:00')
    await close()
  })

  test("asks for the status of another day's visit, and assigns only a change", async () => {
    const [job] = await read()
      .select()
      .from(jobs)
      .where(and(eq(jobs.status, 'scheduled'), gt(jobs.scheduledStart, Date.parse('2026-03-05T00:00:00Z'))))
      .limit(1)
    const { page, close } = await enterConsoleToday(browser, site)
    await page.goto(`/admin?tab=jobs&job=${job!.id}`)
    const form = drawer(page).locator('form').first()
    const submit = (name: string) => form.getByRole('button', { name })
    await drawer(page).getByRole('button', { name: 'Change status' }).click()
    expect(await form.getByLabel('New status').inputValue()).toBe('')
    expect(await submit('Change status').isDisabled()).toBe(true)
    await drawer(page).getByRole('button', { name: 'Assign' }).click()
    expect(await submit('Assign').isDisabled()).toBe(true)
    await close()
  })

  test("is booked with the service's extras, which are ticked and add to the price", async () => {
    const { page, close } = await enterConsoleToday(browser, site)
    await page.goto('/admin?tab=today&book=new')
    await drawer(page).getByLabel('Name').fill('Extra Ordinary')
    // No demo customer has this area code, so nobody is pointed out.
    await drawer(page).getByLabel('Phone').fill('(212) 555-0142')
    await drawer(page).getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
    await drawer(page).getByLabel('Service').selectOption('Gutter cleaning')
    await drawer(page).getByLabel('Gutter whitening (+$60.00)').check()
    expect(await drawer(page).getByLabel('Price').inputValue()).toBe('$249.00')
    await drawer(page).getByText('More options').click()
    await drawer(page).getByLabel('Other extras').fill('Key at the neighbor')
    await drawer(page).getByLabel('Notify customer').uncheck()
    await drawer(page).getByRole('button', { name: 'Book job' }).click()
    await page.getByText(/^Booked TR-/).waitFor()
    const [booked] = await read().select().from(jobs).where(eq(jobs.customerName, 'Extra Ordinary'))
    expect(booked).toMatchObject({
      priceCents: 24_900,
      addOns: ['Gutter whitening', 'Key at the neighbor'],
    })
    await close()
  })

  test('changed by someone else shows its current state and why nothing was done', async () => {
    const { id } = await oneJob('scheduled', 1)
    const { page, close } = await enterConsole(browser, site)
    await page.goto(`/admin?tab=jobs&job=${id}`)
    await drawer(page).getByRole('button', { name: 'Assign' }).click()
    await office(site, `/api/admin/jobs/${id}/cancel`, { tellCustomer: false })
    await drawer(page).getByLabel('Technician').selectOption({ index: 1 })
    await drawer(page).locator('form').getByRole('button', { name: 'Assign' }).first().click()
    await drawer(page).getByRole('button', { name: 'Schedule anyway' }).click()
    await drawer(page).locator('.badge').getByText('Canceled').waitFor()
    await drawer(page).getByText("Here's the latest version").waitFor()
    await close()
  })

  test('shows the refunded amount', async () => {
    const refunded = await read().select().from(jobs).where(eq(jobs.paymentState, 'partly_refunded')).limit(1)
    const { page, close } = await enterConsole(browser, site)
    await page.goto(`/admin?tab=jobs&job=${refunded[0]!.id}`)
    const line = drawer(page).locator('li').filter({ hasText: 'A downspout was missed' })
    await line.getByText('−$20.00').waitFor()
    await close()
  })
})

test('the map opens beside the board', async () => {
  const { page, close } = await enterConsoleToday(browser, site)
  await page.goto('/admin?tab=dispatch&date=2026-03-03')
  await page.getByRole('button', { name: 'Show map' }).click()
  await page.locator('.map .leaflet-pane').first().waitFor({ state: 'attached' })
  const box = (await page.getByRole('region', { name: 'Map' }).boundingBox())!
  const board = (await page.getByRole('region', { name: 'Dispatch board' }).boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(board.x + board.width)
  expect(box.y + box.height).toBeLessThanOrEqual(801)
  await close()
})

test('a dispatch to-do names its job, links to it and keeps the focus nearby', async () => {
  const { id, customerName } = await oneJob('pending', 2)
  await site.world.deps.store.write((tx) =>
    tx.insert(hqTasks).values({
      id: 'task-closed',
      kind: 'dispatch.closed-day',
      subject: id,
      title: 'A job is wished for a day without visits',
      detail: 'Agree on another date with the customer.',
      state: 'open',
      createdAt: site.world.clock.now(),
    }),
  )
  const { page, close } = await enterConsole(browser, site)
  const line = page.locator('.todo li').filter({ hasText: 'a day without visits' })
  await line.getByText(customerName).waitFor()
  await line.getByRole('button', { name: 'A job is wished' }).first().click()
  await drawer(page).getByRole('heading', { name: customerName }).waitFor()
  await page.keyboard.press('Escape')
  await line.getByRole('button', { name: 'Done' }).focus()
  await page.keyboard.press('Enter')
  await line.waitFor({ state: 'detached' })
  expect(await focused(page)).not.toBe('BODY')
  // Toasts appear beside the tabs and let the mouse through.
  const toast = page.locator('.toast').last()
  expect((await toast.boundingBox())!.x).toBeGreaterThanOrEqual(13 * 16)
  expect(await toast.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none')
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await toast.waitFor({ state: 'detached' })
  await close()
})

test('the keyboard focus stays nearby when a button disappears after use', async () => {
  const { page, close } = await enterConsole(browser, site)
  await page.goto('/admin?tab=dispatch')
  await page.getByRole('button', { name: 'Preview plan' }).click()
  await page.getByRole('button', { name: /^Assign \d+ visits?$/ }).press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Assign/ })
    .press('Enter')
  await page
    .getByText(/^Assigned \d+/)
    .first()
    .waitFor()
  expect(await focused(page)).toBe('SECTION')
  await page.goto('/admin?tab=invoices')
  await page.locator('.table-link').first().click()
  await drawer(page).getByRole('button', { name: 'Void', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Void invoice' }).press('Enter')
  await drawer(page).getByRole('button', { name: 'Void', exact: true }).waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('DIV')
  await close()
})

test('closing a drawer returns the focus to the button that opened it', async () => {
  const { page, close } = await enterConsole(browser, site)
  const links = ['jobs', 'invoices', 'messages', 'workers', 'franchises', 'services', 'webhooks']
  const buttons = {
    today: 'Book a job',
    workers: 'Add technician',
    franchises: 'Add franchise',
    recurring: 'Add recurring visits',
    'connections&part=webhooks': 'Add webhook',
  }
  for (const [tab, opener] of [
    ...links.map((one) => [one, page.locator('.table-link').first()] as const),
    ...Object.entries(buttons).map(([one, name]) => [one, page.getByRole('button', { name })] as const),
  ]) {
    await page.goto(`/admin?tab=${tab}`)
    const text = await opener.innerText()
    await opener.press('Enter')
    await drawer(page).getByRole('button', { name: 'Close', exact: true }).click()
    await drawer(page).waitFor({ state: 'detached' })
    expect([tab, await focusedText(page)]).toEqual([tab, text])
  }
  await close()
})

test('a sign-in link opened in a console tab signs in and leaves nothing in the address', async () => {
  const { page, close } = await visit(browser, site)
  await page.goto('/admin')
  await page.getByLabel('Email').waitFor()
  await page.evaluate((fragment) => location.assign(fragment), await adminLink(site))
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  expect(page.url()).not.toContain('#')
  await close()
})

test("a merged customer names the customer who has the jobs now, and a sent code can't be resent", async () => {
  const [one, other] = await read()
    .select()
    .from(customers)
    .where(isNotNull(customers.email))
    .orderBy(asc(customers.id))
    .limit(2)
  const { page, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=customers&id=${one!.id}`)
  await page.locator('.customer-page summary', { hasText: 'More' }).click()
  await page.getByRole('button', { name: 'Merge into another customer' }).click()
  const search = page.getByLabel('Find the customer to keep')
  await search.fill(one!.email!)
  await page.getByText('No matching customers').waitFor()
  await search.fill(other!.email!)
  await page.getByRole('radio', { name: other!.name }).check()
  await page.getByRole('heading', { name: `Merge ${one!.name} into ${other!.name}?` }).waitFor()
  await page.getByText(`You'll keep ${other!.name} (${other!.email})`).waitFor()
  await page.getByRole('button', { name: `Merge into ${other!.name}` }).click()
  await page.getByText(`Merged into ${other!.name}`).first().waitFor()
  await page.goto(`/admin?tab=customers&id=${one!.id}`)
  await page.getByRole('button', { name: other!.name }).click()
  await page.getByRole('heading', { name: other!.name }).waitFor()

  const [sent] = await read().select().from(outbox).where(eq(outbox.state, 'sent')).limit(1)
  await site.world.deps.store.write((tx) =>
    tx.insert(outbox).values({ ...sent!, id: 'code-1', about: 'code-1', template: 'verification', data: {} }),
  )
  await page.goto('/admin?tab=messages&id=code-1')
  await drawer(page).getByText("We don't keep the text of this message.").waitFor()
  expect(await drawer(page).getByRole('button', { name: 'Resend' }).count()).toBe(0)
  await page.goto(`/admin?tab=messages&id=${sent!.id}`)
  await drawer(page).getByRole('button', { name: 'Resend' }).waitFor()
  await close()
})

test('an address that bounces shows on the customer until HQ tries it again', async () => {
  const { deps } = site.world
  const [one] = await read().select().from(customers).where(isNotNull(customers.email)).limit(1)
  const mark = { channel: 'email', address: one!.email!, reason: '550 5.1.1 no such user' } as const
  await deps.store.write((tx) => markUndeliverable(tx, deps.clock.now(), mark))
  const { page, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=customers&id=${one!.id}`)
  await page.getByText('550 5.1.1 no such user').waitFor()
  await page.getByRole('button', { name: 'Try this address again' }).click()
  await page.getByText('550 5.1.1 no such user').waitFor({ state: 'detached' })
  expect(await read().select().from(undeliverable)).toEqual([])
  await close()
})
