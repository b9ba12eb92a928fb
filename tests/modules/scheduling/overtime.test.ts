import { afterEach, beforeEach, expect, test } from 'bun:test'
import { expectStatus } from '../../support/admin'
import { marcus } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

const allow = async (minutes: number) =>
  expectStatus(
    await company.patch('/api/admin/settings/hours', { values: { overtime: { minutes, cost: 2 } } }),
    200,
  )

/** A job that can only start half an hour before the shifts end. */
const late = { preferredDate: '2026-03-03', preferredTime: '16:30-18:00' }

test('dispatch plans overtime where the company allows it, and says for whom', async () => {
  const id = await company.waiting(late)
  const planned = async () => actionFor(await company.dispatch('?dryRun=true'), id)
  expect((await planned()).type).not.toBe('assigned')
  await allow(60)
  const { worker, detail } = await planned()
  expect(worker).not.toBeNull()
  expect(detail).toContain('15 minutes of overtime for')
  expectStatus(await company.patch(`/api/admin/workers/${marcus}`, { overtimeMinutes: 0 }), 200)
  expect((await planned()).worker).not.toBe(marcus)
})

test('the explanation counts overtime like the plan', async () => {
  const id = await company.waiting(late)
  await allow(60)
  const { workers } = expectStatus(await company.get(`/api/admin/dispatch/explain/${id}`), 200).body.data
  expect(workers[0]).toMatchObject({
    fits: true,
    score: { overtime: 30 },
    detail: 'Available with 15 minutes of overtime.',
  })
})
