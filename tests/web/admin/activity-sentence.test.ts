import { describe, expect, test } from 'bun:test'
import { subjectKinds } from '../../../db/schema/office'
import type { AuditEntry } from '../../../src/modules/office'
import { atReferences, changesIn, sentenceOf, subjects } from '../../../src/web/admin/activity/sentence'
import type { Directory } from '../../../src/web/admin/shell/directory'

const directory = {
  workers: [],
  franchiseName: () => 'Denver',
  workerName: (id: string | null) => (id === 'w-1' ? 'Marcus Lee' : ''),
  zoneOf: () => 'America/Denver',
} as unknown as Directory

const entry = (changes: AuditEntry['changes'], more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  at: '2026-03-02T15:00:00.000Z',
  type: 'job.refunded',
  person: 'hq:Dana',
  personId: 'hq:Dana',
  via: 'console',
  address: null,
  summary: 'Refunded $40.00 on job TR-7K2Q9',
  subjectKind: 'job',
  subjectId: 'j-1',
  subjectName: 'job TR-7K2Q9',
  franchiseId: null,
  changes,
  ...more,
})

describe('an entry of the activity log', () => {
  test('reads as a sentence with its subject as a link', () => {
    expect(sentenceOf(entry([]), directory)).toEqual({
      before: 'Dana refunded $40.00 on ',
      link: 'job TR-7K2Q9',
      after: '',
    })
    const named = { person: 'key:Zapier (Dana)', summary: 'Added a to-do', subjectName: null }
    expect(sentenceOf(entry([], named), directory)).toEqual({
      before: 'Zapier (Dana) added a to-do',
      link: '',
      after: '',
    })
  })

  test('shows amounts, times and names before and after', () => {
    const changes = [
      { field: 'totalCents', before: 20619, after: 24_000 },
      { field: 'scheduledStart', before: null, after: Date.parse('2026-03-03T16:00:00Z') },
      { field: 'workerId', before: null, after: 'w-1' },
      { field: 'status', before: 'pending', after: 'en_route' },
      { field: 'taxBasisPoints', before: 881, after: 800 },
      { field: 'nextBillingDate', before: '2026-03-02', after: null },
      { field: 'skills', before: ['gutter'], after: [] },
      { field: 'active', before: true, after: false },
    ]
    expect(changesIn(entry(changes), directory)).toEqual([
      'Total: $206.19 → $240.00',
      'Visit: none → Tue, Mar 3, 9:00 AM\u00A0MT',
      'Technician: none → Marcus Lee',
      'Status: Not scheduled yet → On the way',
      'Tax: 8.81% → 8%',
      'Next billing date: Mon, Mar 2, 2026 → none',
      'Skills: gutter → none',
      'Active: yes → no',
    ])
  })

  test('says once, and in words, what changed in a maintenance plan', () => {
    const changed = entry(
      [
        { field: 'status', before: 'requested', after: 'offered' },
        { field: 'offeredCents', before: null, after: 8900 },
      ],
      {
        summary: 'Changed a maintenance plan: status, offered price',
        subjectKind: 'plan',
        subjectName: 'a maintenance plan',
      },
    )
    expect(sentenceOf(changed, directory)).toEqual({
      before: 'Dana changed ',
      link: 'a maintenance plan',
      after: '',
    })
    expect(changesIn(changed, directory)).toEqual([
      'Status: Requested → Offered',
      'Price offered: none → $89.00',
    ])
  })

  test('links a job that another record is about', () => {
    expect(atReferences(' for job TR-7K2Q9, sent')).toEqual([' for job ', 'TR-7K2Q9', ', sent'])
    expect(atReferences('QuickBooks entry TR-12')).toEqual(['QuickBooks entry TR-12'])
  })

  test('names every kind of record in the filter', () => {
    expect(Object.keys(subjects).toSorted()).toEqual([...subjectKinds].toSorted())
  })
})
