import type { Page } from 'playwright-core'
import { sendWebhooksSoon } from '../../../src/modules/webhooks'
import { fine, startReceiver } from '../../modules/webhooks/receiver'
import { office } from './demo-site'
import { tourRare } from './rare-screens'
import { openScreen, settled, type ShowScreen } from './screens'
import type { Site } from './site'

/** The screens of the owner and the bookkeeper after they did something: checked a file, made a key, invited someone. */
export async function tourOffice(page: Page, site: Site, show: ShowScreen): Promise<void> {
  await tourImport(page, site, show)
  await tourKey(page, show)
  await tourStaff(page, show)
  await tourWebhook(page, site, show)
  await tourUnsaved(page, show)
  await tourRare(page, site, show)
}

const clients = [
  'Display Name,Main Phone,Contact address,Service Street 1,Service City,Service State,Service Zip,Tags',
  'Ana Gómez,(303) 555-0101,ana@example.com,12 Main St,Denver,CO,80202,VIP',
  'Ben Cole,12,ben@example.com,9 Oak Ave,Denver,CO,80202,',
  'Ben Cole,,ben@example.com,9 Oak Ave,Denver,CO,80202,',
  ',,nobody@example.com,,,,,',
].join('\n')

async function tourImport(page: Page, site: Site, show: ShowScreen): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await openScreen(page, 'import')
  const file = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(clients) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await show('import-file')
  await button('Upload and check').click()
  await page.getByLabel('Contact address').selectOption('email')
  await show('import-columns')
  await button('Update preview').click()
  await page.getByLabel('Rows with errors').selectOption('skip')
  const start = page.locator('button:enabled', { hasText: 'Import 2 rows' })
  await start.waitFor()
  await show('import-preview')
  await start.click()
  await button('Undo import').waitFor()
  await show('import-done')
  site.world.clock.advance(1_000)
  await button('Undo import').click()
  await show('import-undo')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('customers removed').waitFor()
  await show('import-undone')
  await button('All imports').click()
  await page.getByRole('cell', { name: 'clients.csv' }).first().waitFor()
  await settled(page)
  await show('import-list')
}

async function tourKey(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'connections&part=keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Required').waitFor()
  await show('key-missing')
  await dialog.getByLabel('Name').fill('Zapier')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Key for Zapier').waitFor()
  await settled(page)
  await show('key-created')
  await page.getByRole('button', { name: 'Revoke' }).first().click()
  await show('key-revoke')
}

let invited = 0

async function tourStaff(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'staff')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Sam Okafor')
  await dialog.getByLabel('Email').fill(`sam${++invited}@example.com`)
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await page.getByLabel('Invitation for Sam Okafor').waitFor()
  await settled(page)
  await show('staff-invited')
  await page.locator('main .table-link', { hasText: 'Sam Okafor' }).first().click()
  await page.locator('dialog[open]').waitFor()
  await settled(page)
  await show('staff-person')
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await show('staff-deactivate')
}

/** One event that arrived and one that other software refused. */
async function tourWebhook(page: Page, site: Site, show: ShowScreen): Promise<void> {
  let isWell = true
  const there = startReceiver(() => (isWell ? fine() : new Response('We are moving', { status: 500 })))
  const { deps } = site.world
  const body = { url: there.url, description: 'Bookkeeping' }
  const { id } = await office(site, '/api/admin/webhook-subscriptions', body)
  for (const next of [false, true]) {
    await office(site, `/api/admin/webhook-subscriptions/${id}/test`)
    sendWebhooksSoon(deps)
    await deps.background.idle()
    isWell = next
  }
  await there.stop()
  await openScreen(page, 'connections&part=webhooks')
  // Payment events are the tab called `webhooks`.
  await show('connections-webhooks-failing')
  await page.locator('main .table-link').first().click()
  const drawer = page.locator('dialog.drawer[open]')
  await drawer.getByText('webhook.test').first().waitFor()
  await settled(page)
  await show('webhook-opened')
  await drawer.getByText('webhook.test').first().click()
  await drawer.getByText('This is a test.').waitFor()
  await settled(page)
  await show('webhook-delivery')
  await drawer.getByRole('button', { name: 'Show secret' }).click()
  await drawer.getByLabel('Secret', { exact: true }).waitFor()
  await settled(page)
  await show('webhook-secret')
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await page.locator('dialog.dialog[open]').waitFor()
  await show('webhook-delete')
  await openScreen(page, 'connections&part=webhooks')
  await page.locator('main .table-link').first().click()
  await drawer.getByRole('button', { name: 'Edit' }).click()
  await drawer.getByLabel('Send all events').uncheck()
  await drawer.getByRole('checkbox', { name: /job\./ }).first().waitFor()
  await show('webhook-edit')
}

async function tourUnsaved(page: Page, show: ShowScreen): Promise<void> {
  await openScreen(page, 'settings&part=business')
  await page.getByLabel('Business name').fill('Front Range Gutter Care')
  await page.locator('main [role=tab][data-tab="look"]').click()
  await page.locator('dialog[open]').waitFor()
  await show('settings-unsaved')
}
