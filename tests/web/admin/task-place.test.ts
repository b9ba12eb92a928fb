import { describe, expect, test } from 'bun:test'
import { todoKinds, type TodoKind } from '../../../db/schema/office'
import { placeOf } from '../../../src/web/admin/today/todo-place'

const task = (kind: TodoKind, subject: string, more: { jobId?: string; contact?: string } = {}) => ({
  kind,
  subject,
  franchiseId: 'fr-1',
  jobId: null,
  contact: null,
  ...more,
})

describe('a to-do links to its subject', () => {
  test("whatever it's about, unless a person wrote it", () => {
    const about = { jobId: 'j-1', contact: '+15035550100' }
    const lost = todoKinds.filter((kind) => placeOf(task(kind, 'x-1', about)) === null)
    expect(lost).toEqual(['office.manual'])
  })

  test('but an unknown kind links nowhere', () => {
    expect(placeOf({ ...task('office.manual', 'x-1'), kind: 'job.from-tomorrow' })).toBeNull()
  })

  test("opening the job, whether it's the subject or named besides it", () => {
    expect(placeOf(task('dispatch.closed-day', 'j-1'))).toEqual({ job: 'j-1' })
    expect(placeOf(task('invoice.to-send', 'j-1'))).toEqual({ job: 'j-1' })
    expect(placeOf(task('payment.amount', 'pi_1', { jobId: 'j-1' }))).toEqual({ job: 'j-1' })
    expect(placeOf(task('payment.amount', 'pi_1'))).toBeNull()
  })

  test('opening the worker when visits have nobody to make them', () => {
    expect(placeOf(task('worker.moved', 'w-1'))).toEqual({ tab: 'workers', about: { id: 'w-1' } })
    expect(placeOf(task('franchise.closed', 'fr-1'))).toEqual({ tab: 'franchises', about: { id: 'fr-1' } })
  })

  test('opening the franchise for money, the outbox for messages, and the sender for a reply', () => {
    expect(placeOf(task('transfer.refused', 'tr-1'))).toEqual({ tab: 'franchises', about: { id: 'fr-1' } })
    expect(placeOf(task('message.undelivered', 'm-1'))).toEqual({ tab: 'messages', about: { id: 'm-1' } })
    expect(placeOf(task('message.undelivered', 'campaign:c-1'))).toEqual({
      tab: 'messages',
      about: { state: 'dead' },
    })
    expect(placeOf(task('sms.reply', 'digest', { contact: '+15035550100' }))).toEqual({
      tab: 'customers',
      about: { q: '+15035550100' },
    })
    expect(placeOf(task('sms.reply', 'customer:c-1', { contact: '+15035550100' }))).toEqual({
      tab: 'customers',
      about: { id: 'c-1', part: 'messages' },
    })
    expect(placeOf(task('office.manual', 't-1'))).toBeNull()
  })
})
