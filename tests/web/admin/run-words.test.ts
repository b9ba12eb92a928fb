import { expect, test } from 'bun:test'
import type { DispatchAction, DispatchRun, Remedy } from '../../../src/modules/scheduling/dispatch/model'
import {
  afterCommit,
  commitText,
  costText,
  doneText,
  planText,
  proposalText,
  remedyText,
  whyText,
} from '../../../src/web/admin/dispatch/words'

const name = (id: string) => id.toUpperCase()

test('driving is shown as driving, and other factors where they decide', () => {
  const text = (travel: number | null, runnerUp: Partial<NonNullable<DispatchAction['runnerUp']>> | null) =>
    costText(
      {
        travel,
        reason: 'good_fit',
        runnerUp: runnerUp && { worker: 'ann', score: -7, drawback: null, travel: 0, ...runnerUp },
      },
      name,
    )
  expect(text(null, null)).toBe('')
  expect(text(12.4, null)).toBe('Adds 12 min of driving')
  expect(text(12, { travel: 20 })).toBe('Adds 12 min of driving. Next choice: ANN, 20 min.')
  expect(text(8, { travel: 8, drawback: 'new_to_customer' })).toBe(
    'Adds 8 min of driving. Next choice: ANN, 8 min, but new to this customer.',
  )
  expect(text(-0.3, null)).toBe('Adds 0 min of driving')
})

test('a line of a plan says each thing once, and minutes the way the rest of the board does', () => {
  const runnerUp = { worker: 'ann', score: 9, travel: 20, drawback: null }
  const best = {
    travel: 12,
    reason: 'best_fit',
    runnerUp,
    detail: 'Best fit: 8 minutes less driving than the next choice. 20 minutes of overtime for Marcus Bell.',
  } as const
  expect(whyText(best)).toBe('20 min of overtime for Marcus Bell.')
  expect(costText(best, name)).toBe('Best fit: adds 12 min of driving. Next choice: ANN, 20 min.')
  const why = (reason: DispatchAction['reason'], detail: string) =>
    whyText({ reason, detail, runnerUp: null })
  expect(why('only_fit', 'No other technician can take it.')).toBe('No other technician can take it.')
  expect(why('covers', 'Owen Fischer can take it at 11:00 AM, same time as planned.')).toBe(
    'Same time as planned.',
  )
  expect(why('covers', 'Owen Fischer can take it at 11:00 AM, stays in the 10 AM–12 PM window.')).toBe(
    'Stays in the 10 AM–12 PM window.',
  )
  expect(why('saves_driving', 'From Wed 8:30 AM to Wed 9:30 AM: saves 41 minutes of driving.')).toBe(
    'From Wed 8:30 AM to Wed 9:30 AM: saves 41 min of driving.',
  )
})

test('after a commit everything stays as shown, except what had changed', () => {
  const action = (jobId: string, type: string, detail: string) => ({ jobId, type, detail }) as DispatchAction
  const run = (actions: DispatchAction[], assigned: number, skipped: number) =>
    ({
      success: true,
      assigned,
      escalated: 0,
      skipped,
      actions,
      moved: 0,
      moves: [],
      timestamp: '',
    }) as unknown as DispatchRun
  const shown = run(
    [action('a', 'assigned', 'best'), action('b', 'assigned', 'only'), action('c', 'escalated', '?')],
    2,
    0,
  )
  const done = run([action('a', 'assigned', 'as shown'), action('b', 'skipped', 'was canceled')], 1, 1)
  const after = afterCommit(shown, done)
  expect(after.actions.map(({ detail }) => detail)).toEqual(['best', 'was canceled', '?'])
  expect(doneText({ ...after, todos: 1 })).toBe(
    'Assigned 1 visit. 1 job changed in the meantime, so we skipped it. 1 job needs your attention; see the to-dos on Today.',
  )
  expect(doneText(run([], 3, 0))).toBe('Assigned 3 visits.')
  expect(planText({ ...shown, escalated: 11, skipped: 7 })).toBe(
    '2 to assign · 11 need your attention · 7 waiting',
  )
  expect(planText({ ...shown, escalated: 1 }, new Set(['a']))).toBe('1 to assign · 1 needs your attention')
})

test('moves are counted beside new visits, and come off the list when they changed', () => {
  const line = (jobId: string, type: string) => ({ jobId, type, detail: type }) as DispatchAction
  const counts = { success: true as const, assigned: 1, escalated: 0, skipped: 0, todos: 0, timestamp: '' }
  const moves = [line('m', 'moved'), line('n', 'moved')]
  const shown = { ...counts, actions: [line('a', 'assigned')], moved: 2, moves }
  expect(planText(shown)).toBe('1 to assign · 2 to move')
  expect(commitText([...shown.actions, ...moves])).toBe('Assign 1 and move 2 visits')
  expect(commitText(moves)).toBe('Move 2 visits')
  expect(commitText(moves, true)).toBe('Reassign 2 visits')
  const done = {
    ...counts,
    skipped: 1,
    actions: [line('n', 'skipped')],
    moved: 1,
    moves: [line('m', 'moved')],
  }
  const after = afterCommit(shown, done)
  expect(after.moves.map(({ jobId }) => jobId)).toEqual(['m'])
  expect(after.actions.map(({ jobId, type }) => [jobId, type])).toEqual([
    ['a', 'assigned'],
    ['n', 'skipped'],
  ])
  expect(doneText(after)).toBe(
    'Assigned 1 visit. Moved 1 visit. 1 job changed in the meantime, so we skipped it.',
  )
})

test('a plan says how much driving it saves as long as all of it is applied', () => {
  const line = (jobId: string) => ({ jobId, type: 'moved' }) as DispatchAction
  const counts = { escalated: 0, skipped: 0, actions: [], moves: [line('m'), line('n')] }
  const run = { ...counts, summary: 'Saves 41 minutes of driving.' }
  const none = new Set<string>()
  expect(proposalText({ run, excluded: none })).toBe('2 to move. Saves 41 minutes of driving.')
  expect(proposalText({ run, excluded: new Set(['m']) })).toBe('1 to move')
  expect(proposalText({ run: counts, excluded: none })).toBe('2 to move')
  const outdated = { ...counts, moves: [], summary: 'This plan no longer fits.' }
  expect(proposalText({ run: outdated, excluded: none })).toBe('This plan no longer fits.')
  expect(proposalText({ run, excluded: none, cover: 'w' })).toBe('Saves 41 minutes of driving.')
})

test('a remedy is a button that says what it does', () => {
  const none = { worker: null, start: null, end: null, minutes: null, date: null, window: null }
  const text = (remedy: Partial<Remedy>) =>
    remedyText({ ...none, kind: 'ask', ...remedy }, () => 'Marcus Lee')
  expect(text({ kind: 'extend_shift', minutes: 20 })).toBe('Extend Marcus by 20 min')
  expect(text({ kind: 'start_earlier', minutes: 75 })).toBe('Start Marcus 1 hr 15 min earlier')
  expect(text({ kind: 'shorten_visit', minutes: 10 })).toBe('Shorten the visit by 10 min (Marcus)')
  expect(text({ kind: 'more_work', minutes: null })).toBe('Give Marcus one more job')
  expect(text({ kind: 'offer', date: '2026-03-03', window: '08:00-10:00' })).toBe('Offer Tue 8–10 AM')
  expect(text({})).toBe('Ask the customer')
})
