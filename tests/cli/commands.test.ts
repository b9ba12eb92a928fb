import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openStore } from '../../db/client'
import { emptyDataFolder, startService, stopService, type RunningService } from '../support/server'
import { temporaryFolder } from '../support/temp'
import { truckrollHere } from './cli'

const dataDir = emptyDataFolder()
let service: RunningService

beforeAll(async () => {
  service = await startService({ DATA_DIR: dataDir, SEED_DEMO: 'on' })
})
afterAll(() => stopService(service))

const run = (...words: string[]) =>
  truckrollHere(words, { DATA_DIR: dataDir, PORT: String(service.port), HOST: '127.0.0.1' })
const runJson = (...words: string[]) => run('--json', ...words)

async function inStore<T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
  const store = await openStore({ url: `file:${join(dataDir, 'truckroll.db')}` }, 0)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
const write = (statement: string) => inStore((store) => store.write((tx) => tx.run(sql.raw(statement))))
const firstOf = (table: string) =>
  inStore(
    async (store) =>
      (await store.read.all<{ id: string }>(sql.raw(`SELECT id FROM ${table} LIMIT 1`)))[0]!.id,
  )

describe('staff', () => {
  test('invites someone with a link, lists them, and keeps them out', async () => {
    const invited = await runJson('staff', 'invite', 'Dana@example.com', '--name', 'Dana Reyes')
    expect(invited.json).toMatchObject({ email: 'dana@example.com', name: 'Dana Reyes', role: 'owner' })
    const again = await runJson('staff', 'invite', 'dana@example.com')
    const enter = (link: string) =>
      fetch(`${service.url}/api/sign-in`, {
        method: 'POST',
        body: JSON.stringify({ code: link.split('#code=')[1] }),
      })
    expect((await enter(invited.json.link)).status).toBe(401)
    expect((await enter(again.json.link)).status).toBe(200)
    const last = await runJson('staff', 'revoke', 'dana@example.com')
    expect(last).toMatchObject({ code: 1, json: { error: expect.stringContaining('last active owner') } })
    await runJson('staff', 'invite', 'sam@example.com', '--role', 'dispatcher')
    expect((await runJson('staff', 'revoke', 'sam@example.com')).json).toMatchObject({ active: false })
    expect((await run('staff', 'list')).output).toMatch(/sam +sam@example\.com +dispatcher +– +deactivated/)
  })

  test('refuses what is not an address, a role or a person', async () => {
    expect(await runJson('staff', 'invite', 'dana')).toMatchObject({ code: 2 })
    expect(await runJson('staff', 'invite', 'a@example.com', '--role', 'king')).toMatchObject({ code: 2 })
    expect(await runJson('staff', 'revoke', 'nobody')).toMatchObject({ code: 1 })
  })
})

describe('token', () => {
  const ask = (path: string, token: string) =>
    fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } })

  test('signs in to HQ for as long as it says', async () => {
    const { code, json } = await runJson('token', '--subject', 'dana', '--ttl', '30m')
    expect(code).toBe(0)
    expect(json.link).toMatch(/^http:\/\/localhost:\d+\/admin#code=[\w-]{32}$/)
    expect((await ask('/api/dev/metrics', json.token)).status).toBe(200)
    const claims = JSON.parse(atob(json.token.split('.')[1]))
    expect(claims.sub).toBe('dana')
    expect(claims.exp - Date.now() / 1000).toBeCloseTo(1_800, -2)
  })

  test("is listed, and stops working once it's revoked by its id or its text", async () => {
    for (const by of ['id', 'token']) {
      const { json } = await runJson('token', '--subject', 'kim')
      const listed = (await runJson('token', 'list')).json.tokens
      expect(listed[0]).toMatchObject({ id: json.id, subject: 'kim', revokedAt: null, usable: true })
      expect(JSON.stringify(listed)).not.toContain(json.token)
      expect((await ask('/api/dev/metrics', json.token)).status).toBe(200)
      expect(await runJson('token', '--revoke', json[by])).toMatchObject({
        code: 0,
        json: { id: json.id, usable: false },
      })
      expect((await ask('/api/dev/metrics', json.token)).status).toBe(401)
    }
    expect(await runJson('token', '--revoke', 'nothing')).toMatchObject({
      code: 1,
      json: { error: 'Token not found' },
    })
  })

  test('is valid for 30 days at most', async () => {
    expect(await runJson('token', '--ttl', '31d')).toMatchObject({
      code: 2,
      json: { error: '--ttl 31d is too long. A token can be valid for up to 30 days.' },
    })
    expect(await runJson('token', '--ttl', '721h')).toMatchObject({ code: 2 })
    expect(await runJson('token', '--ttl', '30d')).toMatchObject({ code: 0 })
  })

  test("opens a worker's day and nothing of HQ's", async () => {
    const { code, json } = await runJson('token', '--worker', await firstOf('workers'), '--ttl', '7d')
    expect(code).toBe(0)
    expect((await ask('/api/work/today', json.token)).status).not.toBe(401)
    expect((await ask('/api/dev/metrics', json.token)).status).toBe(401)
    expect(await runJson('token', '--worker', 'nobody')).toMatchObject({
      code: 1,
      json: { error: 'Technician not found' },
    })
    expect(await runJson('token', '--worker', 'nobody', '--ttl', '8d')).toMatchObject({
      code: 1,
      json: { ok: false },
    })
  })

  test("can't be created when an identity provider issues them", async () => {
    const { code, errors } = await truckrollHere(['token'], {
      DATA_DIR: dataDir,
      HQ_JWKS_URL: 'https://id.example.com/jwks',
    })
    expect(code).toBe(1)
    expect(errors).toContain('identity provider')
  })
})

describe('seed', () => {
  test('rewrites the demo company, and is refused in production', async () => {
    const folder = emptyDataFolder()
    const first = await truckrollHere(['seed', '--reset', '--json'], { DATA_DIR: folder })
    expect([first.json.ok, first.json.jobs > 100, first.json.customers > 100]).toEqual([true, true, true])
    const production = await truckrollHere(['seed', '--reset'], { DATA_DIR: folder, NODE_ENV: 'production' })
    expect([production.code, production.errors]).toEqual([
      1,
      expect.stringContaining('only outside production'),
    ])
    const removed = await truckrollHere(['seed', '--remove', '--json'], { DATA_DIR: folder })
    expect(removed.json.removedJobs).toBe(first.json.jobs)
  })
})

describe('start-for-real', () => {
  const answers = [
    '--name=Copper Gutters',
    '--address=1420 Larimer St, Denver, CO 80202',
    '--service=Gutter cleaning',
    '--price=189',
    '--minutes=90',
    '--technician=Sam Ortiz',
    '--phone=303-555-0142',
    '--owner=dana@copper.example',
  ]

  test('says what it would do, does it once, and keeps the demo company away', async () => {
    const env = { DATA_DIR: emptyDataFolder() }
    const seeded = await truckrollHere(['seed', '--json'], env)
    const asked = await truckrollHere(['start-for-real', ...answers], env)
    expect([asked.code, asked.output]).toEqual([0, expect.stringContaining(`${seeded.json.jobs} jobs`)])
    expect(asked.output).toContain('Nothing has changed yet')
    const wrong = await truckrollHere(['start-for-real', ...answers, '--price=ten'], env)
    expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining('service.price')])
    const started = await truckrollHere(['start-for-real', ...answers, '--yes', '--json'], env)
    expect(started.json).toMatchObject({ ok: true, started: true, removedJobs: seeded.json.jobs })
    expect(started.json.ownerLink).toContain('/admin#code=')
    const again = await truckrollHere(['start-for-real', ...answers, '--yes'], env)
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('already started for real')])
    const reset = await truckrollHere(['seed', '--reset'], env)
    expect([reset.code, reset.errors]).toEqual([1, expect.stringContaining('started for real')])
  })
})

describe('backup', () => {
  test('is dated, rotated, and never overwrites a file', async () => {
    for (let time = 0; time < 3; time++) expect((await runJson('backup', '--keep', '2')).code).toBe(0)
    expect(readdirSync(join(dataDir, 'backups')).filter((name) => /^\d{4}-/.test(name))).toHaveLength(2)
    const ahead = join(dataDir, 'backups', '2999-01-01T00-00-00-000Z.db')
    writeFileSync(ahead, '')
    const { file: made } = (await runJson('backup', '--keep', '1')).json
    expect([existsSync(made), existsSync(ahead)]).toEqual([true, false])
    const file = join(temporaryFolder('backup'), 'mine.db')
    expect((await runJson('backup', file)).json).toMatchObject({ ok: true, file, removed: 0 })
    expect((await run('backup', file)).errors).toContain('already exists')
    expect(await run('backup', '--keep', 'all')).toMatchObject({
      code: 2,
      errors: '--keep must be a whole number from 1 to 10000\n',
    })
  })
})

describe('restore', () => {
  test('refuses a missing or damaged backup, an existing database and one in use', async () => {
    const folder = emptyDataFolder()
    const here = (...words: string[]) => truckrollHere(words, { DATA_DIR: folder })
    expect((await here('restore', 'latest')).errors).toContain("There's no dated backup")
    expect((await here('restore', '/nowhere.db')).errors).toBe("There's no file /nowhere.db\n")
    const damaged = join(temporaryFolder('damaged'), 'x.db')
    writeFileSync(damaged, 'not a database'.repeat(1000))
    expect((await here('restore', damaged)).errors).toContain("isn't a readable database")
    const empty = join(temporaryFolder('empty'), 'x.db')
    writeFileSync(empty, '')
    expect((await here('restore', empty)).errors).toContain("isn't a Truckroll database")
    expect((await here('restore', temporaryFolder('folder'))).errors).toContain("There's no file")
    const good = join(temporaryFolder('good'), 'x.db')
    expect((await runJson('backup', good)).code).toBe(0)
    expect((await here('restore', good)).code).toBe(0)
    expect((await here('restore', good)).errors).toContain('add --overwrite')
    expect((await run('restore', good, '--overwrite')).errors).toContain('in use')
    const server = await truckrollHere(['restore', good], {
      DATA_DIR: folder,
      DATABASE_URL: 'libsql://db.example.com',
    })
    expect(server.errors).toContain('works only with a database file')
  })
})

describe('export', () => {
  test('writes every business table to a file, without keys and caches', async () => {
    const folder = join(temporaryFolder('export'), 'out')
    const { code, json } = await runJson('export', folder)
    expect(code).toBe(0)
    const lines = readFileSync(join(folder, 'jobs.ndjson'), 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(json.rows.jobs)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      seq: 1,
      demo: true,
      addOns: expect.any(Array),
      customerName: expect.any(String),
    })
    for (const table of ['customers', 'ledger_transactions', 'payments', 'outbox', 'worker_locations'])
      expect(existsSync(join(folder, `${table}.ndjson`))).toBe(true)
    for (const table of ['verification_codes', 'worker_tokens', 'idempotency_keys', 'rate_hits', 'job_sums'])
      expect(existsSync(join(folder, `${table}.ndjson`))).toBe(false)
    expect((await run('export', folder)).errors).toContain("isn't empty")
  })

  test('writes CSV with a header and one line per row', async () => {
    const folder = join(temporaryFolder('export'), 'out')
    const { json } = await runJson('export', folder, '--format', 'csv')
    const lines = readFileSync(join(folder, 'workers.csv'), 'utf8').trimEnd().split('\r\n')
    expect(lines[0]).toStartWith('id,franchiseId,name,')
    expect(lines).toHaveLength(json.rows.workers + 1)
  })
})

describe('task', () => {
  test('runs a scheduled task now and shows the state of all of them', async () => {
    const ran = await runJson('task', 'run', 'webhook-retry')
    expect(ran).toMatchObject({ code: 0, json: { ok: true, task: 'webhook-retry', processed: 0, failed: 0 } })
    expect((await run('task', 'list')).output).toMatch(/^webhook-retry +ok +\d{4}-/m)
    expect((await run('task', 'run', 'lunch')).errors).toContain(
      "There's no task called lunch. Choose one of: ",
    )
  })
})

describe('webhooks and trigger', () => {
  test('a signed test event reaches the running service and shows up in the list', async () => {
    const sent = await runJson('trigger', 'payment_intent.succeeded')
    expect(sent).toMatchObject({
      code: 0,
      json: { status: 200, answer: { received: true, eventId: sent.json.event } },
    })
    const { json } = await runJson('webhooks', 'list', '--limit', '1')
    expect(json.events).toMatchObject([{ id: sent.json.event, type: 'payment_intent.succeeded' }])
    expect((await run('webhooks', 'list')).output).toContain(sent.json.event)
  })

  test('an event about a job moves the job while the demo processor is in use', async () => {
    const [job] = await inStore((store) =>
      store.read.all<{ id: string; total: number }>(
        sql`SELECT id, total_cents AS total FROM jobs WHERE status = 'pending' AND payment_state = 'unpaid' LIMIT 1`,
      ),
    )
    const sent = await runJson(
      'trigger',
      'payment_intent.payment_failed',
      '--job',
      job!.id,
      '--amount',
      String(job!.total),
    )
    expect(sent.code).toBe(0)
    const { json } = await runJson('webhooks', 'replay', sent.json.event)
    expect(json.events).toMatchObject([{ id: sent.json.event, state: 'done' }])
  })

  test('an unknown job fails, is listed, and fails again when replayed', async () => {
    const sent = await runJson('trigger', 'payment_intent.succeeded', '--job', 'nobody')
    expect(sent.code).toBe(0)
    await write(
      `UPDATE webhook_events SET state = 'dead', lease_until = NULL WHERE id = '${sent.json.event}'`,
    )
    expect((await runJson('webhooks', 'list', '--state', 'dead')).json.events).toHaveLength(1)
    expect((await run('webhooks', 'replay', sent.json.event)).errors).toContain('The event failed again')
    await write(`UPDATE webhook_events SET state = 'dead' WHERE id = '${sent.json.event}'`)
    expect(await runJson('webhooks', 'replay', '--dead')).toMatchObject({
      code: 1,
      json: { ok: false, events: [{ state: 'queued' }] },
    })
    expect((await run('webhooks', 'replay', 'evt_nobody')).errors).toBe('Event not found\n')
  })

  test('a made-up payment is never sent to a real processor', async () => {
    const real = { DATA_DIR: dataDir, STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef' }
    expect(
      (await truckrollHere(['trigger', 'payment_intent.succeeded', '--job', 'x'], real)).errors,
    ).toContain('Payments are real here')
  })

  test("a service that isn't running and a wrong secret give different errors", async () => {
    const unset = await truckrollHere(['trigger', 'x'], { DATA_DIR: dataDir, DEMO_PAYMENTS: 'off' })
    expect([unset.code, unset.errors]).toEqual([1, expect.stringContaining("Payments aren't set up")])
    const nobody = await truckrollHere(['trigger', 'x'], { DATA_DIR: dataDir, PORT: '1' })
    expect([nobody.code, nobody.errors]).toEqual([
      1,
      'Nothing is responding at http://127.0.0.1:1. Start the service, or give its address with --url.\n',
    ])
    const stranger = await truckrollHere(['trigger', 'x', '--url', service.url], {
      DATA_DIR: emptyDataFolder(),
    })
    expect(stranger.errors).toContain("didn't accept the signature")
  })
})

describe('outbox', () => {
  test('lists messages by status', async () => {
    await write(`INSERT INTO outbox (id, about, channel, template, recipient, data, state, due_at, created_at, last_error)
      VALUES ('m1', 'm1', 'email', 'booked', 'a@example.com', '{}', 'dead', 0, 0, 'no such mailbox')`)
    const { json } = await runJson('outbox', '--state', 'dead')
    expect(json.messages).toMatchObject([
      { id: 'm1', recipient: 'a@example.com', lastError: 'no such mailbox' },
    ])
    expect(
      (await run('outbox', '--state', 'dead', '--channel', 'sms')).output.trim().split('\n'),
    ).toHaveLength(1)
  })
})

describe('alert test', () => {
  test('says who would get alerts, or what to set', async () => {
    expect(await run('alert', 'test')).toMatchObject({
      code: 1,
      errors: 'Nobody gets alerts yet. Set ALERT_EMAIL, ALERT_PHONE or ALERT_WEBHOOK_URL.\n',
    })
  })

  test('tells for each channel whether the alert arrived', async () => {
    const received: unknown[] = []
    const receiver = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        received.push(await request.json())
        return new Response('')
      },
    })
    const { port } = receiver
    const env = { DATA_DIR: dataDir, HOST: '127.0.0.1' }
    const settings = { ...env, ALERT_EMAIL: 'owner@example.com' }
    const hook = { ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}/secret-key` }
    const { code, output } = await truckrollHere(['alert', 'test'], { ...settings, ...hook })
    expect(output).toBe(
      `email owner@example.com: No email provider is set, so it stays in the outbox\nwebhook 127.0.0.1:${port}: sent\n`,
    )
    expect(code).toBe(1)
    expect(received).toMatchObject([{ kind: 'test', title: 'Test alert' }])
    const alone = await truckrollHere(['alert', 'test', '--json'], { ...env, ...hook })
    expect(alone).toMatchObject({ code: 0, json: { ok: true, channels: [{ failure: null }] } })
    await receiver.stop(true)
    const gone = await truckrollHere(['alert', 'test'], { ...env, ...hook })
    expect(gone).toMatchObject({ code: 1, output: `webhook 127.0.0.1:${port}: It isn't responding\n` })
  })
})

describe('ledger check', () => {
  test("says whether the books balance, and where they don't", async () => {
    expect(await run('ledger', 'check')).toMatchObject({ code: 0, output: 'The books balance.\n' })
    const id = await firstOf("jobs WHERE payment_state = 'unpaid'")
    await write(`UPDATE jobs SET payment_state = 'paid' WHERE id = '${id}'`)
    const wrong = await runJson('ledger', 'check')
    expect(wrong).toMatchObject({ code: 1, json: { ok: false, problems: [{ about: `job:${id}` }] } })
    expect((await run('ledger', 'check')).output).toContain(`job:${id}`)
    await write(`UPDATE jobs SET payment_state = 'unpaid' WHERE id = '${id}'`)
  })
})

describe('openapi, migrate and version', () => {
  test('the OpenAPI document goes to a file or to the output and touches no data', async () => {
    const file = join(temporaryFolder('openapi'), 'openapi.json')
    expect((await runJson('openapi', file)).json).toMatchObject({ ok: true, file })
    const document = JSON.parse(readFileSync(file, 'utf8'))
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
    expect(Object.keys(document.paths)).toContain('/api/reports')
    const folder = emptyDataFolder()
    expect(JSON.parse((await truckrollHere(['openapi'], { DATA_DIR: folder })).output).paths).toEqual(
      document.paths,
    )
    expect(existsSync(folder)).toBe(false)
  })

  test("migrate lists what's pending, applies it, and then has nothing left to do", async () => {
    const env = { DATA_DIR: emptyDataFolder() }
    mkdirSync(env.DATA_DIR, { recursive: true })
    const before = (await truckrollHere(['migrate', 'status', '--json'], env)).json
    expect([before.applied, before.pending.length > 0]).toEqual([[], true])
    const after = (await truckrollHere(['migrate', '--json'], env)).json
    expect([after.applied, after.pending]).toEqual([before.pending, []])
  })
})
