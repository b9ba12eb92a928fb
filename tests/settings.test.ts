import { expect, test } from 'bun:test'
import { startTestApp } from './support/app'

/** Writes as the settings page does. */
async function change(app: Awaited<ReturnType<typeof startTestApp>>, values: object, reset?: string[]) {
  const { store, settings, clock } = app.deps
  const change = { values: { ...values }, ...(reset ? { reset } : {}), by: 'dana' }
  await store.write((tx) => settings.change(tx, 'business', change, clock.now()))
  await settings.load(store.read)
}

test('a changed setting counts at once, and the rest keeps its first value', async () => {
  const app = await startTestApp({ BUSINESS_NAME: 'Acme', BUSINESS_PHONE: '(303) 555-0100' })
  const { settings } = app.deps
  expect(settings.business).toMatchObject({ name: 'Acme', phone: '(303) 555-0100', color: '#1f6f54' })
  await change(app, { name: 'Blue Gutters' })
  await change(app, { color: '#123456' })
  expect(settings.business).toMatchObject({ name: 'Blue Gutters', phone: '(303) 555-0100', color: '#123456' })
  expect(['name', 'phone', 'email'].map((field) => settings.originOf('business', field))).toEqual([
    'console',
    'environment',
    'default',
  ])
  await change(app, {}, ['name'])
  expect(settings.business).toMatchObject({ name: 'Acme', color: '#123456' })
})

test('a page shows a new business name the next time it is opened', async () => {
  const app = await startTestApp()
  const text = async (path: string) => (await app.call('GET', path)).text
  expect(await text('/my')).not.toContain('Blue Gutters')
  await change(app, { name: 'Blue Gutters' })
  for (const path of ['/my', '/book', '/admin']) expect(await text(path)).toContain('Blue Gutters')
})

test('a stored value that is no longer accepted is ignored', async () => {
  const app = await startTestApp()
  await change(app, { timeZone: 'Mars/Olympus', nonsense: 1 })
  expect(app.deps.settings.business.timeZone).toBe('America/New_York')
})
