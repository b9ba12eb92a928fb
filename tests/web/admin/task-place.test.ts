import { describe, expect, test } from 'bun:test'
import { placeOf } from '../../../src/web/admin/today/task-place'

const task = (kind: string, subject: string, more: { title?: string; detail?: string } = {}) => ({
  kind,
  subject,
  title: 'Something is to be done',
  detail: null,
  franchiseId: 'fr-1',
  ...more,
})

const sources = new Bun.Glob('src/modules/**/*.ts')

describe('a task leads to what it is about', () => {
  test('whatever module raises it', async () => {
    const kinds = new Set<string>()
    for await (const path of sources.scan('.'))
      for (const [call] of (await Bun.file(path).text()).matchAll(/raiseTask\([^;]*?\n {2,}\}?\)/g))
        for (const [, kind = ''] of call.matchAll(/kind: '([^']+)'/g)) kinds.add(kind)
    expect(kinds.size).toBeGreaterThan(20)
    const detail = 'Job 019dd86a-7b1c. The job is still to be paid.'
    const title = 'A text message came in from +15035550100'
    const lost = [...kinds].filter((kind) => placeOf(task(kind, 'x-1', { detail, title })) === null)
    expect(lost).toEqual([])
  })

  test('a job opens itself, whether it is the subject or named in the words', () => {
    expect(placeOf(task('dispatch.closed_day', 'j-1'))).toEqual({ job: 'j-1' })
    expect(placeOf(task('invoice.to-send', 'j-1'))).toEqual({ job: 'j-1' })
    const detail =
      'Job 019dd86a-1: $10 instead of $12. It is being given back, and the job is still to be paid.'
    expect(placeOf(task('payment.amount', 'pi_1', { detail }))).toEqual({ job: '019dd86a-1' })
    expect(placeOf(task('payment.amount', 'pi_1'))).toBeNull()
  })

  test('visits that nobody makes lead to whoever was to make them', () => {
    expect(placeOf(task('worker.moved', 'w-1'))).toEqual({ tab: 'workers', about: { id: 'w-1' } })
    expect(placeOf(task('franchise.closed', 'fr-1'))).toEqual({ tab: 'franchises', about: { id: 'fr-1' } })
  })

  test('money between houses leads to the franchise, messages to the outbox, a reply to its sender', () => {
    expect(placeOf(task('transfer.refused', 'tr-1'))).toEqual({ tab: 'franchises', about: { id: 'fr-1' } })
    expect(placeOf(task('message-undelivered', 'm-1'))).toEqual({ tab: 'messages', about: { id: 'm-1' } })
    expect(placeOf(task('message-undelivered', 'campaign:c-1'))).toEqual({
      tab: 'messages',
      about: { state: 'dead' },
    })
    expect(
      placeOf(task('sms-reply', 'digest', { title: 'A text message came in from +15035550100' })),
    ).toEqual({
      tab: 'customers',
      about: { q: '+15035550100' },
    })
    expect(placeOf(task('manual', 't-1'))).toBeNull()
  })
})
