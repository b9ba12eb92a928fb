import { describe, expect, test } from 'bun:test'
import { withoutIds, describeJob } from '../../../src/web/admin/today/todo-place'

const job = {
  customerName: 'Ada Park',
  type: 'Gutter cleaning',
  status: 'pending',
  scheduledStart: null,
  preferredDate: '2026-11-18',
} as const
const zone = 'America/Denver'

describe("a to-do's job", () => {
  test("shows the customer's request while there is no visit", () => {
    const years = { preferredDate: '2031-11-18' }
    expect(describeJob({ ...job, ...years }, zone)).toBe(
      'Ada Park · Gutter cleaning · prefers Tue, Nov 18, 2031',
    )
    const soon = { preferredDate: `${new Date().getFullYear()}-06-01` }
    expect(describeJob({ ...job, ...soon }, zone)).toEndWith(', Jun 1')
    expect(describeJob({ ...job, preferredDate: null }, zone)).toBe('Ada Park · Gutter cleaning')
  })

  test('shows the time of the visit once there is one, in local time', () => {
    const visit = { ...job, status: 'scheduled', scheduledStart: '2026-11-19T16:00:00.000Z' } as const
    expect(describeJob(visit, zone)).toBe('Ada Park · Gutter cleaning · Thu, Nov 19, 9:00 AM')
  })

  test('shows how it ended, without the request or the time', () => {
    const over = { ...job, scheduledStart: '2026-11-19T16:00:00.000Z' }
    expect(describeJob({ ...over, status: 'cancelled' }, zone)).toEndWith('· Canceled')
    expect(describeJob({ ...over, status: 'no_show' }, zone)).toEndWith('· Customer not home')
  })
})

describe("a to-do's text", () => {
  const id = '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d'

  test('names no job by its number', () => {
    expect(withoutIds(`Answer before the deadline. Job ${id}.`)).toBe('Answer before the deadline.')
    expect(withoutIds(`Job ${id}. We go on asking.`)).toBe('We go on asking.')
    expect(withoutIds(`Job ${id} is not paid.`)).toBe('The job is not paid.')
    expect(withoutIds(`Job ${id}: $5.00 instead of $6.00.`)).toBe('The job: $5.00 instead of $6.00.')
  })

  test('is otherwise left as it is', () => {
    const detail = 'Remove it at the processor: pi_3Nx.\nJob sharing was asked for.'
    expect(withoutIds(detail)).toBe(detail)
  })
})
