import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { hqTasks } from '../../db/schema'
import { hour } from '../../src/lib/clock'
import { tools } from '../../src/mcp/server'
import { startAdmin, type Admin } from '../support/admin'
import { plantJob } from '../support/jobs'
import { startMcp, type Assistant } from '../support/mcp'
import { addWorld, booking, marcus, sofia } from '../support/world'

let admin: Admin
let mcp: ReturnType<typeof startMcp>
beforeEach(async () => {
  admin = await startAdmin()
  await addWorld(admin)
  mcp = startMcp(admin)
})
afterEach(async () => {
  await mcp.close()
  await admin.close()
})

const { customerName, customerEmail, customerPhone, address, type, price } = booking
const order = { customerName, customerEmail, customerPhone, address, type, price }
const start = '2026-03-04T09:00:00-07:00'

/** How many rows each table that a change could touch has. */
async function written(): Promise<unknown> {
  return admin.deps.store.read.all(
    `SELECT (SELECT count(*) FROM jobs) AS jobs, (SELECT count(*) FROM job_events) AS events,
      (SELECT count(*) FROM outbox) AS outbox, (SELECT count(*) FROM activity) AS activity,
      (SELECT count(*) FROM customers) AS customers, (SELECT count(*) FROM invoices) AS invoices,
      (SELECT count(*) FROM cancellations) AS cancellations, (SELECT count(*) FROM refunds) AS refunds,
      (SELECT count(*) FROM idempotency_keys) AS keys, (SELECT sum(revision) FROM jobs) AS revisions`,
  )
}

const wordsOf = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message)

describe.each([['legacy'], [{ pin: '2026-07-28' }]] as const)('over the protocol in mode %j', (mode) => {
  test('an assistant runs a whole job from the first question to the invoice', async () => {
    const { use, change, tools: listed } = await mcp.connect('owner', mode)
    expect(await listed()).toEqual(tools.map(({ name }) => name))

    const { services } = await use('list_services')
    expect(services).toMatchObject([{ label: 'Gutter cleaning', price: 189 }])
    const { windows } = await use('free_windows', { address, service: 'Gutter cleaning', from: '2026-03-04' })
    const { date, window } = windows[0]
    const wish = { ...order, preferredDate: date, preferredTime: window }

    const preview = await use('book_job', wish)
    expect([preview.status, typeof preview.confirm]).toEqual(['preview', 'string'])
    expect(preview.summary).toContain(`Book Gutter cleaning for Jordan Rivera at ${address}.`)
    expect(preview.summary).toContain('with 8.81% tax $206.19; nothing is charged now')
    const booked = await use('book_job', { ...wish, confirm: preview.confirm })
    expect(booked).toMatchObject({ status: 'done', result: { job: { status: 'pending' } } })
    const { reference, id, customerId } = booked.result.job

    expect((await use('find_jobs', { search: 'rivera' })).jobs).toMatchObject([{ reference }])
    expect((await use('get_job', { job: reference.toLowerCase() })).timeline[0].actor).toBe(
      'key:Claude (dana)',
    )
    expect((await use('find_customer', { search: 'Riv' })).customers).toMatchObject([{ id: customerId }])
    expect((await use('get_customer', { customerId })).jobs).toMatchObject([{ reference }])

    const { technicians } = await use('find_technicians', { search: 'mar' })
    expect(technicians).toMatchObject([{ id: marcus, name: 'Marcus Lee' }])
    await admin.patch(`/api/admin/jobs/${id}`, { lat: 39.75, lng: -104.99 })
    const explained = await use('explain_dispatch', { job: reference })
    expect(explained.technicians.map(({ fits }: { fits: boolean }) => fits)).toEqual([true, true])

    const moved = await change('reschedule_job', { job: reference, start, technicianId: marcus })
    expect(moved.summary).toContain('2026-03-04 09:00 with Marcus Lee')
    const given = await change('assign_job', { job: id, technicianId: sofia })
    expect(given.result.job).toMatchObject({ technician: 'Sofia Reyes', localStart: '2026-03-04 09:00' })

    const helped = await change('assign_job', { job: id, technicianId: sofia, secondTechnicianId: marcus })
    expect(helped.summary).toContain('2026-03-04 09:00 with Sofia Reyes and Marcus Lee')
    expect((await use('find_jobs', { technicianId: marcus })).jobs).toMatchObject([
      { technician: 'Sofia Reyes', secondTechnician: 'Marcus Lee' },
    ])
    const later = await change('reschedule_job', { job: id, start, secondTechnicianId: null })
    expect(later.summary).toEndWith('with Sofia Reyes.')

    admin.clock.set('2026-03-04T17:00:00Z')
    expect((await use('whats_late')).notStarted).toMatchObject([{ reference }])

    const invoice = await change('draft_invoice', { job: reference })
    expect(invoice.result.invoice).toMatchObject({ status: 'draft', total: 206.19 })
    const canceled = await change('cancel_job', { job: reference })
    expect(canceled.result).toMatchObject({ refunded: false })
    expect((await use('get_job', { job: id })).job.status).toBe('cancelled')
  })

  test('it sees and finishes to-dos', async () => {
    const { use, change } = await mcp.connect('bookkeeper', mode)
    await admin.post('/api/admin/tasks', { title: 'Call the bank' })
    const { todos } = await use('list_todos')
    expect(todos).toMatchObject([{ title: 'Call the bank', state: 'open' }])
    await change('finish_todo', { todoId: todos[0].id })
    const [row] = await admin.deps.store.read.select().from(hqTasks)
    expect(row).toMatchObject({ state: 'done', doneBy: 'key:Claude (dana)' })
  })
})

describe('a preview', () => {
  test('changes nothing at all', async () => {
    const { use } = await mcp.connect('owner')
    const job = await plantJob(admin, { workerId: marcus, start, status: 'scheduled' })
    const before = await written()
    await use('book_job', order)
    await use('reschedule_job', { job: job.id, start: '2026-03-05T09:00:00-07:00' })
    await use('assign_job', { job: job.id, technicianId: sofia })
    await use('cancel_job', { job: job.id })
    await use('draft_invoice', { job: job.id })
    await admin.deps.background.idle()
    expect(await written()).toEqual(before)
  })

  test('refuses what the change would refuse, in words that say what to do', async () => {
    const { use } = await mcp.connect('owner')
    const busy = await plantJob(admin, { workerId: marcus, start, status: 'scheduled' })
    const other = await plantJob(admin, { fields: { type: 'Gutter cleaning' } })
    const done = await plantJob(admin, {
      workerId: marcus,
      start: '2026-03-02T10:00:00Z',
      status: 'completed',
    })
    const refusals = {
      overlap: use('reschedule_job', { job: other.id, start, technicianId: marcus }),
      unscheduled: use('assign_job', { job: other.id, technicianId: marcus }),
      nobody: use('assign_job', { job: busy.id, technicianId: 'nobody' }),
      past: use('reschedule_job', { job: busy.id, start: '2020-01-01T00:00:00Z' }),
      over: use('cancel_job', { job: done.id }),
      unknown: use('get_job', { job: 'TR-22222' }),
    }
    const words = await Promise.all(Object.values(refusals).map(wordsOf))
    expect(words).toEqual([
      'This technician has another visit at that time',
      'This job has no visit yet. Schedule it first.',
      'Technician not found',
      'Validation failed\nstart: must not be more than a day in the past',
      "This job is completed, so it can't be changed anymore",
      'Job not found',
    ])
  })

  test('says how much money canceling would move, and only the confirmation moves it', async () => {
    const { use } = await mcp.connect('dispatcher')
    const paid = { ...order, paymentId: 'pi_mcp', paymentStatus: 'charged' }
    const { job } = (await admin.post('/api/admin/jobs', paid)).body.data
    const unpaid = await plantJob(admin, {})
    expect((await use('cancel_job', { job: unpaid.id })).summary).toContain(
      'Nothing was paid, so no money moves',
    )
    const preview = await use('cancel_job', { job: job.reference })
    expect(preview.summary).toContain('if it belongs to this job, we refund it, up to $206.19')
    const { result } = await use('cancel_job', { job: job.reference, confirm: preview.confirm })
    expect(result).toMatchObject({ refunded: true, refundId: expect.any(String) })
  })
})

describe('a confirmation', () => {
  let assistant: Assistant
  beforeEach(async () => void (assistant = await mcp.connect('owner')))

  test('that is repeated returns the first answer and books once', async () => {
    const { confirm } = await assistant.use('book_job', order)
    const confirmed = { ...order, confirm }
    const answers = await Promise.all([1, 2, 3].map(() => assistant.use('book_job', confirmed)))
    admin.clock.advance(hour)
    answers.push(await assistant.use('book_job', confirmed))
    expect(new Set(answers.map(({ result }) => result.job.id)).size).toBe(1)
    expect((await assistant.use('find_jobs')).jobs).toHaveLength(1)
  })

  test('holds only for what was shown', async () => {
    const job = await plantJob(admin, { workerId: marcus, start, status: 'scheduled' })
    const input = { job: job.id, start: '2026-03-05T09:00:00-07:00' }
    const { confirm } = await assistant.use('reschedule_job', input)
    const otherwise = { ...input, start: '2026-03-06T09:00:00-07:00', confirm }
    expect(await wordsOf(assistant.use('reschedule_job', otherwise))).toContain('Nothing was changed')
    await admin.post(`/api/admin/jobs/${job.id}/assign`, { workerId: sofia })
    expect(await wordsOf(assistant.use('reschedule_job', { ...input, confirm }))).toContain(
      'Now it would be: ',
    )
    const { jobs } = await assistant.use('find_jobs', { technicianId: sofia })
    expect(jobs).toMatchObject([{ start: '2026-03-04T16:00:00.000Z' }])
  })

  test('runs out after 15 minutes', async () => {
    const { confirm, confirmBefore } = await assistant.use('book_job', order)
    expect(confirmBefore).toBe('2026-03-02T15:15:00.000Z')
    admin.clock.advance(hour / 4)
    expect(await wordsOf(assistant.use('book_job', { ...order, confirm }))).toContain('has expired')
    expect((await assistant.use('find_jobs')).jobs).toEqual([])
  })

  test("can't be made up, and is no one else's", async () => {
    const { confirm } = await assistant.use('book_job', order)
    const forged = `${confirm.slice(0, -1)}${confirm.endsWith('0') ? '1' : '0'}`
    for (const bad of ['yes', 'true', forged])
      expect(await wordsOf(assistant.use('book_job', { ...order, confirm: bad }))).toMatch(/preview/)
    const other = await mcp.connect('owner')
    expect(await wordsOf(other.use('book_job', { ...order, confirm }))).toContain('Nothing was changed')
    expect((await assistant.use('find_jobs')).jobs).toEqual([])
  })
})

describe("a key's role", () => {
  test('decides which tools exist', async () => {
    const [dispatcher, bookkeeper] = [await mcp.connect('dispatcher'), await mcp.connect('bookkeeper')]
    const [dispatching, keeping] = [await dispatcher.tools(), await bookkeeper.tools()]
    expect(tools.map(({ name }) => name).filter((name) => !dispatching.includes(name))).toEqual([
      'draft_invoice',
    ])
    expect(tools.map(({ name }) => name).filter((name) => !keeping.includes(name))).toEqual([
      'find_technicians',
      'explain_dispatch',
      'book_job',
      'reschedule_job',
      'assign_job',
      'cancel_job',
    ])
    expect(await wordsOf(bookkeeper.use('book_job', order))).toContain('book_job not found')
    expect((await bookkeeper.use('whats_late')).overdueInvoices).toEqual([])
    expect(await dispatcher.use('whats_late')).not.toHaveProperty('overdueInvoices')
  })
})

test('every tool tells a model what it does, what it takes and what it may change', async () => {
  const { client } = await mcp.connect('owner')
  const { tools: listed } = await client.listTools()
  expect(listed.length).toBeGreaterThanOrEqual(12)
  for (const { name, title, description, inputSchema, outputSchema, annotations } of listed) {
    expect([name, title?.length, (description ?? '').length > 40]).toEqual([name, expect.any(Number), true])
    expect([name, inputSchema.type, outputSchema?.type]).toEqual([name, 'object', 'object'])
    const isReading = !('confirm' in (inputSchema.properties ?? {}))
    expect([name, annotations]).toEqual([name, expect.objectContaining({ readOnlyHint: isReading })])
    expect([name, annotations?.destructiveHint ?? false]).toEqual([name, name === 'cancel_job'])
  }
})
