import { describe, expect, test } from 'bun:test'
import { localTime } from '../../../src/web/admin/shared/zone'
import { withoutIds, describeJob } from '../../../src/web/admin/today/todo-place'

const job = {
  customerName: 'Ada Park',
  type: 'Gutter cleaning',
  status: 'pending',
  scheduledStart: null,
  preferredDate: '2026-11-18',
  franchiseId: 'denver',
} as const
const zones = { zoneOf: () => 'America/Denver', ownZone: 'America/Denver' }
const described = (job: Parameters<typeof describeJob>[0], title = '') => describeJob(job, title, zones)

describe("a to-do's job", () => {
  test("shows the customer's request while there is no visit", () => {
    const years = { preferredDate: '2031-11-18' }
    expect(described({ ...job, ...years })).toBe('Ada Park · Gutter cleaning · prefers Tue, Nov 18, 2031')
    expect(described({ ...job, preferredDate: null })).toBe('Ada Park · Gutter cleaning')
  })

  test('says that the day the customer asked for is over', () => {
    const ago = (days: number) => localTime(Date.now() - days * 86_400_000, 'America/Denver').date
    expect(described({ ...job, preferredDate: ago(3) })).toMatch(/ · preferred .+ · passed 3 days ago$/)
    expect(described({ ...job, preferredDate: ago(0) })).not.toContain('passed')
  })

  test('leaves out a name that the title has', () => {
    expect(described({ ...job, preferredDate: null }, 'Refund $40.00 to Ada Park')).toBe('Gutter cleaning')
  })

  test("marks the time of a visit in another zone than one's own", () => {
    const visit = { ...job, status: 'scheduled', scheduledStart: '2026-11-19T16:00:00.000Z' } as const
    expect(describeJob(visit, '', { ...zones, ownZone: 'America/New_York' })).toEndWith('9:00 AM\u00A0MT')
  })

  test('shows the time of the visit once there is one, in local time', () => {
    const visit = { ...job, status: 'scheduled', scheduledStart: '2026-11-19T16:00:00.000Z' } as const
    expect(described(visit)).toBe('Ada Park · Gutter cleaning · Thu, Nov 19, 9:00 AM')
  })

  test('shows how it ended, without the request or the time', () => {
    const over = { ...job, scheduledStart: '2026-11-19T16:00:00.000Z' }
    expect(described({ ...over, status: 'cancelled' })).toEndWith('· Canceled')
    expect(described({ ...over, status: 'no_show' })).toEndWith('· Customer not home')
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
