import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openStore } from '../../../db/client'
import { migrate, readMigrations } from '../../../db/migrate'
import type { Store } from '../../../db/store'
import { isBilledBySchedule } from '../../../src/modules/invoices/rows'
import { presentAdminPlan, requirePlan } from '../../../src/modules/recurring/plans/plans'
import { openEmptyDatabase, type EmptyDatabase } from '../../support/migration'

interface Old {
  status: string
  cents: number | null
  months?: number
  template?: { active: 0 | 1; cents?: number; months?: number; endDate?: string }
}
const running = { active: 1 } as const
const stopped = { active: 0 } as const
const ranOut = '2026-03-31'

/**
 * The plan's own row, and its state after the upgrade: status, price, interval and whether someone ended it.
 */
const plans: Record<string, [Old, [string, number | null, number, boolean]]> = {
  requested: [{ status: 'requested', cents: null }, ['requested', null, 6, false]],
  held: [{ status: 'paused', cents: 15000 }, ['paused', 150, 6, false]],
  withdrawn: [{ status: 'ended', cents: null }, ['ended', null, 6, true]],
  declined: [{ status: 'ended', cents: 15000 }, ['ended', 150, 6, true]],
  active: [{ status: 'active', cents: 15000, template: running }, ['active', 150, 6, false]],
  paused: [{ status: 'paused', cents: 15000, template: stopped }, ['paused', 150, 6, false]],
  ended: [{ status: 'ended', cents: 15000, template: stopped }, ['ended', 150, 6, true]],
  'past its last day': [
    { status: 'ended', cents: 15000, template: { ...running, endDate: ranOut } },
    ['ended', 150, 6, false],
  ],
  'ended and past its last day': [
    { status: 'ended', cents: 15000, template: { ...stopped, endDate: ranOut } },
    ['ended', 150, 6, true],
  ],
  'at another price than its job template': [
    { status: 'active', cents: 15000, months: 3, template: { ...running, cents: 17500, months: 12 } },
    ['active', 175, 12, false],
  ],
  'paused with an active job template': [
    { status: 'paused', cents: 15000, template: running },
    ['active', 150, 6, false],
  ],
  'active with a paused job template': [
    { status: 'active', cents: 15000, template: stopped },
    ['paused', 150, 6, false],
  ],
  'ended with an active job template': [
    { status: 'ended', cents: 15000, template: running },
    ['active', 150, 6, false],
  ],
}

let database: EmptyDatabase
let store: Store
beforeEach(async () => {
  database = await openEmptyDatabase()
  const all = readMigrations()
  const at = all.findIndex(({ name }) => name.endsWith('plans-read-from-their-job-templates'))
  await migrate(database.target, all.slice(0, at))
  await database.target.apply([
    `INSERT INTO customers (id, name, email, created_at, updated_at) VALUES ('jordan', 'Jordan', 'jordan@example.com', 1, 1)`,
    ...Object.entries(plans).flatMap(([id, [plan]]) => [...jobTemplateOf(id, plan), planOf(id, plan)]),
    `INSERT INTO billing_schedules (id, recurring_schedule_id, customer_id, customer_name, service_type, interval_months, price_cents, anchor_date, next_billing_date, created_at, updated_at)
     VALUES ('schedule', 'active', 'jordan', 'Jordan', 'Gutter cleaning', 6, 15000, '2026-04-07', '2026-04-07', 1, 1)`,
  ])
  await migrate(database.target, all)
  store = await openStore(database.address, 0, { durable: false })
})
afterEach(async () => {
  await store.close()
  await database.close()
})

function jobTemplateOf(id: string, { template }: Old): string[] {
  if (!template) return []
  const { active, cents = 15000, months = 6, endDate } = template
  return [
    `INSERT INTO job_templates (id, customer_id, customer_name, address, type, price_cents, interval_months, anchor_date, next_date, end_date, active, created_at, updated_at)
     VALUES ('of ${id}', 'jordan', 'Jordan', '1 Main St', 'Gutter cleaning', ${cents}, ${months}, '2025-10-07', '2026-04-07', ${endDate ? `'${endDate}'` : 'NULL'}, ${active}, 3, 3)`,
  ]
}

function planOf(id: string, { status, cents, months = 6, template }: Old): string {
  return `INSERT INTO maintenance_plans (id, customer_id, customer_name, customer_email, customer_phone, service_type, address, interval_months, preferred_start, gutter_length, stories, notes, price_cents, status, template_id, demo, created_at, updated_at)
    VALUES ('${id}', 'jordan', 'Jordan', 'jordan@example.com', '+13035550100', 'Gutter cleaning', '1 Main St', ${months}, '2026-04-01', 120.5, 2, 'A dog', ${cents}, '${status}', ${template ? `'of ${id}'` : 'NULL'}, 1, 2, 4)`
}

describe('a plan in an older database', () => {
  for (const [id, [old, [status, price, intervalMonths, ended]]] of Object.entries(plans))
    test(`that is ${id} shows ${status}${price === null ? '' : ` at ${price}`}`, async () => {
      const row = await requirePlan(store.read, id)
      expect(row.plan).toMatchObject({ ended, demo: true, intervalMonths: old.months ?? 6 })
      expect(presentAdminPlan(row)).toEqual({
        id,
        status: status as 'active',
        price,
        offer: null,
        consent: null,
        intervalMonths,
        intervalWeeks: null,
        serviceType: 'Gutter cleaning',
        address: '1 Main St',
        preferredStart: '2026-04-01',
        gutterLength: 120.5,
        stories: 2,
        notes: 'A dog',
        templateId: old.template ? `of ${id}` : null,
        customerId: 'jordan',
        customerName: 'Jordan',
        customerEmail: 'jordan@example.com',
        customerPhone: '+13035550100',
        createdAt: '1970-01-01T00:00:00.002Z',
        updatedAt: '1970-01-01T00:00:00.004Z',
      })
    })

  test('is still billed by the schedule that names it', async () => {
    expect(await isBilledBySchedule(store.read, 'of active')).toBe(true)
    expect(await isBilledBySchedule(store.read, 'of paused')).toBe(false)
  })

  test("keeps its indexes, and can't have a price besides its job template", async () => {
    const indexes = await database.target.query(
      `SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'maintenance_plans' AND sql IS NOT NULL ORDER BY name`,
    )
    expect(indexes.map(({ name }) => name)).toEqual([
      'maintenance_plans_by_customer',
      'maintenance_plans_template_id_unique',
    ])
    const refused = (change: string) =>
      expect(database.target.query(`UPDATE maintenance_plans SET ${change} WHERE id = 'active'`)).rejects
    await refused('price_cents = 1').toThrow('maintenance_plans_one_price')
    await refused('interval_months = 25').toThrow('maintenance_plans_interval')
    await refused(`template_id = 'of paused'`).toThrow('UNIQUE')
    await refused(`template_id = 'none'`).toThrow('FOREIGN KEY')
  })
})
