import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openStore } from '../../db/client'
import { startMapServer, type MapServer, type Reply } from '../providers/map-server'
import { client, startOidc, type OidcServer } from '../support/oidc'
import { emptyDataFolder, startService, stopService, type RunningService } from '../support/server'
import { dataFolder, truckroll, truckrollHere } from './cli'

/** A demo as the first start leaves it, and the service running on it. */
const demo = emptyDataFolder()
let service: RunningService
const stubs: MapServer[] = []

/** The demo's data, as a backup has it. */
const healthy = join(dataFolder(), 'healthy.db')

beforeAll(async () => {
  service = await startService({ DATA_DIR: demo, SEED_DEMO: 'on', CRON_ENABLED: 'true' })
  const copied = await truckrollHere(['backup', healthy, '--json'], { DATA_DIR: demo })
  expect(copied.code).toBe(0)
})
afterAll(async () => {
  await stopService(service)
  await Promise.all(stubs.map((stub) => stub.stop()))
})

interface Found {
  check: string
  state: string
  detail: string
  cure?: string
}

async function doctor(env: Record<string, string>) {
  const ran = await truckrollHere(['doctor', '--json'], env)
  const findings: Found[] = ran.json?.findings ?? []
  return { ...ran, faults: findings.filter(({ state }) => state === 'fault') }
}

function stub(reply: Reply): string {
  const server = startMapServer(reply)
  stubs.push(server)
  return server.url
}

/** A separate data folder to plant a problem in. */
async function spoiled(spoil: (folder: string) => unknown): Promise<Record<string, string>> {
  const folder = dataFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  cpSync(healthy, join(folder, 'truckroll.db'))
  cpSync(join(demo, 'secrets.json'), join(folder, 'secrets.json'))
  await spoil(folder)
  return { DATA_DIR: folder }
}

const inStore = (statement: string) => async (folder: string) => {
  const store = await openStore({ url: `file:${join(folder, 'truckroll.db')}` }, 0, { durable: false })
  await store.write((tx) => tx.run(sql.raw(statement)))
  await store.close()
}

/** Files as Litestream 0.5 keeps them beside the database, each this many hours old. */
const litestreamFiles = (ages: number[]) => (folder: string) => {
  const level = join(folder, '.truckroll.db-litestream/ltx/0')
  mkdirSync(level, { recursive: true })
  for (const [index, hours] of ages.entries()) {
    const file = join(level, `${index}.ltx`)
    writeFileSync(file, '')
    const at = new Date(Date.now() - hours * 3_600_000)
    utimesSync(file, at, at)
  }
}

describe('a healthy demo', () => {
  test('has a Litestream that keeps up', async () => {
    const { json, faults } = await doctor({ ...(await spoiled(litestreamFiles([0.05, 0]))), PORT: '1' })
    expect(faults).toEqual([])
    expect(json.findings).toContainEqual({
      check: 'replication',
      state: 'ok',
      detail: 'Litestream is keeping up',
    })
  })

  test('has no problems, whether the service is running or not', async () => {
    const running = await truckroll(['doctor'], { DATA_DIR: demo, PORT: String(service.port) })
    expect(running).toMatchObject({ code: 0, errors: '' })
    expect(running.output).toContain('No problems found.')
    expect(running.output).toMatch(/^ok {4}public URL +http:\/\/localhost:\d+ reaches this service$/m)
    const stopped = await doctor({ DATA_DIR: demo, PORT: '1' })
    expect([stopped.code, stopped.faults]).toEqual([0, []])
  })

  test('has no problems before the first start, and doctor creates nothing', async () => {
    const folder = dataFolder()
    const { code, faults } = await doctor({ DATA_DIR: folder, PORT: '1' })
    expect([code, faults]).toEqual([0, []])
    expect(() => readFileSync(join(folder, 'truckroll.db'))).toThrow()
  })
})

describe('doctor reports each problem with a fix and exits with 1', () => {
  const quiet = { PORT: '1' }
  const bare = { NODE_ENV: 'production', PUBLIC_URL: 'https://book.example.test' }
  const refusing: Reply = () => Response.json({ error: { type: 'invalid_request_error' } }, { status: 401 })
  const twilio = {
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
    TWILIO_AUTH_TOKEN: 'token-0123456789abcdef',
    TWILIO_FROM: '+13035550100',
  }
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_7Kq2vXc9TzR4mWb8LpYd3Nf6',
  }
  const good: Reply = () => Response.json({ object: 'balance', available: [], pending: [] })
  const newBackup = (folder: string) => {
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'backups', `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`), '')
  }

  const faults: [
    check: string,
    says: RegExp,
    prepare: () => Promise<Record<string, string>> | Record<string, string>,
  ][] = [
    ['configuration', /BUSINESS_TIMEZONE/, () => ({ BUSINESS_TIMEZONE: 'Mars/Olympus' })],
    ['disk', /can't write to its data folder/, () => ({ DATA_DIR: '/dev/null/data' })],
    [
      'database',
      /isn't a readable database|damaged/,
      () =>
        spoiled((folder) => writeFileSync(join(folder, 'truckroll.db'), 'no database at all'.repeat(400))),
    ],
    [
      'database',
      /newer version/,
      () => spoiled(inStore("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('of tomorrow', 1)")),
    ],
    [
      'secrets',
      /secrets\.json is damaged/,
      () => spoiled((folder) => writeFileSync(join(folder, 'secrets.json'), '{')),
    ],
    [
      'secrets',
      /is weak\. CRON_SECRET is shorter/,
      async () => ({ ...(await spoiled(() => {})), CRON_SECRET: 'short' }),
    ],
    [
      'clock',
      /newest record is from/,
      () =>
        spoiled(
          inStore(
            `UPDATE jobs SET created_at = ${Date.now() + 86_400_000} WHERE seq = (SELECT max(seq) FROM jobs)`,
          ),
        ),
    ],
    [
      'books',
      /is marked paid with a total of \$[\d,.]+, but the ledger has/,
      () =>
        spoiled(
          inStore(
            `UPDATE jobs SET price_cents = price_cents + 1, total_cents = total_cents + 1
              WHERE seq = (SELECT max(seq) FROM jobs WHERE payment_state = 'paid')`,
          ),
        ),
    ],
    [
      'public URL',
      /Something else is responding/,
      async () => ({
        ...(await spoiled(() => {})),
        PUBLIC_URL: stub(() => new Response('<html>parked</html>')),
      }),
    ],
    [
      'payments',
      /rejected our key/,
      async () => ({ ...(await spoiled(newBackup)), ...stripe, STRIPE_API_URL: stub(refusing) }),
    ],
    [
      'email',
      /isn't (responding|working)|answered with status 500/,
      async () => ({
        ...(await spoiled(newBackup)),
        RESEND_API_KEY: 're_0123456789abcdef',
        EMAIL_FROM: 'office@acme.com',
        RESEND_API_URL: stub(() => new Response('', { status: 500 })),
      }),
    ],
    [
      'email',
      /isn't (responding|working)/,
      async () => ({
        ...(await spoiled(newBackup)),
        SMTP_URL: 'smtp://127.0.0.1:1',
        EMAIL_FROM: 'office@acme.com',
      }),
    ],
    [
      'sms',
      /rejected our key/,
      async () => ({ ...(await spoiled(newBackup)), ...twilio, TWILIO_API_URL: stub(refusing) }),
    ],
    [
      'geocoder',
      /isn't (responding|working)/,
      async () => ({
        ...(await spoiled(newBackup)),
        GEOCODER: 'nominatim',
        GEOCODER_URL: 'http://127.0.0.1:1',
      }),
    ],
    [
      'routing',
      /isn't (responding|working)/,
      async () => ({ ...(await spoiled(newBackup)), ROUTING_URL: 'http://127.0.0.1:1' }),
    ],
    [
      'webhook secret',
      /STRIPE_WEBHOOK_SECRET/,
      async () => ({
        ...(await spoiled(newBackup)),
        STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY,
        STRIPE_API_URL: stub(good),
      }),
    ],
    [
      'proxies',
      /0\.0\.0\.0\/0/,
      async () => ({ ...(await spoiled(() => {})), TRUSTED_PROXIES: '0.0.0.0/0' }),
    ],
    [
      'queues',
      /1 payment event couldn't be processed/,
      () =>
        spoiled(
          inStore(
            "INSERT INTO webhook_events (id, type, payload, source, state, due_at, received_at) VALUES ('e', 't', '{}', 'webhook', 'dead', 0, 0)",
          ),
        ),
    ],
    [
      'tasks',
      /webhook-retry is late/,
      () =>
        spoiled(
          inStore(
            "INSERT INTO task_runs (task, slot, trigger, state, owner, lease_until, started_at, ended_at) VALUES ('webhook-retry', 'x', 'timer', 'done', 'o', 0, 0, 0)",
          ),
        ),
    ],
    [
      'backup',
      /Your latest backup is \d+ days old/,
      () =>
        spoiled((folder) => {
          mkdirSync(join(folder, 'backups'))
          writeFileSync(join(folder, 'backups', '2026-03-02T03-15-00-000Z.db'), '')
        }),
    ],
    ['replication', /Litestream has stopped copying/, () => spoiled(litestreamFiles([2, 1]))],
    ['replication', /copies aren't reaching their storage/, () => spoiled(litestreamFiles([2, 0]))],
    [
      'privacy',
      /Other users of this server can read/,
      () =>
        spoiled((folder) => {
          chmodSync(folder, 0o755)
          chmodSync(join(folder, 'truckroll.db'), 0o644)
        }),
    ],
    [
      'backup',
      /You don't have a backup/,
      async () => ({ ...(await spoiled(() => {})), ROUTING_URL: stub(() => Response.json({})) }),
    ],
  ]

  for (const [check, says, prepare] of faults)
    test(`${check}: ${says.source}`, async () => {
      const { code, faults, errors } = await doctor({ ...quiet, ...(await prepare()) })
      expect(errors).toBe('')
      expect(new Set(faults.map((fault) => fault.check))).toEqual(new Set([check]))
      expect(faults.some(({ detail }) => says.test(detail))).toBe(true)
      for (const { cure } of faults) expect(cure?.length).toBeGreaterThan(10)
      expect(code).toBe(1)
    })

  test('for a production server without keys: no payments, no email, and a note about texts', async () => {
    const { faults, json, code } = await doctor({ ...quiet, ...(await spoiled(() => {})), ...bare })
    const said = Object.fromEntries(faults.map(({ check, detail }) => [check, detail]))
    expect(said).toMatchObject({
      payments: expect.stringContaining("Payments aren't set up. Customers can't pay online"),
      email: expect.stringContaining("aren't delivered"),
    })
    expect(faults.find(({ check }) => check === 'payments')?.cure).toContain('DEMO_PAYMENTS=on')
    const notes: Found[] = (json?.findings ?? []).filter(({ state }: Found) => state === 'note')
    expect(notes.find(({ check }) => check === 'sms')?.detail).toContain("aren't delivered")
    expect(code).toBe(1)
    const trying = await doctor({ ...quiet, ...(await spoiled(() => {})), ...bare, DEMO_PAYMENTS: 'on' })
    expect(trying.faults.find(({ check }) => check === 'payments')?.detail).toContain(
      'simulated in production',
    )
  })

  test('in words people can read', async () => {
    const { code, output } = await truckroll(['doctor'], {
      ...quiet,
      ...(await spoiled(() => {})),
      TRUSTED_PROXIES: '::/0',
    })
    expect(code).toBe(1)
    expect(output).toMatch(
      /^FIX {3}proxies +Almost any address counts as a trusted proxy\. The list .*TRUSTED_PROXIES\) includes ::\/0\./m,
    )
    expect(output).toMatch(/^ +→ List only your own proxy/m)
    expect(output).toContain('1 problem to fix.')
  })
})

describe('the identity provider', () => {
  const misbehaviors: [string, string, (server: OidcServer) => unknown][] = [
    [
      'names another issuer',
      'names another issuer',
      (server) => (server.document = { issuer: 'https://other.example' }),
    ],
    [
      'has no page to sign in on',
      'no page to sign in on',
      (server) => (server.document = { authorization_endpoint: 'javascript:alert(1)' }),
    ],
    [
      'has no document',
      "didn't return a discovery document",
      (server) => (server.answers[document] = () => new Response('gone', { status: 404 })),
    ],
    [
      'returns a page',
      "didn't return a discovery document",
      (server) =>
        (server.answers[document] = () =>
          new Response('<h1>Hi</h1>', { headers: { 'content-type': 'text/html' } })),
    ],
    [
      'sends us elsewhere',
      "didn't return a discovery document",
      (server) => (server.answers[document] = () => Response.redirect('http://127.0.0.1:9/', 302)),
    ],
    ['is gone', "can't be reached", (server) => server.stop()],
  ]
  const document = '/.well-known/openid-configuration'
  const ask = async (server: OidcServer) => {
    const sso = { HQ_OIDC_ISSUER: server.issuer, HQ_OIDC_CLIENT_ID: client.id }
    const { json } = await doctor({ ...(await spoiled(() => {})), ...sso })
    return json.findings.find(({ check }: Found) => check === 'sso') as Found
  }

  for (const [how, words, misbehave] of misbehaviors)
    test(`${how}, and doctor says so`, async () => {
      const server = await startOidc(Date.now)
      await misbehave(server)
      const found = await ask(server)
      expect(found.state).toBe('fault')
      expect(found.detail).toContain(words)
      expect(found.cure).toContain(server.issuer)
      await server.stop()
    })

  test('responds, and doctor says so', async () => {
    const server = await startOidc(Date.now)
    expect(await ask(server)).toEqual({ check: 'sso', state: 'ok', detail: `${server.issuer} responds` })
    await server.stop()
  })

  test("isn't mentioned unless it is configured", async () => {
    const { json } = await doctor(await spoiled(() => {}))
    expect(json.findings.map(({ check }: Found) => check)).not.toContain('sso')
  })
})
