import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  emptyDataFolder,
  failToStart,
  startService,
  stopService,
  type RunningService,
} from '../support/server'

const dataDir = emptyDataFolder()
const eager = { headers: { 'x-forwarded-for': '203.0.113.7' } }

describe('a start without settings', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await startService({ DATA_DIR: dataDir })
  })
  afterAll(() => stopService(service))

  test('answers', async () => {
    const answer = await fetch(`${service.url}/api/vitals`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ ok: true, data: { status: 'ok', version: '1.0.0' } })
  })

  test('shows where everything is, on one screen', () => {
    const banner = service.output().split('{')[0] ?? ''
    const address = `http://localhost:${service.port}`
    expect(banner).toMatch(/^\n {2}Truckroll \d+\.\d+\.\d+\n/)
    expect(banner).toContain(`  Address  ${address}\n`)
    expect(banner).toContain(`  Swagger  ${address}/swagger\n`)
    expect(banner).toMatch(
      new RegExp(
        `  Admin    ${address}/admin#setup=[\\w-]{32} \\(makes you the owner, once, within 15 minutes; for another way in, run: .*\\)\n`,
      ),
    )
    expect(banner).not.toContain('eyJ')
    expect(banner).toContain(`  Data     ${dataDir}\n`)
    expect(banner).toContain('  Demo     payments, email, sms, geocoder, routing, codehost, hosting\n')
    expect(banner.trim().split('\n').length).toBeLessThanOrEqual(12)
  })

  test('links to a page that makes one owner, who can call HQ endpoints', async () => {
    const code = /#setup=(\S+)/.exec(service.output())?.[1] ?? ''
    const owner = { name: 'Dana Reyes', email: 'dana@example.com' }
    const signIn = () =>
      fetch(`${service.url}/api/sign-in/setup`, { method: 'POST', body: JSON.stringify({ code, ...owner }) })
    const { data } = (await (await signIn()).json()) as { data: { token: string } }
    const { token } = data
    expect((await signIn()).status).toBe(401)
    const answer = await fetch(`${service.url}/api/admin/services`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
  })

  test('shows the API with the address it was called at', async () => {
    const page = await fetch(`${service.url}/swagger`)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const document = (await (await fetch(`${service.url}/swagger/json`)).json()) as { servers: unknown }
    expect(document.servers).toEqual([{ url: '/' }])
  })

  test('keeps its secrets to itself', () => {
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0)
  })

  test('counts requests', async () => {
    const use = async () => (await fetch(`${service.url}/api/vitals`, eager)).status
    const statuses = await Promise.all(Array.from({ length: 121 }, use))
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  })
})

describe('a second start', () => {
  test('continues with the same data and secrets, and remembers who used up a limit', async () => {
    const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
    const service = await startService({ DATA_DIR: dataDir })
    expect((await fetch(`${service.url}/api/vitals`)).status).toBe(200)
    expect((await fetch(`${service.url}/api/vitals`, eager)).status).toBe(429)
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
    expect(service.output()).toContain(`  Admin    http://localhost:${service.port}/admin\n`)
    expect(await stopService(service)).toBe(0)
  })
})

describe('in production', () => {
  test('no token is printed, because the output is stored', async () => {
    const service = await startService({
      DATA_DIR: emptyDataFolder(),
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://book.example.com',
    })
    expect(service.output()).toContain('  Address  https://book.example.com\n')
    expect(service.output()).toContain(
      '  Admin    https://book.example.com/admin (to get your first sign-in link, run: ./truckroll staff invite you@example.com)\n',
    )
    expect(service.output()).not.toContain('eyJ')
    await stopService(service)
  })
})

describe('a failing start', () => {
  test('names all five wrong variables at once and exits with code 1', async () => {
    const wrong = {
      PORT: 'http',
      PUBLIC_URL: 'example.com',
      BUSINESS_TIMEZONE: 'Mars/Olympus',
      TRUSTED_PROXIES: 'everyone',
      LOG_LEVEL: 'loud',
    }
    const { code, output, errors } = await failToStart({ DATA_DIR: emptyDataFolder(), ...wrong })
    expect([code, output]).toEqual([1, ''])
    expect(errors).toStartWith('The configuration has 5 problems:\n')
    for (const name of Object.keys(wrong))
      expect(errors).toMatch(new RegExp(`^  ${name}: .+ Example: .+$`, 'm'))
    expect(errors).not.toContain('    at ')
  })

  test('says when the port is taken', async () => {
    using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    const { code, output, errors } = await failToStart({
      DATA_DIR: emptyDataFolder(),
      PORT: String(other.port),
    })
    expect([code, output]).toEqual([1, ''])
    expect(errors).toBe(
      `Can't listen on 127.0.0.1, port ${other.port} (EADDRINUSE). Stop the program that uses this port, or set HOST and PORT to other values.\n`,
    )
  })

  test('says when another Truckroll has the port', async () => {
    const running = await startService({ DATA_DIR: emptyDataFolder() })
    const { code, output, errors } = await failToStart({
      DATA_DIR: emptyDataFolder(),
      PORT: String(running.port),
    })
    expect([code, output]).toEqual([1, ''])
    expect(errors).toBe(
      `Can't listen on 127.0.0.1, port ${running.port} (EADDRINUSE). Stop the program that uses this port, or set HOST and PORT to other values.\n`,
    )
    await stopService(running)
  })

  test("says when a service is running on the same data, which isn't disturbed", async () => {
    const folder = emptyDataFolder()
    const running = await startService({ DATA_DIR: folder })
    const { code, output, errors } = await failToStart({ DATA_DIR: folder })
    expect([code, output]).toEqual([1, ''])
    expect(errors).toBe(
      `A service is already running on ${folder}/truckroll.db. Stop it first, or set DATA_DIR to another folder.\n`,
    )
    expect((await fetch(`${running.url}/api/vitals`)).status).toBe(200)
    // However it ends, the next one starts.
    running.signal('SIGKILL')
    await running.exited
    expect(await stopService(await startService({ DATA_DIR: folder }))).toBe(0)
    expect(await stopService(await startService({ DATA_DIR: folder }))).toBe(0)
  })

  test("says when the data folder can't be used", async () => {
    const { code, errors } = await failToStart({ DATA_DIR: '/dev/null/data' })
    expect(code).toBe(1)
    expect(errors).toContain('Set DATA_DIR to a folder')
    expect(errors).not.toContain('    at ')
  })
})
