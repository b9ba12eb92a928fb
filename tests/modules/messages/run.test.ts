import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { customers, franchises, jobs } from '../../../db/schema'
import { runOnboarding } from '../../../src/modules/messages/onboarding'
import { refusal, startResend } from '../../providers/email/resend-stub'
import { startTestApp, type TestApp } from '../../support/app'
import { allRows, useStubs } from './outbox'
import { addFranchise, addPeople, jobOf } from './people'

const day = 86_400_000
let app: TestApp

beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

const franchise = (changes: Partial<typeof franchises.$inferInsert> = {}) =>
  addFranchise(app.deps, 'den', { email: 'den@example.com', contactName: 'Dana', ...changes })
const typesOf = async () => (await runOnboarding(app.deps)).details.map(({ type }) => type)

describe('a new franchise', () => {
  test('is welcomed, then guided on day 2 and day 5, each once', async () => {
    await franchise()
    const sent = []
    for (let today = 0; today < 10; today++) {
      sent.push(await typesOf())
      app.clock.advance(day)
    }
    expect(sent).toEqual([
      ['franchise-welcome'],
      [],
      ['setup-guide'],
      [],
      [],
      ['first-job-guide'],
      [],
      [],
      [],
      [],
    ])
    expect((await allRows(app.deps)).map(({ recipient, state }) => [recipient, state])).toEqual([
      ['den@example.com', 'sent'],
      ['den@example.com', 'sent'],
      ['den@example.com', 'sent'],
    ])
  })

  test('that is connected and has a job needs no guide', async () => {
    await franchise({ accountId: 'acct_1', chargesEnabled: true, detailsSubmitted: true })
    await addPeople(app.deps, [{ id: 'ada', franchiseId: 'den' }])
    app.clock.advance(10 * day)
    expect(await typesOf()).toEqual(['franchise-welcome'])
  })

  test('gets what was missed during downtime, but not a month later', async () => {
    await franchise()
    app.clock.advance(7 * day)
    expect(await typesOf()).toEqual(['franchise-welcome', 'setup-guide', 'first-job-guide'])
    await addFranchise(app.deps, 'old', { email: 'old@example.com', createdAt: app.clock.now() - 31 * day })
    expect(await typesOf()).toEqual([])
  })

  test('without an address or inactive gets nothing', async () => {
    await franchise({ active: false })
    await addFranchise(app.deps, 'aus')
    expect(await typesOf()).toEqual([])
  })
})

describe('a customer', () => {
  const complete = (id = 'ada', email = `${id}@example.com`) => addPeople(app.deps, [{ id, email }])

  test('is asked the morning after the visit, by the clock of the franchise, once', async () => {
    await addFranchise(app.deps, 'den', { timeZone: 'America/Denver' })
    await addPeople(app.deps, [{ id: 'ada', email: 'ada@example.com', franchiseId: 'den' }])
    const at = async (time: string) => {
      app.clock.set(time)
      return (await runOnboarding(app.deps)).details.filter(({ type }) => type === 'customer-follow-up')
    }
    // Completed at 7 PM in Denver, when it is the next day in London.
    const completedAt = Date.parse('2026-03-04T02:00:00Z')
    await app.deps.store.write((tx) => tx.update(jobs).set({ completedAt }).where(eq(jobs.id, 'ada-0')))
    expect(await at('2026-03-04T06:30:00Z')).toEqual([])
    expect(await at('2026-03-04T09:00:00Z')).toMatchObject([{ to: 'ada@example.com', status: 'queued' }])
    const dueAt = Date.parse('2026-03-04T16:00:00Z')
    expect(await allRows(app.deps)).toMatchObject([{ template: 'follow-up', state: 'queued', dueAt }])
    expect(await at('2026-03-05T09:00:00Z')).toEqual([])
  })

  test('is asked the day after completion, once', async () => {
    await complete()
    const counts = []
    for (let today = 0; today < 5; today++) {
      counts.push((await runOnboarding(app.deps)).emailsSent)
      app.clock.advance(day)
    }
    expect(counts).toEqual([0, 1, 0, 0, 0])
    expect(await allRows(app.deps)).toMatchObject([
      { template: 'follow-up', jobId: 'ada-0', recipient: 'ada@example.com' },
    ])
  })

  test('is asked again only after two months, however often we come', async () => {
    await addPeople(app.deps, [{ id: 'ada', email: 'ada@example.com', jobs: 2 }])
    const complete = (id: string) => {
      const now = app.clock.now()
      const visit = { scheduledStart: now - 1, scheduledEnd: now, busyUntil: now, completedAt: now }
      return app.deps.store.write((tx) => tx.update(jobs).set(visit).where(eq(jobs.id, id)))
    }
    const asked = async () => {
      app.clock.advance(day)
      return (await runOnboarding(app.deps)).details.length
    }
    await complete('ada-0')
    await complete('ada-1')
    expect(await asked()).toBe(1)
    expect(await asked()).toBe(0)
    app.clock.advance(7 * day)
    await complete('ada-1')
    expect(await asked()).toBe(0)
    app.clock.advance(60 * day)
    await complete('ada-1')
    expect(await asked()).toBe(1)
  })

  test("who opted out, or whose job isn't done or is long done, isn't asked", async () => {
    await complete('ada')
    await complete('bob')
    await complete('cem')
    await app.deps.store.write(async (tx) => {
      await tx.update(customers).set({ emailOptOut: true }).where(eq(customers.id, 'ada'))
      await tx.update(jobs).set({ status: 'in_progress', completedAt: null }).where(eq(jobs.id, 'bob-0'))
      await tx
        .update(jobs)
        .set({ completedAt: app.clock.now() - 20 * day })
        .where(eq(jobs.id, 'cem-0'))
    })
    app.clock.advance(3 * day)
    expect((await runOnboarding(app.deps)).details).toEqual([])
  })

  test('is found among many', async () => {
    const now = app.clock.now()
    await addPeople(app.deps, [{ id: 'ada', email: 'ada@example.com', jobs: 0 }])
    const rows = Array.from({ length: 1_200 }, (_, n) =>
      jobOf({ id: 'ada', email: `p${n}@example.com` }, `j${n}`, now),
    )
    for (let from = 0; from < rows.length; from += 300)
      await app.deps.store.write((tx) => tx.insert(jobs).values(rows.slice(from, from + 300)))
    app.clock.advance(2 * day)
    expect((await runOnboarding(app.deps)).emailsSent).toBe(1_200)
  })
})

test('three runs at once send nothing twice', async () => {
  await franchise()
  await addPeople(
    app.deps,
    Array.from({ length: 50 }, (_, n) => ({ id: `p${n}`, email: `p${n}@lovelace.dev` })),
  )
  app.clock.advance(3 * day)
  const stub = startResend()
  useStubs(app.deps, { resend: stub.url })
  const runs = await Promise.all([1, 2, 3].map(() => runOnboarding(app.deps)))
  expect(runs.reduce((sum, { emailsSent }) => sum + emailsSent, 0)).toBe(52)
  expect(stub.requests).toHaveLength(50)
  expect(new Set(stub.requests.map(({ body }) => String(body.to))).size).toBe(50)
  await stub.stop()
})

test('a message refused by a provider has failed, and a postponed one is queued', async () => {
  await addPeople(app.deps, [
    { id: 'ada', email: 'ada@lovelace.dev' },
    { id: 'bob', email: 'bob@lovelace.dev' },
  ])
  app.clock.advance(2 * day)
  const stub = startResend((attempt) => refusal(attempt === 1 ? 422 : 500, 'some_error'))
  useStubs(app.deps, { resend: stub.url })
  const run = await runOnboarding(app.deps)
  expect([run.emailsSent, run.emailsFailed]).toEqual([0, 1])
  expect(run.details.map(({ status }) => status).toSorted()).toEqual(['failed', 'queued'])
  await stub.stop()
})

describe('GET /api/cron/onboarding-emails', () => {
  test("answers with the run's result, with the cron secret, twice a minute", async () => {
    await franchise()
    const token = app.deps.secrets.cronSecret
    const get = (method = 'GET') => app.call(method, '/api/cron/onboarding-emails', { token })
    expect((await app.call('GET', '/api/cron/onboarding-emails', { from: '192.0.2.9' })).status).toBe(401)
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(body.data).toEqual({
      success: true,
      emailsSent: 1,
      emailsFailed: 0,
      details: [{ type: 'franchise-welcome', to: 'den@example.com', status: 'sent' }],
      timestamp: '2026-03-02T15:00:00.000Z',
    })
    expect((await get()).body.data.emailsSent).toBe(0)
    expect((await get()).status).toBe(429)
  })

  test("doesn't run on HEAD", async () => {
    await franchise()
    await app.call('HEAD', '/api/cron/onboarding-emails', { token: app.deps.secrets.cronSecret })
    expect(await allRows(app.deps)).toEqual([])
  })
})
