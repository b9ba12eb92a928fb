import { describe, expect, test } from 'bun:test'
import { ApiError } from '../../src/web/client/api'
import type { WorkJob } from '../../src/modules/workforce'
import type { Drawer } from '../../src/web/client/storage'
import { DeedQueue, openAfter, withDeeds, wordsOfRefusal, type Deed } from '../../src/web/work/queue'
import { directionsTo } from '../../src/web/work/directions'

function inMemory(): Drawer<Deed[]> {
  let value: Deed[] | null = null
  return {
    read: () => value,
    write: (deeds) => void (value = deeds),
    clear: () => void (value = null),
  }
}

const own = 'marcus'
const deed = (key: string, jobId: string, to: Deed['to'], workerId = own): Deed => ({
  key,
  workerId,
  jobId,
  customer: `Customer ${jobId}`,
  to,
  doneAt: '2026-03-02T15:00:00.000Z',
})
const inBoth = (refusal: Parameters<typeof wordsOfRefusal>[0]) =>
  (['en', 'es'] as const).map((language) => wordsOfRefusal(refusal, language))
const offline = () => Promise.reject(new ApiError('No connection', 0))

describe("a technician's steps", () => {
  test('are sent in the order they were taken', async () => {
    const sent: string[] = []
    const queue = new DeedQueue(inMemory(), async ({ key }) => sent.push(key))
    queue.add(deed('1', 'a', 'en_route'))
    queue.add(deed('2', 'b', 'en_route'))
    queue.add(deed('3', 'a', 'in_progress'))
    expect(await queue.flush(own)).toEqual({ sent: 3, refused: [], waiting: null })
    expect(sent).toEqual(['1', '2', '3'])
    expect(queue.of(own)).toEqual([])
  })

  test('wait while offline, and are sent under the same key later, even by another page', async () => {
    const place = inMemory()
    const before = new DeedQueue(place, offline)
    before.add(deed('1', 'a', 'en_route'))
    before.add(deed('2', 'a', 'in_progress'))
    expect(await before.flush(own)).toEqual({ sent: 0, refused: [], waiting: 'offline' })
    const sent: string[] = []
    const after = new DeedQueue(place, async ({ key }) => sent.push(key))
    expect((await after.flush(own)).sent).toBe(2)
    expect(sent).toEqual(['1', '2'])
  })

  test.each([
    [401, 'unauthorised'],
    [429, 'busy'],
    [500, 'busy'],
    [502, 'busy'],
  ] as const)('wait after a %d', async (status, waiting) => {
    const queue = new DeedQueue(inMemory(), () => Promise.reject(new ApiError('Later', status)))
    queue.add(deed('1', 'a', 'en_route'))
    expect(await queue.flush(own)).toEqual({ sent: 0, refused: [], waiting })
    expect(queue.of(own)).toHaveLength(1)
  })

  test('are dropped with later ones on the same job once the service refuses one; others continue', async () => {
    const sent: string[] = []
    const queue = new DeedQueue(inMemory(), async ({ key, jobId }) => {
      if (jobId === 'a') throw new ApiError('The job is canceled', 409)
      sent.push(key)
    })
    queue.add(deed('1', 'a', 'en_route'))
    queue.add(deed('2', 'b', 'en_route'))
    queue.add(deed('3', 'a', 'in_progress'))
    const { refused, waiting } = await queue.flush(own)
    expect(inBoth(refused[0]!)).toEqual([
      'Customer a: The job is canceled. “On my way” and “Start work” weren’t saved.',
      'Customer a: La oficina cambió esta visita. No se guardaron: “Voy en camino” y “Empezar trabajo”.',
    ])
    expect(waiting).toBeNull()
    expect(sent).toEqual(['2'])
    expect(queue.of(own)).toEqual([])
  })

  test('that leave something open say what, in the language of the page', async () => {
    const reason = 'Answer these first: “Ladder secured” and “Feet cleaned”.'
    const queue = new DeedQueue(inMemory(), () => Promise.reject(new ApiError(reason, 409)))
    queue.add(deed('1', 'a', 'completed'))
    const [refusal] = (await queue.flush(own)).refused
    const items = [
      { id: '1', label: 'Ladder secured', labelEs: 'Escalera asegurada', kind: 'check', required: true },
      { id: '2', label: 'Feet cleaned', labelEs: null, kind: 'number', required: true },
      { id: '3', label: 'Notes', labelEs: null, kind: 'text', required: false },
    ]
    const visit = { id: 'a', status: 'in_progress', record: { items, answers: [] } } as unknown as WorkJob
    const open = openAfter(refusal!, [visit])
    expect((['en', 'es'] as const).map((language) => wordsOfRefusal(refusal!, language, open))).toEqual([
      'Customer a: Answer these first: “Ladder secured” and “Feet cleaned”. “Finish visit” wasn’t saved.',
      'Customer a: Para terminar, responda “Escalera asegurada” y “Feet cleaned”. No se guardó: “Terminar visita”.',
    ])
    expect(openAfter(refusal!, [])).toEqual([])
    expect(openAfter(refusal!, [{ ...visit, status: 'scheduled' }])).toEqual([])
  })

  test('on a reassigned visit are dropped, naming the visit', async () => {
    const gone = () => Promise.reject(new ApiError('Job not found', 404))
    const queue = new DeedQueue(inMemory(), gone)
    queue.add(deed('1', 'a', 'completed'))
    queue.add(deed('3', 'a', 'en_route', 'sofia'))
    const { refused } = await queue.flush(own)
    expect(inBoth(refused[0]!)).toEqual([
      'Customer a: The office took this visit off your list. “Finish visit” wasn’t saved.',
      'Customer a: La oficina quitó esta visita de su lista. No se guardó: “Terminar visita”.',
    ])
    expect(queue.of('sofia')).toHaveLength(1)
    const { customer: _, ...older } = deed('2', 'b', 'en_route')
    queue.add(older)
    const [kept] = (await queue.flush(own)).refused
    expect(wordsOfRefusal(kept!, 'en')).toStartWith('A visit: The office')
  })

  test('are never sent by someone else on the same phone, and wait for their owner', async () => {
    const sent: string[] = []
    const queue = new DeedQueue(inMemory(), async ({ key }) => sent.push(key))
    queue.add(deed('1', 'a', 'en_route'))
    queue.add(deed('2', 'b', 'en_route', 'sofia'))
    expect((await queue.flush('sofia')).sent).toBe(1)
    expect(sent).toEqual(['2'])
    expect(queue.of(own).map(({ key }) => key)).toEqual(['1'])
  })

  test('show in the list at once, marked as not sent', () => {
    const jobs = [
      { id: 'a', status: 'scheduled' },
      { id: 'b', status: 'scheduled' },
    ] as Parameters<typeof withDeeds>[0]
    const shown = withDeeds(jobs, [deed('1', 'a', 'en_route'), deed('2', 'a', 'in_progress')])
    expect(shown.map(({ status, unsent }) => [status, unsent])).toEqual([
      ['in_progress', true],
      ['scheduled', false],
    ])
  })
})

describe('an undone step', () => {
  const undo = (key: string, jobId: string, step: Deed['step']): Deed => ({
    ...deed(key, jobId, 'undo'),
    ...(step && { step }),
  })

  test('that never left the phone is dropped', async () => {
    const sent: string[] = []
    const queue = new DeedQueue(inMemory(), async ({ key }) => sent.push(key))
    queue.add(deed('1', 'a', 'en_route'))
    queue.undo('1', undo('2', 'a', 'en_route'))
    expect(await queue.flush(own)).toEqual({ sent: 0, refused: [], waiting: null })
    expect(sent).toEqual([])
  })

  test('that may have reached the office is undone there, in order', async () => {
    const place = inMemory()
    const lost = new DeedQueue(place, offline)
    lost.add(deed('1', 'a', 'en_route'))
    await lost.flush(own)
    lost.undo('1', undo('2', 'a', 'en_route'))
    const sent: string[] = []
    await new DeedQueue(place, async ({ key }) => sent.push(key)).flush(own)
    expect(sent).toEqual(['1', '2'])
  })

  test('that could not leave a phone without a network is dropped', async () => {
    const queue = new DeedQueue(inMemory(), offline, () => true)
    queue.add(deed('1', 'a', 'en_route'))
    await queue.flush(own)
    queue.undo('1', undo('2', 'a', 'en_route'))
    expect(queue.of(own)).toEqual([])
  })

  test('that was sent is undone there', () => {
    const queue = new DeedQueue(inMemory(), offline)
    queue.undo('1', undo('2', 'a', 'en_route'))
    expect(queue.of(own).map(({ key }) => key)).toEqual(['2'])
  })

  test('shows the visit as it was before', () => {
    const visit = { id: 'a', status: 'in_progress', arrivedAt: null } as never
    const [shown] = withDeeds([visit], [deed('1', 'a', 'completed'), undo('2', 'a', 'completed')])
    expect(shown).toMatchObject({ status: 'in_progress', unsent: true })
  })
})

describe('directions', () => {
  const home = { address: '1 Main St & Co, Denver', lat: 39.7, lng: -105 }
  test.each([
    [
      'an Android phone',
      'Mozilla/5.0 (Linux; Android 16)',
      'geo:39.7,-105?q=1%20Main%20St%20%26%20Co%2C%20Denver',
    ],
    [
      'an iPhone',
      'Mozilla/5.0 (iPhone; …)',
      'https://maps.apple.com/?daddr=1%20Main%20St%20%26%20Co%2C%20Denver',
    ],
    ['a desk', 'Mozilla/5.0 (X11; Linux)', 'https://www.openstreetmap.org/directions?to=39.7%2C-105'],
  ])('open the map of %s', (_, userAgent, address) => {
    expect(directionsTo(home, userAgent)).toBe(address)
  })

  test("use the address when the place isn't known", () => {
    const unplaced = { ...home, lat: null, lng: null }
    expect(directionsTo(unplaced, 'Android')).toStartWith('geo:0,0?q=1%20Main')
    expect(directionsTo(unplaced, 'X11')).toStartWith('https://www.openstreetmap.org/search?query=1%20Main')
  })
})
