import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { DispatchRun } from '../../../src/modules/scheduling/dispatch/model'
import { budgetFor } from '../../../src/modules/scheduling/planner/effort'
import { expectStatus } from '../../support/admin'
import { startCompany, type Company } from './company'

describe('the budget of a run', () => {
  test('is a second of CPU time for every 1,000 jobs, and 20 seconds at most', () => {
    expect(budgetFor('normal', 3_000, 3_000).cpuMs).toBe(3_000)
    expect(budgetFor('normal', 50_000, 50_000).cpuMs).toBe(20_000)
    expect(budgetFor('quick', 8_000, 8_000).cpuMs).toBe(2_000)
    expect(budgetFor('thorough', 4_000, 4_000).cpuMs).toBe(20_000)
  })

  test('is divided between franchises by their jobs', () => {
    expect(budgetFor('thorough', 1_000, 4_000).cpuMs).toBe(5_000)
    expect(budgetFor('normal', 3_000, 30_000).cpuMs).toBe(2_000)
  })

  test('leaves small franchises enough for all rounds', () => {
    expect(budgetFor('quick', 5, 5)).toEqual({ roundsPerJob: 8, cpuMs: 1_000 })
    expect(budgetFor('normal', 0, 0).cpuMs).toBe(1_000)
  })
})

describe('dispatch with an effort', () => {
  let company: Company
  beforeEach(async () => {
    company = await startCompany()
  })
  afterEach(() => company.close())

  const path = '/api/admin/dispatch/run'

  test('plans every job at every effort, and normally without one', async () => {
    for (const [lat, lng] of [
      [39.7, -105],
      [39.8, -104.9],
      [39.65, -105.1],
      [39.85, -104.85],
    ] as const)
      await company.waiting({ lat, lng })
    const run = async (query: string): Promise<DispatchRun> =>
      expectStatus(await company.post(`${path}${query}`, { dryRun: true }), 200).body.data
    const usual = await run('')
    expect(usual.assigned).toBe(4)
    expect(await run('?effort=normal')).toEqual(usual)
    for (const effort of ['quick', 'thorough'])
      expect(await run(`?effort=${effort}`)).toMatchObject({ assigned: 4, skipped: 0 })
  })

  test('gives up a preview when the service stops, and says when to try again', async () => {
    await company.waiting()
    company.deps.background.stop()
    const answer = expectStatus(await company.post(path, { dryRun: true }), 503)
    expect(answer.body.error).toBe('The service is restarting. Try again in a minute.')
  })

  test('refuses an effort nobody knows, but says so only to people who are signed in', async () => {
    const { body } = expectStatus(await company.post(`${path}?effort=heroic`, { dryRun: true }), 400)
    expect(JSON.stringify(body)).toContain('effort')
    expectStatus(await company.call('POST', `${path}?effort=heroic`, { body: { dryRun: true } }), 401)
  })
})
