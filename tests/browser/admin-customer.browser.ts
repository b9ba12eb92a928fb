import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { customers, inboundMessages, jobs, outbox } from '../../db/schema'
import { readReminderReply } from '../../src/modules/jobs/reminder-replies'
import { receiveText } from '../../src/modules/messages/inbound'
import { seriousFindings } from './support/accessibility'
import { enterConsole } from './support/console'
import { office, officeReads, startDemoSite, type DemoSite } from './support/demo-site'
import { openBrowser } from './support/visitor'

let site: DemoSite
let browser: Browser
beforeAll(async () => {
  site = await startDemoSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const read = () => site.world.deps.store.read

/** A new customer with one canceled job, so that they can be erased. */
async function newCustomer() {
  const booking = {
    customerName: 'Dana Whitfield',
    customerEmail: 'dana@whitfield.example',
    customerPhone: '303-555-0188',
    address: '1420 Larimer St, Denver, CO 80202',
    type: 'Gutter cleaning',
    price: 189,
  }
  const { job } = await office(site, '/api/admin/jobs', booking)
  await office(site, `/api/admin/jobs/${job.id}/cancel`, { tellCustomer: false })
  await site.world.deps.background.idle()
  return job.customerId as string
}

test('a customer has a page with notes, tags and the conversation, and is erased only by name', async () => {
  const id = await newCustomer()
  const sms = { from: '+13035550188', text: 'Can you come <b>earlier</b>?', id: 'SM1', handled: false }
  await receiveText(site.world.deps, sms, readReminderReply)
  const { page, troubles, close } = await enterConsole(browser, site)

  await page.goto('/admin?tab=customers&q=dana%20whit')
  await page.getByRole('button', { name: 'Dana Whitfield' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dana Whitfield' }).waitFor()
  expect(page.url()).toContain(`id=${id}`)
  expect(await page.getByRole('link', { name: '(303) 555-0188' }).getAttribute('href')).toBe('tel:3035550188')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await page.goForward()

  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByLabel('New note').fill('The gate code is 4711')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.locator('.note', { hasText: 'The gate code is 4711' }).waitFor()
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.locator('.note[data-pinned]', { hasText: 'The gate code is 4711' }).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.locator('.note', { hasText: 'The gate code is 4711' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('.note', { hasText: 'The gate code is 4711' }).waitFor()

  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByLabel('New tag').fill('VIP')
  await page.keyboard.press('Enter')
  await page.locator('.tag', { hasText: 'VIP' }).waitFor()

  await page.goto('/admin?tab=today')
  await page.getByRole('button', { name: 'Reply to the text from Dana Whitfield', exact: true }).click()
  await page.locator('.message[data-direction=in]', { hasText: 'Can you come <b>earlier</b>?' }).waitFor()
  await page.getByLabel('Message', { exact: true }).fill('Yes, at 9.')
  await page.getByRole('button', { name: 'Send text' }).click()
  const reply = page.locator('.message[data-direction=out]', { hasText: 'Yes, at 9.' })
  await reply.getByText('Sent', { exact: true }).waitFor()
  await page.locator('.toast').getByRole('button', { name: 'Mark to-do done' }).click()
  await page.getByText('This customer is waiting for an answer.').waitFor({ state: 'detached' })
  expect(await seriousFindings(page)).toEqual([])

  await page.locator('.menu summary').click()
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  const erase = page.getByRole('button', { name: 'Erase permanently' })
  expect(await erase.isDisabled()).toBe(true)
  await page.getByLabel('Type Dana Whitfield to confirm').fill('dana whitfield')
  await erase.click()
  await page.locator('.customer-name').getByText('Erased').first().waitFor()
  const [row] = await read().select().from(customers).where(eq(customers.id, id))
  expect(row).toMatchObject({ name: 'Erased', phone: null })
  expect(await read().select().from(inboundMessages)).toEqual([])
  expect(await read().select().from(outbox).where(eq(outbox.recipient, '3035550188'))).toEqual([])
  expect(troubles).toEqual([])
  await close()
})

test("a customer's page has their money, visits, invoices and plans in one place", async () => {
  const [customer] = await read().select().from(customers).where(eq(customers.email, site.customer.email))
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=customers&id=${customer!.id}`)
  await page.getByRole('heading', { level: 1, name: customer!.name }).waitFor()
  expect(await page.locator('.contact-list a[href^="mailto:"]').innerText()).toBe(site.customer.email)
  const figure = (name: string) =>
    page.locator('.customer-figures > div').filter({ hasText: name }).locator('dd').innerText()
  expect(await figure('Balance due')).toMatch(/^\$[\d,]+\.\d\d$/)
  expect(await figure('Lifetime value')).toMatch(/^\$/)
  await page.getByText('Upcoming visits').first().waitFor()
  await page.getByText('Past visits').first().waitFor()
  await page.getByRole('tab', { name: 'Money' }).click()
  await page
    .getByRole('button', { name: /^Invoice / })
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Plans' }).click()
  await page.locator('#customer-part').getByText('Gutter cleaning').first().waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(troubles).toEqual([])
  await close()
})

test('an address without jobs can be corrected, and one of a job only gets details', async () => {
  const [job] = await read().select().from(jobs).where(eq(jobs.status, 'completed')).limit(1)
  const id = job!.customerId!
  const { page, troubles, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=customers&id=${id}`)
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByLabel('Address', { exact: true }).fill('12 Elm St, Denver, CO 80203')
  await page.getByLabel('Gate code').fill('4711')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit 12 Elm St, Denver, CO 80203' }).click()
  await page.getByLabel('Address', { exact: true }).fill('21 Elm St, Denver, CO 80203')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit 21 Elm St, Denver, CO 80203' }).waitFor()
  const { addresses } = await officeReads(site, `/api/admin/customers/${id}/addresses`)
  const elm = addresses.filter(({ address }: { address: string }) => address.includes('Elm'))
  expect(elm).toMatchObject([{ address: '21 Elm St, Denver, CO 80203', gateCode: '4711' }])

  await page
    .getByRole('button', { name: /^Edit details of/ })
    .first()
    .click()
  await page.getByText('This address comes from a job').waitFor()
  expect(await page.getByLabel('Address', { exact: true }).count()).toBe(0)
  expect(troubles).toEqual([])
  await close()
})

test('Book opens the form with the customer filled in', async () => {
  const [job] = await read().select().from(jobs).where(eq(jobs.status, 'completed')).limit(1)
  const { page, close } = await enterConsole(browser, site)
  await page.goto(`/admin?tab=customers&id=${job!.customerId}`)
  await page.getByRole('button', { name: 'Book for this customer' }).click()
  const [customer] = await read().select().from(customers).where(eq(customers.id, job!.customerId!))
  await page.locator('dialog[open]').getByText(customer!.name).first().waitFor()
  await close()
})
