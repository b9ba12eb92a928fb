import { afterAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobNotes, outbox } from '../../db/schema'
import type { CallOptions } from '../support/app'
import { routesOf, withQuery } from '../support/contract'
import { goodCredential } from './credentials'
import { endpoints, nameOf } from './endpoints'
import { booking, startWorld } from './world'

const world = await startWorld()
afterAll(() => world.test.close())
const { deps } = world.test

const together = 12

/** The same request under the same key, many times at once, from as many addresses. */
async function twins(method: string, path: string, options: CallOptions, key: string) {
  const one = () =>
    world.test.call(method, path, {
      ...options,
      from: world.stranger(),
      headers: { ...options.headers, 'idempotency-key': key },
    })
  return Promise.all(Array.from({ length: together }, one))
}

const hq = () => goodCredential(deps, 'hq')
const keyed = endpoints.filter((endpoint) => {
  const doc = routesOf(world).get(nameOf(endpoint))?.endpoint.doc
  return doc?.idempotent !== undefined
})

describe('simultaneous requests with one Idempotency-Key', () => {
  test('are tested on every endpoint that takes a key', () => {
    expect(keyed.length).toBeGreaterThan(10)
  })

  test.each(keyed.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'get one answer from %s',
    async (name, endpoint) => {
      const { body, query } = await endpoint.good(world)
      const answers = await twins(
        endpoint.method,
        withQuery(endpoint.path, query),
        { body, headers: await goodCredential(deps, endpoint.as) },
        `twins of ${name}`.replaceAll(' ', '-'),
      )
      const different = new Set(answers.map(({ status, text }) => `${status} ${text}`))
      expect([...different]).toEqual([expect.stringMatching(new RegExp(`^${endpoint.status} `))])
    },
  )

  test('write one note', async () => {
    const jobId = await world.job()
    const answers = await twins(
      'POST',
      `/api/admin/jobs/${jobId}/notes`,
      { body: { text: 'Bring the long ladder' }, headers: await hq() },
      'note',
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await deps.store.read.select().from(jobNotes).where(eq(jobNotes.jobId, jobId))).toHaveLength(1)
  })

  test('send one code', async () => {
    const email = 'twins@example.com'
    const answers = await twins('POST', '/api/customer/verify', { body: { email } }, 'code')
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await deps.store.read.select().from(outbox).where(eq(outbox.recipient, email))).toHaveLength(1)
  })

  test('send one invoice', async () => {
    const invoiceId = await world.invoice()
    const answers = await twins(
      'POST',
      '/api/invoices/send',
      { body: { invoiceId, method: 'email' }, headers: await hq() },
      'invoice',
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  test('add one service and plan one dispatch run', async () => {
    const service = { label: 'Twin cleaning', durationMinutes: 60, price: 99 }
    const added = await twins(
      'POST',
      '/api/admin/services',
      { body: service, headers: await hq() },
      'service',
    )
    expect(new Set(added.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(added[0]?.status).toBe(201)
    const runs = await twins(
      'POST',
      '/api/admin/dispatch/run',
      { body: { dryRun: true }, headers: await hq() },
      'run',
    )
    expect(new Set(runs.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(runs[0]?.status).toBe(200)
  })

  test('get 409 when they differ, and the next one may try after the first failed', async () => {
    const [first, other] = await Promise.all(
      [booking, { ...booking, price: 200 }].map((body) =>
        world.test.call('POST', '/api/jobs/create', {
          body,
          from: world.stranger(),
          headers: { 'idempotency-key': 'two-bookings' },
        }),
      ),
    )
    expect([first?.status, other?.status].toSorted()).toEqual([201, 409])
    const missing = await twins(
      'POST',
      '/api/admin/jobs/unknown/notes',
      { body: { text: 'Nobody reads this' }, headers: await hq() },
      'unknown-job',
    )
    expect(new Set(missing.map(({ status }) => status))).toEqual(new Set([404]))
  })
})
