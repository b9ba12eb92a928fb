import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientErrors, outbox, webhookEvents } from '../../../db/schema'
import { isNearlyFull } from '../../../src/modules/operations/diagnosis/storage'
import { scoreOf } from '../../../src/modules/operations/health'

import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'
import { temporaryFolder } from '../../support/temp'
import { addWorld, denver, marcus, sofia } from '../../support/world'

let admin: Admin
let open = false
afterEach(async () => {
  if (open) await admin.close()
  open = false
})

const hour = 3_600_000

/** A company that needs no advice: complete, backed up, with an account that can be paid. */
async function startCompany(env: Record<string, string> = {}): Promise<void> {
  const folder = temporaryFolder('insights')
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', '2026-03-02T03-15-00-000Z.db'), '')
  admin = await startAdmin({ DATA_DIR: folder, ...env })
  open = true
  await addWorld(admin)
  await run(sql`UPDATE franchises SET account_id = 'acct_1', payouts_enabled = 1`)
}

const run = (statement: ReturnType<typeof sql>) => admin.deps.store.write((tx) => tx.run(statement))
const read = async () => expectStatus(await admin.get('/api/dev/insights'), 200).body.data
const titles = async () =>
  (await read()).insights.map(({ severity, title }: Record<string, string>) => `${severity}: ${title}`)

describe('a company without problems', () => {
  test('gets no advice and the full score', async () => {
    await startCompany()
    expect(await read()).toEqual({ insights: [], score: 100, analyzedAt: '2026-03-02T15:00:00.000Z' })
  })
})

describe('a franchise without a share', () => {
  /** Changes the share of the only franchise, so many hours from now. */
  const shareIs = (basisPoints: number, hours: number) =>
    run(sql`INSERT INTO franchise_splits (id, franchise_id, share_basis_points, effective_from, created_at)
      SELECT 'share-' || ${hours}, id, ${basisPoints}, ${admin.deps.clock.now() + hours * hour}, 0 FROM franchises`)

  test("needs no payout account until it gets one, because there's nothing to pay out", async () => {
    await startCompany()
    await run(sql`UPDATE franchises SET account_id = NULL, payouts_enabled = 0`)
    await shareIs(0, -1)
    expect(await titles()).toEqual([])
    await shareIs(8_000, 1)
    expect(await titles()).toEqual(["medium: 1 franchise can't receive payouts yet"])
  })
})

describe('insights find each problem, with a way to fix it:', () => {
  const faults: [title: string, prepare: () => unknown, env?: Record<string, string>][] = [
    [
      'medium: 1 technician without working hours',
      () => run(sql`DELETE FROM worker_shifts WHERE worker_id = 'worker-sofia'`),
    ],
    ['medium: 1 service without a duration', () => run(sql`UPDATE service_types SET base_minutes = NULL`)],
    ['low: 1 service without a list price', () => run(sql`UPDATE service_types SET list_price_cents = NULL`)],
    ['high: 1 franchise without a revenue share', () => run(sql`DELETE FROM franchise_splits`)],
    [
      "medium: 1 franchise can't receive payouts yet",
      () => run(sql`UPDATE franchises SET payouts_enabled = 0`),
    ],
    [
      'high: 1 visit in the next 24 hours without a technician',
      async () => {
        await plantJob(admin, { status: 'scheduled', start: '2026-03-03T14:00:00Z' })
        await plantJob(admin, { status: 'scheduled', start: '2026-03-03T16:00:00Z' })
        await plantJob(admin, { status: 'scheduled', start: '2026-03-02T16:00:00Z', workerId: marcus })
      },
    ],
    [
      'medium: 1 visit never started',
      async () => {
        await plantJob(admin, { status: 'scheduled', start: '2026-03-02T11:30:00Z', workerId: marcus })
        await plantJob(admin, { status: 'scheduled', start: '2026-03-02T12:30:00Z', workerId: sofia })
        await plantJob(admin, { status: 'in_progress', start: '2026-03-01T12:30:00Z', workerId: sofia })
      },
    ],
    ["medium: 1 job with an address we couldn't find", () => task('job.unplaced')],
    ['low: 1 job outside every service area', () => task('job.no-franchise')],
    [
      'high: 1 job not placed on the map for over an hour',
      () =>
        plantJob(admin, {
          fields: {
            createdAt: admin.clock.now() - 2 * hour,
            franchiseId: denver,
            priceCents: 18_900,
            totalCents: 18_900,
          },
        }),
    ],
    ["high: 1 payment event couldn't be processed", () => event('dead')],
    ['medium: 1 payment event waiting for more than an hour', () => event('queued')],
    [
      'medium: 2 messages may not have been delivered',
      async () => {
        await message('dead')
        await message('unknown')
        await message('cancelled')
      },
    ],
    ['high: 1 message waiting for more than an hour', () => message('queued')],
    ['medium: 12 errors reported in the last hour', () => errors(12)],
    [
      'high: 5 requests failed in the last hour',
      () => {
        for (let n = 0; n < 5; n++) admin.deps.requests.record('GET', '/x', 500, 1, admin.clock.now())
      },
    ],
    [
      'medium: Slow responses: admin jobs',
      () => {
        for (let n = 0; n < 20; n++) {
          admin.deps.requests.record('GET', '/api/admin/jobs', 200, 700, 0)
          admin.deps.requests.record('GET', '/api/admin/jobs/:id', 200, 900, 0)
        }
      },
    ],
    [
      'medium: Slow responses: page speed reports',
      () => {
        for (let n = 0; n < 20; n++) admin.deps.requests.record('POST', '/api/vitals', 200, 700, 0)
      },
    ],
    [
      'medium: 1 open booking far below your list price',
      () =>
        plantJob(admin, {
          fields: { placeState: 'placed', franchiseId: denver, priceCents: 15_000, totalCents: 15_000 },
        }),
    ],
    ['high: Your latest backup is 3 days old', () => admin.clock.advance(3 * 24 * hour)],
    ['medium: The secret that signs HQ tokens is weak', () => {}, { HQ_JWT_SECRET: 'short' }],
    [
      'medium: The secret that protects the scheduled tasks is weak',
      () => {},
      { CRON_SECRET: 'abababababababababab' },
    ],
    [
      'medium: The secret that signs customer sign-ins is weak',
      () => {},
      { PROOF_SECRET: 'the output of openssl rand -hex 32' },
    ],
    [
      'high: Almost any address counts as a trusted proxy',
      () => {},
      { TRUSTED_PROXIES: 'loopback,0.0.0.0/0' },
    ],
    ['low: Scheduled tasks are turned off', () => {}, { CRON_ENABLED: 'false' }],
  ]

  const task = (kind: string) =>
    run(
      sql`INSERT INTO hq_tasks (id, kind, subject, title, created_at) VALUES ('t', ${kind}, 'job-1', 'x', 0)`,
    )
  const event = (state: 'dead' | 'queued') =>
    admin.deps.store.write((tx) =>
      tx.insert(webhookEvents).values({
        id: 'evt',
        type: 't',
        payload: '{}',
        source: 'webhook',
        state,
        dueAt: admin.clock.now() - 2 * hour,
        receivedAt: 0,
      }),
    )
  const message = (state: 'dead' | 'unknown' | 'cancelled' | 'queued') =>
    admin.deps.store.write((tx) =>
      tx.insert(outbox).values({
        id: state,
        about: state,
        channel: 'email',
        template: 'booked',
        recipient: 'a@example.com',
        data: {},
        state,
        dueAt: admin.clock.now() - 2 * hour,
        createdAt: 0,
      }),
    )
  const errors = (count: number) =>
    admin.deps.store.write(async (tx) => {
      for (let n = 0; n < count; n++)
        await tx.insert(clientErrors).values({ message: 'x', grouping: 'x', at: admin.clock.now() })
    })

  for (const [title, prepare, env] of faults)
    test(title, async () => {
      await startCompany(env)
      await prepare()
      expect(await titles()).toEqual([title])
      const [{ detail, action, page }] = (await read()).insights
      expect(detail.length).toBeGreaterThan(10)
      expect(action.length).toBeGreaterThan(10)
      expect([title, detail, action].join()).not.toContain('/api/')
      if (page === undefined) expect(isFixedOnTheServer(title)).toBe(true)
      else expect(tabNames).toContain(new URL(page, 'http://x').searchParams.get('tab') ?? undefined)
    })

  // Read as text, because importing the console would need a browser.
  const tabsFile = readFileSync('src/web/admin/tabs.ts', 'utf8')
  const tabNames = [...tabsFile.matchAll(/\btab\(\s*'([\w-]+)'/g)].map(([, name]) => name)
  /** Settings aren't in the console, so there is no page to link to. */
  const isFixedOnTheServer = (title: string) => /secret|proxy|Scheduled tasks/.test(title)

  test('in production: no providers, no backup, an address that leads nowhere', async () => {
    admin = await startAdmin({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: temporaryFolder('insights'),
    })
    open = true
    expect((await titles()).toSorted()).toEqual([
      "high: Email isn't set up",
      "high: Payments aren't set up",
      "high: You don't have a backup",
      'high: Your public address only works on this server',
      "low: SMS isn't set up",
    ])
  })

  test('a provider that refuses our key is named, with the variable to check', async () => {
    const mail = Bun.serve({ port: 0, fetch: () => Response.json({ name: 'invalid' }, { status: 401 }) })
    await startCompany({
      RESEND_API_KEY: 're_0123456789abcdef',
      RESEND_API_URL: `http://127.0.0.1:${mail.port}`,
      EMAIL_FROM: 'office@acme.com',
    })
    await read()
    await admin.deps.background.idle()
    const { insights } = await read()
    expect(insights).toMatchObject([
      {
        severity: 'high',
        title: 'The email provider rejected our key',
        action: expect.stringContaining('RESEND_API_KEY'),
      },
    ])
    await mail.stop(true)
  })

  test("as many errors as in every hour aren't a spike", async () => {
    await startCompany()
    const one = (n: number) => ({ message: 'x', grouping: 'x', at: admin.clock.now() - n * 5 * 60_000 })
    await admin.deps.store.write((tx) =>
      tx.insert(clientErrors).values(Array.from({ length: 24 * 7 * 12 }, (_, n) => one(n))),
    )
    expect(await titles()).toEqual([])
  })
})

describe('disk space', () => {
  test("is low by what's left, not by percent alone", () => {
    const gigabyte = 1024 ** 3
    expect(isNearlyFull({ freeBytes: 0.4 * gigabyte, freeShare: 0.5 })).toBe(true)
    expect(isNearlyFull({ freeBytes: 2 * gigabyte, freeShare: 0.04 })).toBe(true)
    expect(isNearlyFull({ freeBytes: 40 * gigabyte, freeShare: 0.04 })).toBe(false)
    expect(isNearlyFull({ freeBytes: 2 * gigabyte, freeShare: 0.2 })).toBe(false)
  })
})

describe('the score', () => {
  test('is 100 less 15, 5 and 1, and never below zero; the worst problem comes first', async () => {
    expect(
      scoreOf([{ severity: 'high' }, { severity: 'medium' }, { severity: 'low' }, { severity: 'low' }]),
    ).toBe(78)
    expect(scoreOf(Array.from({ length: 9 }, () => ({ severity: 'high' as const })))).toBe(0)
    await startCompany({ CRON_ENABLED: 'false' })
    await run(sql`DELETE FROM franchise_splits`)
    const { insights, score } = await read()
    expect(score).toBe(84)
    expect(insights.map(({ severity }: { severity: string }) => severity)).toEqual(['high', 'low'])
  })
})
