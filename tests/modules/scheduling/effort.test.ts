import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { DispatchRun } from '../../../src/modules/scheduling/dispatch/model'
import { efforts } from '../../../src/modules/scheduling/engine/world'
import { budgetFor } from '../../../src/modules/scheduling/planner/effort'
import { expectStatus } from '../../support/admin'
import { startCompany, type Company } from './company'

describe('the budget of a run', () => {
  const roundsOf = (...args: Parameters<typeof budgetFor>) => budgetFor(...args).roundsPerJob

  test('lets a company of any size search for about a second', () => {
    for (const jobs of [250, 500, 1_000, 1_500])
      expect([jobs, Math.round((jobs * roundsOf('normal', jobs, jobs)) / 1_000)]).toEqual([jobs, 75])
    expect(roundsOf('normal', 200, 200)).toBe(300)
    expect(roundsOf('normal', 20_000, 20_000)).toBe(42)
  })

  test('is shared by all franchises of the run', () => {
    expect(roundsOf('normal', 200, 2_000)).toBe(42)
    expect(roundsOf('normal', 200, 500)).toBe(150)
    expect(roundsOf('thorough', 200, 500)).toBe(600)
  })

  test('makes few jobs quick to plan', () => {
    expect(roundsOf('normal', 0, 0)).toBe(42)
    expect(roundsOf('normal', 5, 5)).toBe(42)
    expect(roundsOf('normal', 20, 20)).toBe(120)
    expect(roundsOf('quick', 5, 5)).toBe(8)
  })

  test('searches longer with more effort', () => {
    for (const jobs of [3, 30, 200, 500, 2_000, 20_000]) {
      const [quick, normal, thorough] = efforts.map((effort) => roundsOf(effort, jobs, jobs))
      expect(quick).toBeLessThan(normal!)
      expect(normal).toBeLessThan(thorough!)
    }
  })

  test('moves scheduled visits in fewer passes where each takes long', () => {
    expect(budgetFor('normal', 200, 200).replan).toEqual({ roundsPerJob: 42, passes: 8 })
    expect(budgetFor('normal', 500, 500).replan).toEqual({ roundsPerJob: 42, passes: 3 })
    expect(budgetFor('normal', 4_000, 4_000).replan).toEqual({ roundsPerJob: 42, passes: 2 })
  })

  test('ends by the clock only on a machine in trouble', () => {
    expect(budgetFor('normal', 200, 20_000).cpuMs).toBe(5_000)
    expect(budgetFor('normal', 200, 200).cpuMs).toBe(20_000)
    expect(budgetFor('thorough', 1_000, 2_000).cpuMs).toBe(10_000)
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
