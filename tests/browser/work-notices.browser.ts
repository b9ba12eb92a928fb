import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createECDH, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { pushSubscriptions, workers } from '../../db/schema'
import { PushDesk } from '../../src/modules/push/deliver'
import { marcus } from '../support/world'
import { seriousFindings } from './support/accessibility'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { dayOf, keptForOffline, openDay, phone } from './support/worker-day'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  await site.world.deps.store.write((tx) =>
    tx.update(workers).set({ phone: '303-555-0177' }).where(eq(workers.id, marcus)),
  )
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const { link } = dayOf(() => site)
const subscriptions = () => site.world.deps.store.read.select().from(pushSubscriptions)

function browserKeys() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  return { p256dh: own.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}

interface Given {
  endpoint: string
  keys: Record<string, string>
  /** Subscribed before, with this key and at this address. */
  before?: { key: number[]; endpoint: string }
}

/** A browser without a window allows no notifications and knows no push service. */
function allowPush(given: Given): void {
  const subscription = {
    endpoint: given.endpoint,
    toJSON: () => given,
    unsubscribe: async () => {
      own = null
      return true
    },
  }
  const { before } = given
  let own: object | null = before
    ? {
        ...subscription,
        endpoint: before.endpoint,
        toJSON: () => ({ ...given, endpoint: before.endpoint }),
        options: { applicationServerKey: new Uint8Array(before.key).buffer },
      }
    : null
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Object.assign(Notification, { requestPermission: async () => 'granted' })
  Object.assign(PushManager.prototype, {
    subscribe: async () => (own = subscription),
    getSubscription: async () => own,
  })
}

describe('news about visits', () => {
  test('come to the phone that the technician turns on, or the way they choose instead', async () => {
    const { page, troubles, close } = await visit(browser, site, phone)
    await page.addInitScript(allowPush, { endpoint: 'https://push.example.com/phone', keys: browserKeys() })
    await openDay(page, await link())
    await page.getByText('Visit notifications').click()
    expect(await page.getByLabel('Push notifications on this phone').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Turn on for this phone' }).click()
    await page.getByText('This phone gets push notifications').waitFor()
    expect(await subscriptions()).toMatchObject([
      { workerId: marcus, endpoint: 'https://push.example.com/phone' },
    ])
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Turn off for this phone' }).click()
    await page.getByRole('button', { name: 'Turn on for this phone' }).waitFor()
    expect(await subscriptions()).toEqual([])
    await page.getByLabel('Text message').check()
    await page.getByRole('button', { name: 'Turn on for this phone' }).waitFor({ state: 'detached' })
    const [worker] = await site.world.deps.store.read.select().from(workers).where(eq(workers.id, marcus))
    expect(worker!.notifyBy).toBe('sms')
    expect(troubles).toEqual([])
    await close()
  })

  test('a phone that blocks them warns right below the choice', async () => {
    await site.world.deps.store.write((tx) =>
      tx.update(workers).set({ notifyBy: 'push' }).where(eq(workers.id, marcus)),
    )
    const { page, close } = await visit(browser, site, phone)
    await openDay(page, await link())
    await page.getByText('Visit notifications').click()
    const warning = page.locator('.alert-warn', { hasText: 'Your phone blocks notifications' })
    await warning.waitFor()
    expect(await page.getByRole('button', { name: 'Turn on for this phone' }).count()).toBe(0)
    await close()
  })

  test('come again after the office got a new key, without anyone doing anything', async () => {
    await site.world.deps.store.write((tx) =>
      tx.update(workers).set({ notifyBy: 'push' }).where(eq(workers.id, marcus)),
    )
    const [old, fresh] = ['https://push.example.com/old', 'https://push.example.com/fresh']
    for (const [key, expected] of [
      [Buffer.from('another key'), fresh],
      [Buffer.from(currentKey(), 'base64url'), old],
    ] as const) {
      await site.world.deps.store.write((tx) => tx.delete(pushSubscriptions))
      const { page, close } = await visit(browser, site, phone)
      const before = { key: [...key], endpoint: old }
      await page.addInitScript(allowPush, { endpoint: fresh, keys: browserKeys(), before })
      const told = page.waitForResponse((response) => response.url().endsWith('/api/work/push'))
      await openDay(page, await link())
      expect((await told).status()).toBe(200)
      expect((await subscriptions()).map(({ endpoint }) => endpoint)).toEqual([expected])
      await close()
    }
  })

  test('are shown by the phone when a push message arrives', async () => {
    const { page, context, close } = await visit(browser, site, {
      ...phone,
      permissions: ['notifications'],
    })
    await openDay(page, await link())
    await keptForOffline(page)
    const news = { title: 'New visit', body: 'Jordan, Monday, March 2, 3:00 PM', tag: 'job-1', url: '/work' }
    await deliver(context, page, JSON.stringify(news))
    // The same visit again replaces the first.
    await deliver(context, page, JSON.stringify({ ...news, title: 'New time for a visit' }))
    await page.waitForFunction(async () => {
      const shown = await (await navigator.serviceWorker.ready).getNotifications()
      return shown.length === 1 && shown[0]?.title === 'New time for a visit'
    })
    await close()
  })
})

const currentKey = () => site.world.deps.state.of(PushDesk).vapid(site.world.deps).publicKey

/** As the browser's push service does. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const registered = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId } of registrations) registered.resolve(registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered.promise
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data })
  await devtools.detach()
}
