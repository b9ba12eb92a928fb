import { afterAll, describe, expect, test } from 'bun:test'
import { hqTasks } from '../../db/schema'
import { AccessWatch, type ManyRefusals } from '../../src/http/access-watch'
import { networkOf } from '../../src/http/request'
import { minute } from '../../src/lib/clock'
import type { Log } from '../../src/lib/log'
import { startTestApp } from '../support/app'
import { FixedClock } from '../support/clock'

test('an address is shortened to its network before anyone sees it', () => {
  expect(networkOf('203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkOf('2001:db8:12:34::1')).toBe('2001:db8:12::/48')
  expect(networkOf('::1')).toBe('0:0:0::/48')
  expect(networkOf('nonsense')).toBe('unknown')
})

function watch() {
  const lines: string[] = []
  const alarms: ManyRefusals[] = []
  const write = (message: string, fields = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  const log: Log = { debug: write, info: write, warn: write, error: write, flush() {} }
  const clock = new FixedClock()
  const access = new AccessWatch(log, clock)
  access.onMany = (found) => void alarms.push(found)
  const refuse = (times: number, network = '203.0.113.0/24') => {
    for (let nth = 0; nth < times; nth++) access.refused('GET /api/dev/metrics', network)
  }
  return { access, alarms, clock, lines, refuse }
}

describe('the watch over sign-ins', () => {
  test('raises an alarm at 50, once however many follow', () => {
    const { alarms, refuse } = watch()
    refuse(10, '198.51.100.0/24')
    refuse(39)
    expect(alarms).toEqual([])
    refuse(1)
    expect(alarms).toEqual([{ count: 50, network: '203.0.113.0/24', fromThere: 40 }])
    refuse(5_000)
    expect(alarms).toHaveLength(1)
  })

  test('keeps one alarm while the attack continues, and raises another for the next one', () => {
    const { alarms, clock, refuse } = watch()
    for (let slot = 0; slot < 6; slot++) {
      refuse(60)
      clock.advance(10 * minute)
    }
    expect(alarms).toHaveLength(1)
    clock.advance(10 * minute)
    refuse(49)
    expect(alarms).toHaveLength(1)
    refuse(1)
    expect(alarms).toHaveLength(2)
  })

  test('forgets old attempts', () => {
    const { access, alarms, clock, refuse } = watch()
    refuse(49)
    clock.advance(20 * minute)
    refuse(49)
    expect(access.count()).toBe(49)
    expect(alarms).toEqual([])
  })

  test('writes few lines and tracks few networks, whatever an attacker does', () => {
    const { lines, refuse } = watch()
    refuse(100_000)
    for (let nth = 0; nth < 5_000; nth++) refuse(1, `10.${nth >> 8}.${nth & 255}.0/24`)
    expect(lines.length).toBeLessThanOrEqual(101)
    expect(lines[0]).toBe(
      'sign-in refused {"route":"GET /api/dev/metrics","network":"203.0.113.0/24","times":1}',
    )
  })
})

describe('the service', async () => {
  const service = await startTestApp()
  afterAll(() => service.close())
  const { deps } = service
  const counted = async (act: () => Promise<unknown>): Promise<number> => {
    const before = deps.access.count()
    await act()
    return deps.access.count() - before
  }

  test("counts refused tokens and wrong codes, and ignores requests that didn't try", async () => {
    const { call } = service
    const code = { body: { email: 'jordan@example.com', code: '123456' } }
    expect(await counted(() => call('GET', '/api/dev/metrics', { token: 'nonsense' }))).toBe(1)
    expect(await counted(() => call('GET', '/api/work/jobs', { token: 'wrk_nonsense' }))).toBe(1)
    expect(await counted(() => call('GET', '/api/cron/webhook-retry', { token: 'guess' }))).toBe(1)
    expect(await counted(() => call('GET', '/api/account', { token: 'cvp_nonsense' }))).toBe(1)
    expect(await counted(() => call('POST', '/api/customer/verify', code))).toBe(1)
    expect(await counted(() => call('POST', '/api/sign-in', { body: { code: 'guess' } }))).toBe(1)
    const cookie = { headers: { cookie: 'session=nonsense' } }
    expect(await counted(() => call('GET', '/api/dev/metrics', cookie))).toBe(1)
    expect(await counted(() => call('GET', '/api/dev/metrics'))).toBe(0)
    expect(await counted(() => call('POST', '/api/sign-in', { body: {} }))).toBe(0)
    const token = await service.hqToken()
    expect(await counted(() => call('GET', '/api/dev/metrics', { token }))).toBe(0)
  })

  test('asks HQ once to look, and insights show it until someone has', async () => {
    const guess = (nth: number) =>
      service.call('GET', '/api/dev/metrics', { token: `guess-${nth}`, from: `198.51.100.${nth}` })
    for (let nth = 0; nth < 120; nth++) expect((await guess(nth)).status).toBe(401)
    await deps.background.idle()
    const open = (await deps.store.read.select().from(hqTasks)).filter(
      ({ kind }) => kind === 'access.refused',
    )
    expect(open).toHaveLength(1)
    expect(open[0]!.detail).toContain('from 198.51.100.0/24')
    expect(open[0]!.detail).not.toMatch(/198\.51\.100\.[1-9]/)

    const token = await service.hqToken()
    const titles = async () =>
      (await service.call('GET', '/api/dev/insights', { token })).body.data.insights.map(
        ({ title }: { title: string }) => title,
      )
    expect(await titles()).toContain('Many sign-ins failed')
    await service.call('POST', `/api/admin/tasks/${open[0]!.id}/done`, { token })
    expect(await titles()).not.toContain('Many sign-ins failed')
  })
})
