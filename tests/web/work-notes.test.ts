import { beforeEach, describe, expect, test } from 'bun:test'
import { latestAnswers, openItems } from '../../src/lib/checklist'
import { ApiError } from '../../src/web/client/api'
import { NoteQueue, type Noted, type NotePlace, type WaitingNote } from '../../src/web/work/record/queue'

function inMemory(): NotePlace & { kept: Map<string, WaitingNote> } {
  const kept = new Map<string, WaitingNote>()
  return {
    kept,
    all: async () => [...kept.values()],
    put: async (note) => void kept.set(note.key, note),
    async remove({ key, at }) {
      if (kept.get(key)?.at === at) kept.delete(key)
    },
  }
}

const marcus = { workerId: 'marcus', sealKey: 'a1'.repeat(32) }
const sofia = { workerId: 'sofia', sealKey: 'b2'.repeat(32) }
const answer = (itemId: string, value: boolean | number | string, at: number): Noted => ({
  answer: { itemId, label: itemId, kind: 'text', value, answeredAt: `2026-03-02T15:0${at}:00.000Z` },
})

let place: ReturnType<typeof inMemory>
let sent: unknown[]
beforeEach(() => {
  place = inMemory()
  sent = []
})

const valueOf = (noted: Noted) => ('answer' in noted ? noted.answer.value : noted.signature.signer)
const accept = async (jobId: string, noted: Noted) => void sent.push([jobId, valueOf(noted)])
const refuse = (status: number) => () => Promise.reject(new ApiError('No.', status))
const queueOf = (owner = marcus, send: typeof accept = accept) => new NoteQueue(place, send, owner)

describe('answers on a phone', () => {
  test('are sent in order, and of one item only the last', async () => {
    const queue = queueOf()
    await queue.add('job-1', answer('roof', 'wet', 1))
    await queue.add('job-1', answer('ladder', true, 2))
    await queue.add('job-1', answer('roof', 'dry', 3))
    expect(await queue.flush()).toEqual([])
    expect(sent).toEqual([
      ['job-1', true],
      ['job-1', 'dry'],
    ])
    expect(await queue.waiting()).toEqual([])
  })

  test('of one visit go first when it is finished, and hold it up while they have to wait', async () => {
    const queue = queueOf()
    await queue.add('job-1', answer('roof', 'wet', 1))
    await queue.add('job-2', answer('roof', 'dry', 2))
    await queue.flush('job-2')
    expect(sent).toEqual([['job-2', 'dry']])
    for (const status of [0, 401, 429, 503])
      expect(queueOf(marcus, refuse(status)).flush('job-1')).rejects.toThrow('No.')
    expect(await queue.waiting()).toHaveLength(1)
  })

  test('that change while they are sent are sent again', async () => {
    const queue = queueOf(marcus, async (jobId, noted) => {
      await accept(jobId, noted)
      if (sent.length === 1) await queue.add('job-1', answer('roof', 'dry', 2))
    })
    await queue.add('job-1', answer('roof', 'wet', 1))
    await queue.flush()
    await queue.flush()
    expect(sent).toEqual([
      ['job-1', 'wet'],
      ['job-1', 'dry'],
    ])
  })

  test('that the office refuses are told and dropped', async () => {
    const queue = queueOf(marcus, refuse(409))
    await queue.add('job-1', answer('roof', 'wet', 1))
    expect(await queue.flush()).toHaveLength(1)
    expect(await queue.waiting()).toEqual([])
  })

  test("are sealed, and only their technician's", async () => {
    await queueOf().add('job-1', answer('roof', 'a very secret roof', 1))
    const bytes = [...place.kept.values()].map(({ noted }) => Buffer.from(noted.content).toString('latin1'))
    expect(bytes.join()).not.toContain('secret')
    const hers = queueOf(sofia)
    expect(await hers.waiting()).toEqual([])
    await hers.flush()
    expect(sent).toEqual([])
  })
})

describe('a checklist on a phone', () => {
  const items = [
    { id: 'a', required: true },
    { id: 'b', required: false },
  ]
  test('is open until its required items have an answer', () => {
    expect(openItems(items, [])).toEqual([items[0]!])
    expect(openItems(items, [{ itemId: 'a', value: null }])).toEqual([items[0]!])
    expect(openItems(items, [{ itemId: 'a', value: false }])).toEqual([])
  })

  test('shows the later of two answers, wherever it is kept', () => {
    const at = (value: string, answeredAt: string) => ({ itemId: 'a', value, answeredAt })
    const [early, late] = [at('wet', '2026-03-02T15:00:00Z'), at('dry', '2026-03-02T15:01:00Z')]
    expect(latestAnswers([late], [early])).toEqual([late])
    expect(latestAnswers([early], [late])).toEqual([late])
  })
})
