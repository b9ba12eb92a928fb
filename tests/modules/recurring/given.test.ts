import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { jobTemplates } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import { aTemplate, startRecurring, type Recurring } from './world'

let world: Recurring
beforeEach(async () => {
  world = await startRecurring()
})
afterEach(() => world.close())

describe('jobs from templates in the body', () => {
  const given = { id: 'elsewhere-1', ...aTemplate, price: 89.5 }

  test("are created within the horizon, each once however often they're sent", async () => {
    expect(await world.run({ templates: [given] })).toMatchObject({
      generated: 1,
      skipped: 0,
      projectedRevenue: 89.5,
    })
    expect(await world.run({ templates: [given] })).toMatchObject({ generated: 0, skipped: 1 })
    expect(await world.rows.jobs()).toMatchObject([
      { templateId: 'elsewhere-1', templatePeriod: '2026-03-10', priceCents: 8_950 },
    ])
    expect(await world.deps.store.read.select().from(jobTemplates)).toEqual([])
  })

  test("don't reach into the past or beyond an end, and inactive templates make none", async () => {
    const templates = [
      { ...given, id: 'old', anchorDate: '2024-01-31' },
      { ...given, id: 'over', endDate: '2026-03-09' },
      { ...given, id: 'off', active: false },
      { ...given, id: 'later', anchorDate: '2026-05-01' },
    ]
    const run = await world.run({ templates })
    expect(run.jobs.map(({ templateId, period }) => `${String(templateId)} ${String(period)}`)).toEqual([
      'old 2026-03-31',
    ])
  })

  test('are refused by name when the body is wrong', async () => {
    const bad = {
      templates: [{ ...given, intervalMonths: 0, price: 'much' }],
      existingJobs: [{ preferredDate: 'soon' }],
    }
    const token = world.deps.secrets.cronSecret
    const answer = expectStatus(
      await world.call('POST', '/api/cron/recurring-jobs', { token, body: bad }),
      400,
    )
    const named = (answer.body.details as string[]).map((fault) => String(fault.split(':')[0]))
    expect(named.toSorted()).toEqual([
      'existingJobs.0.preferredDate',
      'templates.0.intervalMonths',
      'templates.0.price',
    ])
    expect(await world.rows.jobs()).toEqual([])
  })
})

describe('the recurring-jobs trigger', () => {
  test('refuses a GET with a body, because the body would be lost', async () => {
    const token = world.deps.secrets.cronSecret
    for (const [name, value] of [
      ['content-length', '2'],
      ['transfer-encoding', 'chunked'],
    ] as const) {
      const headers = { [name]: value }
      const answer = expectStatus(
        await world.call('GET', '/api/cron/recurring-jobs', { token, headers }),
        400,
      )
      expect(answer.body.error).toContain('POST')
    }
    expectStatus(
      await world.call('GET', '/api/cron/recurring-jobs', { headers: { 'content-length': '2' } }),
      401,
    )
  })

  test("doesn't run on HEAD, or without the secret", async () => {
    await world.template()
    expectStatus(
      await world.call('HEAD', '/api/cron/recurring-jobs', { token: world.deps.secrets.cronSecret }),
      404,
    )
    expectStatus(await world.call('POST', '/api/cron/recurring-jobs', { body: {} }), 401)
    expect(await world.rows.jobs()).toEqual([])
  })
})
