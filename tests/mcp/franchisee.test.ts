import { afterAll, expect, test } from 'bun:test'
import { tools } from '../../src/mcp/server'
import { startTestApp } from '../support/app'
import { failureOf } from '../support/failure'
import { startMcp } from '../support/mcp'
import { addTwoFranchises, idOf, signOfSouth } from '../support/two-franchises'

const service = await startTestApp()
await addTwoFranchises(service)
const mcp = startMcp(service)
const assistant = await mcp.connect('franchisee', 'legacy', 'northmark-franchise')
afterAll(async () => {
  await mcp.close()
  await service.close()
})

const north = (what: string) => idOf('northmark', what)
const south = (what: string) => idOf('southmark', what)
const start = '2026-03-09T10:00:00-07:00'

/** Calls that a franchisee may make, and the same calls about another franchise. */
const asked: Record<string, { own: object; foreign?: object }> = {
  find_customer: { own: { search: 'jordan' } },
  get_customer: { own: { customerId: north('customer') }, foreign: { customerId: south('customer') } },
  find_jobs: { own: { search: 'jordan' } },
  get_job: { own: { job: north('job') }, foreign: { job: south('job') } },
  whats_late: { own: {} },
  list_services: { own: {} },
  find_technicians: { own: {} },
  explain_dispatch: { own: { job: north('job') }, foreign: { job: south('job') } },
  list_todos: { own: {} },
  finish_todo: { own: { todoId: north('todo') }, foreign: { todoId: south('todo') } },
  free_windows: { own: { address: '12 Main St, Denver, CO 80202', service: 'Gutter cleaning' } },
  book_job: {
    own: { customerName: 'Robin', address: '12 Main St, 80202', type: 'Gutter cleaning', price: 100 },
    foreign: {
      customerName: 'Robin',
      address: '12 Main St, 30303',
      type: 'Gutter cleaning',
      price: 100,
      franchiseId: south('franchise'),
    },
  },
  reschedule_job: {
    own: { job: north('job'), start, technicianId: north('worker') },
    foreign: { job: north('job'), start, technicianId: south('worker') },
  },
  assign_job: {
    own: { job: north('visit-job'), technicianId: north('worker') },
    foreign: { job: south('job'), technicianId: north('worker') },
  },
  cancel_job: { own: { job: north('cancel-job') }, foreign: { job: south('cancel-job') } },
  draft_invoice: { own: { job: north('paid-job') }, foreign: { job: south('paid-job') } },
}

test('a franchisee gets every tool that says how it stays inside one franchise', async () => {
  const offered = tools.filter(({ scope }) => scope !== undefined).map(({ name }) => name)
  expect(await assistant.tools()).toEqual(offered)
  expect(Object.keys(asked).toSorted()).toEqual(offered.toSorted())
})

for (const [name, { own, foreign }] of Object.entries(asked)) {
  test(`${name} shows nothing of another franchise`, async () => {
    const answer = JSON.stringify(await assistant.use(name, own))
    expect([name, signOfSouth.exec(answer)?.[0]]).toEqual([name, undefined])
  })

  if (foreign)
    test(`${name} refuses what belongs to another franchise`, async () => {
      const { message } = await failureOf(assistant.use(name, foreign))
      expect(message).toMatch(/not found$|limited to your own franchise/)
    })
}

test('a job that an assistant of a franchisee books belongs to the franchise', async () => {
  const booked = await assistant.change('book_job', asked['book_job']!.own)
  expect(booked.result.job.franchise).toBe('Gutters northmark')
})
