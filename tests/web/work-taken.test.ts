import { describe, expect, test } from 'bun:test'
import { ApiError } from '../../src/web/client/api'
import { TakenQueue, type Taken } from '../../src/web/work/money/taken'

const own = 'worker-1'

const taken = (key: string): Taken => ({
  key,
  workerId: own,
  jobId: 'job-1',
  payment: { amount: 110, method: 'cash', receipt: null, takenAt: '2026-03-02T16:00:00Z' },
})

function queueOf(send: (key: string) => Promise<{ recorded: boolean }>) {
  let kept: Taken[] | null = [taken('a'), taken('b')]
  const drawer = {
    read: () => kept,
    write: (fresh: Taken[]) => void (kept = fresh),
    clear: () => void (kept = null),
  }
  return new TakenQueue(drawer, ({ key }) => send(key))
}

const keysOf = (list: Taken[]) => list.map(({ key }) => key)

describe('payments that waited on the phone', () => {
  test('are told apart by what the office did with them', async () => {
    const queue = queueOf(async (key) => ({ recorded: key === 'a' }))
    const { recorded, noted, refused } = await queue.flush(own)
    expect([keysOf(recorded), keysOf(noted), refused]).toEqual([['a'], ['b'], []])
    expect(queue.of(own)).toEqual([])
  })

  test('are refused only if the office has no such visit for them', async () => {
    const queue = queueOf(async () => {
      throw new ApiError('Job not found', 404)
    })
    expect(keysOf((await queue.flush(own)).refused)).toEqual(['a', 'b'])
    expect(queue.of(own)).toEqual([])
  })

  test('wait while nobody answers', async () => {
    const queue = queueOf(async () => {
      throw new ApiError('Busy', 503)
    })
    expect(await queue.flush(own)).toEqual({ recorded: [], noted: [], refused: [] })
    expect(keysOf(queue.of(own))).toEqual(['a', 'b'])
  })
})
