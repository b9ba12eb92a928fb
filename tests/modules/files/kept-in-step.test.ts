import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { attachments, fileRemovals } from '../../../db/schema'
import { contentPath, stamp } from '../../../src/modules/files/disk'
import { removeContents, sweepFiles } from '../../../src/modules/files/sweep'
import { sha256 } from '../../support/files'
import { photoOf, pngOf } from '../../support/pictures'
import { startFileWorld, type FileWorld } from './world'

let world: FileWorld
beforeEach(async () => {
  world = await startFileWorld()
})
afterEach(() => world.close())

const day = 86_400_000
const photo = photoOf(40, 30)
const rows = () => world.deps.store.read.select().from(attachments)
const folder = (name: string) => join(world.deps.config.dataDir, 'files', name)
const filesIn = (name: string): string[] => {
  try {
    return readdirSync(folder(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .toSorted()
  } catch {
    return []
  }
}

describe('bytes leave the disk', () => {
  test('a day after the last job that has them let go of them', async () => {
    const [one, two] = [await world.book(), await world.book({ customerEmail: 'two@example.com' })]
    const thumbnail = pngOf(8, 8)
    const first = await world.add(one.id, photo, { thumbnail })
    const second = await world.add(two.id, photo, { thumbnail })
    const remove = (id: string) => world.hq('PATCH', `/api/admin/files/${id}`, { body: { deleted: true } })
    await remove(first.id)
    world.clock.advance(day)
    await sweepFiles(world.deps)
    expect([await rows(), filesIn('content').length]).toMatchObject([[{ id: second.id }], 2])
    await remove(second.id)
    await sweepFiles(world.deps)
    expect(filesIn('content')).toHaveLength(2)
    world.clock.advance(day)
    await sweepFiles(world.deps)
    expect([await rows(), filesIn('content'), filesIn('trash')]).toEqual([[], [], []])
  })

  test('when the customer is erased, even what was deleted before, and nothing of others', async () => {
    const [gone, stays] = [await world.book(), await world.book({ customerEmail: 'stays@example.com' })]
    const shared = await world.add(stays.id, photo)
    await world.add(gone.id, photo)
    await world.add(gone.id, photoOf(40, 30, { seed: 'only theirs' }), { thumbnail: pngOf(8, 8) })
    const deleted = await world.add(gone.id, photoOf(40, 30, { seed: 'deleted' }))
    await world.hq('PATCH', `/api/admin/files/${deleted.id}`, { body: { deleted: true } })
    expect(filesIn('content')).toHaveLength(4)
    await world.hq('POST', `/api/admin/jobs/${gone.id}/cancel`, { body: {} })
    expect((await world.hq('POST', `/api/admin/customers/${gone.customerId}/erase`)).status).toBe(200)
    expect([await rows(), filesIn('content').length]).toMatchObject([[{ id: shared.id }], 1])
    expect([filesIn('trash'), await world.deps.store.read.select().from(fileRemovals)]).toEqual([[], []])
  })

  test('at the next start, if the service stopped right after the erasing', async () => {
    const { id } = await world.book()
    await world.add(id, photo)
    await world.deps.store.write((tx) => tx.delete(attachments).where(eq(attachments.jobId, id)))
    expect(filesIn('content')).toHaveLength(1)
    await sweepFiles(world.deps)
    expect([filesIn('content'), filesIn('trash')]).toEqual([[], []])
  })

  test("don't, if somebody adds the same photo while they go", async () => {
    const [one, two] = [await world.book(), await world.book({ customerEmail: 'two@example.com' })]
    await world.add(one.id, photo)
    for (let round = 0; round < 5; round++) {
      const [from, to] = round % 2 === 0 ? [one, two] : [two, one]
      const remove = world.deps.store
        .write((tx) => tx.delete(attachments).where(eq(attachments.jobId, from.id)))
        .then(() => removeContents(world.deps))
      const [added] = await Promise.all([world.add(to.id, photo), remove])
      await removeContents(world.deps)
      expect((await world.hq('GET', `/api/admin/files/${added.id}/content`)).status).toBe(200)
    }
  })
})

describe('a sweep', () => {
  test('puts bytes without a row aside for a month, and brings them back if a row appears', async () => {
    const stray = sha256(photo)
    const path = contentPath(world.deps, stray)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, photo)
    await stamp(path, world.clock.now())
    await sweepFiles(world.deps)
    // Somebody may be adding it just now.
    expect(filesIn('content')).toEqual([stray])
    world.clock.advance(day)
    await sweepFiles(world.deps)
    expect([filesIn('content'), filesIn('trash')]).toEqual([[], [stray]])
    const { id } = await world.book()
    const about = {
      kind: 'photo',
      name: 'a',
      type: 'image/png',
      bytes: 1,
      shown: false,
      author: 'a',
    } as const
    const row = { id: 'f1', jobId: id, ...about, hash: stray, sentHash: 'x', uploadedBy: 'a', createdAt: 1 }
    await world.deps.store.write((tx) => tx.insert(attachments).values(row))
    await sweepFiles(world.deps)
    expect([filesIn('content'), filesIn('trash')]).toEqual([[stray], []])
    await world.deps.store.write((tx) => tx.run('DELETE FROM attachments'))
    await world.deps.store.write((tx) => tx.run('DELETE FROM file_removals'))
    world.clock.advance(day)
    await sweepFiles(world.deps)
    world.clock.advance(31 * day)
    await sweepFiles(world.deps)
    expect([filesIn('content'), filesIn('trash')]).toEqual([[], []])
  })

  test('says when bytes are missing, and the file answers 404', async () => {
    const warnings: unknown[] = []
    world.deps.log.warn = (message, about) => void warnings.push([message, about])
    const { id } = await world.book()
    const added = await world.add(id, photo)
    rmSync(folder('content'), { recursive: true })
    await sweepFiles(world.deps)
    expect(warnings).toEqual([[expect.stringContaining('restore DATA_DIR/files'), { lost: 1 }]])
    const answer = await world.hq('GET', `/api/admin/files/${added.id}/content`)
    expect([answer.status, answer.body.error]).toEqual([404, 'The content of this file not found'])
  })

  test('throws away uploads that nobody finished in a day', async () => {
    const { id } = await world.book()
    await world.hq('PUT', `/api/admin/jobs/${id}/uploads/${sha256(photo)}`, { raw: photo })
    await sweepFiles(world.deps)
    expect(filesIn('uploads')).toHaveLength(1)
    world.clock.advance(day)
    await sweepFiles(world.deps)
    expect(filesIn('uploads')).toEqual([])
  })
})

describe("a customer's files", () => {
  test('stay with the jobs when two customers are merged', async () => {
    const [from, into] = [await world.book(), await world.book({ customerEmail: 'into@example.com' })]
    const added = await world.add(from.id, photo, { kind: 'before' })
    await world.hq('POST', `/api/admin/customers/${from.customerId}/merge`, {
      body: { into: into.customerId },
    })
    const { items } = (await world.hq('GET', `/api/admin/customers/${into.customerId}/files`)).body.data
    expect(items).toMatchObject([{ id: added.id }])
    const mine = await world.customer('into@example.com', 'GET', '/api/account/files')
    expect(mine.body.data.files).toMatchObject([{ id: added.id }])
  })

  test('are in the export, with a ZIP file of their bytes that programs can open', async () => {
    const { id, customerId } = await world.book()
    const added = await world.add(id, photo, { kind: 'before', name: 'Dach/vorher „1“.jpg' })
    await world.add(id, photoOf(20, 10, { padding: 100_000 }))
    const exported = await world.hq('GET', `/api/admin/customers/${customerId}/export`)
    expect(exported.body.data.files).toMatchObject([{ id: added.id, kind: 'before' }, { kind: 'photo' }])
    const answer = await world.app.handle(
      new Request(`http://localhost/api/admin/customers/${customerId}/files/archive`, {
        headers: { authorization: `Bearer ${await world.hqToken()}` },
      }),
    )
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const zip = join(world.deps.config.dataDir, 'export.zip')
    await Bun.write(zip, await answer.arrayBuffer())
    const listed = Bun.spawnSync([
      'python3',
      '-c',
      'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nprint(z.testzip(), [(i.filename, i.file_size) for i in z.infolist()])',
      zip,
    ])
    expect(listed.stdout.toString()).toContain(`None [('001-before-Dach-vorher -1-jpg.jpg', ${added.bytes})`)
  })
})
