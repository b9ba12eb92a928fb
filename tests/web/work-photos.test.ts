import { beforeEach, describe, expect, test } from 'bun:test'
import { ApiError } from '../../src/web/client/api'
import type { Ready } from '../../src/web/client/picture'
import { PhotoQueue } from '../../src/web/work/photos/queue'
import type { Sealed } from '../../src/web/work/seal'
import type { PhotoPlace, Waiting } from '../../src/web/work/photos/store'

function inMemory(): PhotoPlace & { contents: Map<string, Sealed> } {
  const photos = new Map<string, Waiting>()
  const contents = new Map<string, Sealed>()
  return {
    contents,
    all: async () => [...photos.values()],
    contentOf: async (key) => contents.get(key) ?? null,
    async put(photo, content) {
      photos.set(photo.key, photo)
      contents.set(photo.key, content)
    },
    async remove(key) {
      photos.delete(key)
      contents.delete(key)
    },
  }
}

const marcus = { workerId: 'marcus', sealKey: 'a1'.repeat(32) }
const sofia = { workerId: 'sofia', sealKey: 'b2'.repeat(32) }
const about = { jobId: 'job-1', kind: 'before' as const, takenAt: '2026-03-02T15:00:00.000Z' }
const photo = (content: string) => ({
  name: `${content}.jpg`,
  file: new Blob([content]),
  thumbnail: new Blob([`small ${content}`]),
})

let place: ReturnType<typeof inMemory>
let sent: string[]
beforeEach(() => {
  place = inMemory()
  sent = []
})

const accept = async ({ jobId }: Waiting, { file, thumbnail }: Ready) => {
  sent.push(`${jobId}: ${await file.text()}, ${await thumbnail?.text()}`)
}
const refuse = (status: number) => () => Promise.reject(new ApiError('No.', status))
const queueOf = (owner = marcus, send: typeof accept = accept) => new PhotoQueue(place, send, owner)
const flush = (queue: ReturnType<typeof queueOf>) => queue.flush(() => {})

describe('photos on a phone', () => {
  test('wait while offline and are sent once, also by another page', async () => {
    const before = queueOf(marcus, refuse(0))
    await before.add(photo('roof'), about)
    expect(await flush(before)).toBe('offline')
    expect(await before.waiting()).toHaveLength(1)
    const after = queueOf()
    expect(await flush(after)).toBeNull()
    expect(await flush(after)).toBeNull()
    expect(sent).toEqual(['job-1: roof, small roof'])
    expect(await after.waiting()).toEqual([])
  })

  test('are one if they are the same photo of the same visit', async () => {
    const queue = queueOf()
    await queue.add(photo('roof'), about)
    await queue.add(photo('roof'), { ...about, takenAt: '2026-03-02T16:00:00.000Z' })
    await queue.add(photo('roof'), { ...about, jobId: 'job-2' })
    await flush(queue)
    expect(sent).toEqual(['job-1: roof, small roof', 'job-2: roof, small roof'])
  })

  test('belong to the technician who took them', async () => {
    await queueOf(marcus).add(photo('roof'), about)
    const hers = queueOf(sofia)
    expect(await hers.waiting()).toEqual([])
    await flush(hers)
    expect(sent).toEqual([])
    await flush(queueOf(marcus))
    expect(sent).toHaveLength(1)
  })

  test("can't be opened without their technician's key", async () => {
    await queueOf(marcus).add(photo('a very secret house'), about)
    const [kept] = await place.all()
    const bytes = [...place.contents.values()].map(({ content }) => Buffer.from(content).toString('latin1'))
    expect(bytes.join()).not.toContain('secret')
    expect(Buffer.from(kept!.thumbnail.content).toString('latin1')).not.toContain('secret')
    const thief = queueOf({ ...marcus, sealKey: sofia.sealKey })
    expect(thief.open(kept!, 'content')).rejects.toThrow()
    expect(await (await queueOf(marcus).open(kept!, 'content')).text()).toBe('a very secret house')
  })

  test.each([429, 500, 503, 401])('wait when the service answers %i', async (status) => {
    const queue = queueOf(marcus, refuse(status))
    await queue.add(photo('roof'), about)
    expect(await flush(queue)).toBe('busy')
    expect(queue.refused.size).toBe(0)
    expect(await queue.waiting()).toHaveLength(1)
  })

  test('stay when the office refuses them, and hold up no others', async () => {
    const queue = queueOf(marcus, async (one, ready) =>
      one.jobId === 'gone' ? refuse(404)() : accept(one, ready),
    )
    await queue.add(photo('lost'), { ...about, jobId: 'gone' })
    await queue.add(photo('roof'), about)
    expect(await flush(queue)).toBeNull()
    expect(sent).toEqual(['job-1: roof, small roof'])
    const [left] = await queue.waiting()
    expect(queue.refused.get(left!.key)?.status).toBe(404)
    await queue.remove(left!.key)
    expect(await queue.waiting()).toEqual([])
  })

  test('are deleted after thirty days, from every technician', async () => {
    await queueOf(sofia).add(photo('old'), { ...about, takenAt: '2026-01-01T15:00:00.000Z' })
    await queueOf(marcus).add(photo('new'), about)
    await queueOf(marcus).sweep(Date.parse('2026-03-03T15:00:00.000Z'))
    expect((await place.all()).map(({ name }) => name)).toEqual(['new.jpg'])
  })
})
