import { afterAll, describe, expect, test } from 'bun:test'
import { desc } from 'drizzle-orm'
import { activity } from '../../db/schema'
import { describedRoutes } from '../../src/http/swagger'
import { nameOf } from '../contract/endpoints'
import { companyChanges } from '../support/company-changes'
import { concrete } from '../support/contract'
import { changes, startOffice } from '../support/hq-changes'

const office = await startOffice()
afterAll(() => office.close())

const routes = describedRoutes(office.app).filter(({ endpoint }) => endpoint.rule.as === 'hq')
const known = { ...changes, ...companyChanges }

/** Calls that change nothing at HQ, with the reason why they leave no entry. */
const unrecorded: Record<string, string> = {
  'POST /api/dev/activity': 'is itself an entry, written by a tool',
  'POST /api/dev/errors': "reports an error in a browser or tool, and isn't a change",
  'POST /api/dev/location': "is a technician's position, which comes every few seconds",
  'POST /api/dev/invoice': 'previews an invoice',
  'POST /api/admin/campaigns/preview': 'previews a campaign',
  'POST /api/admin/messages/templates/:key/preview': 'previews a message',
  'POST /api/admin/imports': 'only checks a file; the import of it is recorded',
  'PATCH /api/admin/imports/:id': 'says how to read a file that waits',
  'POST /api/admin/imports/:id/discard': 'throws away a file that was never imported',
  'PUT /api/admin/views': 'changes only how one sees lists',
  'PUT /api/admin/jobs/:id/uploads/:hash': 'only sends bytes; adding the file is recorded',
  'DELETE /api/admin/session': 'signs out only oneself',
  'DELETE /api/admin/session/everywhere': 'signs out only oneself',
  'POST /api/admin/zips/locate': 'looks up ZIP codes',
  'POST /api/admin/map/lines': 'draws lines on a map',
}

const entries = () => office.deps.store.read.select().from(activity).orderBy(desc(activity.id)).limit(20)
const latest = async () => (await entries())[0]?.id ?? 0
const from = '203.0.113.77'

/** The entries of HQ that one call left behind. */
async function recordedBy(method: string, path: string, body?: unknown, raw?: BodyInit) {
  await office.rest()
  const before = await latest()
  const sent = raw === undefined ? (body === undefined ? {} : { body }) : { raw }
  const options = { token: await office.hqToken(), from, ...sent }
  const answer = await office.call(method, path, options)
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
  return (await entries()).filter(({ id, via }) => id > before && via !== null)
}

describe('every change by HQ', () => {
  const changing = routes.filter(({ method }) => method !== 'GET' && method !== 'HEAD')

  test('has a line in the table of changes, or a reason to stay unrecorded', () => {
    const unknown = changing.map(nameOf).filter((name) => !(name in known) && !(name in unrecorded))
    expect(unknown).toEqual([])
    const names = new Set(changing.map(nameOf))
    expect([...Object.keys(known), ...Object.keys(unrecorded)].filter((name) => !names.has(name))).toEqual([])
  })

  for (const [name, prepare] of Object.entries(known))
    test(`${name} says who did it, from where, and to what`, async () => {
      const [path, body, raw] = await prepare(office)
      const recorded = await recordedBy(name.split(' ')[0]!, path, body, raw)
      expect(recorded).not.toEqual([])
      for (const entry of recorded) {
        expect(entry).toMatchObject({ actor: 'hq:admin@example.com', via: 'api', address: from })
        // The console puts the person's name in front.
        expect(entry.summary).toMatch(/^[A-Z][a-z]*(?:ed|t|n|ew|id|ave) /)
        if (entry.subjectName !== null) expect(entry.summary).toContain(entry.subjectName)
        expect(JSON.stringify(entry)).not.toMatch(/Jordan|Rivera|Larimer|customer-\d+@|555-0142/)
      }
    })
})

describe('every export by HQ', () => {
  const isList = ({ endpoint, hooks }: (typeof routes)[number]) =>
    'format' in ((hooks.query as { shape?: object } | undefined)?.shape ?? {}) && endpoint.rule.as === 'hq'
  const exported = routes.filter((route) => route.method === 'GET' && isList(route))

  test('is found', () => {
    expect(exported.length).toBeGreaterThan(18)
  })

  for (const route of exported.filter(({ path }) => !path.includes(':')))
    test(`${nameOf(route)} leaves an entry when it's downloaded, and none when it's shown`, async () => {
      expect(await recordedBy('GET', concrete(route.path))).toEqual([])
      expect(await recordedBy('GET', `${concrete(route.path)}?format=csv`)).toMatchObject([
        { type: 'export.downloaded', actor: 'hq:admin@example.com', address: from },
      ])
    })

  test("of one customer's data leaves an entry about that customer", async () => {
    const { customerId } = await office.job()
    expect(await recordedBy('GET', `/api/admin/customers/${customerId}/export`)).toMatchObject([
      { type: 'customer.exported', subjectKind: 'customer', subjectId: customerId },
    ])
  })
})
