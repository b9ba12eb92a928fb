import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq, ne } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { franchises, jobs } from '../../db/schema'
import { office, startDemoSite, type DemoSite } from './support/demo-site'
import { openBrowser, visit, type Visitor } from './support/visitor'

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

/** Opens the console in a browser of its own, as someone who was just invited. */
async function enterAs(name: string, role: string, franchiseId: string | null = null) {
  const person = { name, email: `${name.toLowerCase()}@example.com`, role, franchiseId }
  const { id, link } = await office(site, '/api/admin/staff', person)
  const visitor = await visit(browser, site)
  await visitor.page.goto(`/admin${new URL(link).hash}`)
  await visitor.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  return { ...visitor, id: id as string }
}

/** The statuses of requests with the person's own token. */
const statuses = ({ page }: Visitor, paths: string[]) =>
  page.evaluate(async (asked) => {
    const token = /eyJ[\w.-]+/.exec(JSON.stringify(localStorage))?.[0] ?? ''
    const headers = { authorization: `Bearer ${token}` }
    return Promise.all(asked.map(async (path) => (await fetch(path, { headers })).status))
  }, paths)

test('a dispatcher and a franchisee work side by side, and each sees only their part', async () => {
  const [own, other] = await read().select().from(franchises).orderBy(franchises.name)
  const inOwn = eq(jobs.franchiseId, own!.id)
  const [mine] = await read().select().from(jobs).where(inOwn).limit(1)
  const [foreign] = await read()
    .select()
    .from(jobs)
    .where(and(ne(jobs.franchiseId, own!.id)))
    .limit(1)
  const kim = await enterAs('Kim', 'dispatcher')
  const lee = await enterAs('Lee', 'franchisee', own!.id)

  await kim.page.goto(`/admin?tab=franchises&id=${own!.id}`)
  const drawer = kim.page.getByRole('dialog')
  await drawer.getByText('Time zone').waitFor()
  for (const title of ['Payouts', 'Revenue share', 'Payout account'])
    expect(await drawer.getByRole('heading', { name: title }).count()).toBe(0)
  expect(await statuses(kim, ['/api/admin/transfers', `/api/admin/franchises/${own!.id}/splits`])).toEqual([
    403, 403,
  ])

  await lee.page.goto(`/admin?tab=jobs&job=${mine!.id}`)
  await lee.page.getByRole('dialog').getByText(own!.name).first().waitFor()
  await lee.page.goto(`/admin?tab=jobs&job=${foreign!.id}`)
  await lee.page.getByText('Job not found').waitFor()
  const addresses = [
    `/api/admin/jobs/${foreign!.id}`,
    `/api/admin/franchises/${other!.id}`,
    `/api/admin/jobs?franchiseId=${other!.id}`,
    `/api/admin/transfers?franchiseId=${other!.id}`,
    '/api/admin/settings',
    `/api/admin/jobs/${mine!.id}`,
  ]
  expect(await statuses(lee, addresses)).toEqual([404, 404, 403, 403, 403, 200])

  await office(site, `/api/admin/staff/${kim.id}/deactivate`)
  await kim.page.getByRole('button', { name: 'Close' }).click()
  await kim.page.getByRole('link', { name: 'Customers' }).click()
  await kim.page.getByText('Your session has ended').waitFor()
  await lee.page.goto('/admin?tab=jobs')
  await lee.page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()

  // Every refusal above is also a line in the browser's console.
  for (const { troubles, close } of [kim, lee]) {
    expect(troubles.splice(0).filter((trouble) => !/40[134]/.test(trouble))).toEqual([])
    await close()
  }
})
