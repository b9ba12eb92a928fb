import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../db/client'
import { claimDatabase, type Claim } from '../../db/local/file'
import { nextTurn, type Store } from '../../db/store'
import { truckroll } from '../cli/cli'
import { another } from '../support/another'
import { addNote, createNotes, noteTexts } from '../support/notes'
import { temporaryFolder } from '../support/temp'

let folder: string
let path: string
let service: Store
let claim: Claim

const open = (options = {}) => openStore({ url: `file:${path}` }, 0, { durable: false, ...options })
const logSize = () => (existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0)

beforeEach(async () => {
  folder = temporaryFolder('readers')
  path = join(folder, 'truckroll.db')
  claim = claimDatabase(path)
  service = await open()
  await createNotes(service)
})
afterEach(async () => {
  await service.close()
  claim.release()
})

describe('while another program reads all the time, as Litestream does,', () => {
  test('commands that only read neither take the write lock nor touch its log', async () => {
    const reader = await another('read', path)
    await service.write((tx) => addNote(tx, 'kept in the log'))
    const size = logSize()
    const locker = await another('lock', path)
    const env = { DATA_DIR: folder }
    const ran = await Promise.all([
      truckroll(['task', 'list'], env),
      truckroll(['doctor'], env),
      truckroll(['ledger', 'check'], env),
      truckroll(['backup', join(folder, 'copy.db')], env),
    ])
    expect(ran.map(({ errors }) => errors)).toEqual(['', '', '', ''])
    expect(await locker.end()).toBe(0)
    await reader.end()
    expect(logSize()).toBe(size)
  })

  test('closing the store leaves the log as it is and holds up no writer', async () => {
    const reader = await another('read', path)
    await service.write((tx) => addNote(tx, 'written after the reader began'))
    const size = logSize()
    const locker = await another('lock', path)
    await service.close()
    expect(await locker.end()).toBe(0)
    await reader.end()
    expect(logSize()).toBe(size)
  })
})

test('reads are answered while another program writes, and writes follow when it is done', async () => {
  const other = new Database(path)
  other.run('BEGIN IMMEDIATE')
  const writing = service.write((tx) => addNote(tx, 'second'))
  // Long enough for the write to have been refused at least once.
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  expect(await noteTexts(service.read)).toEqual([])
  other.run("INSERT INTO notes (text) VALUES ('first')")
  other.run('COMMIT')
  other.close()
  await writing
  expect(await noteTexts(service.read)).toEqual(['first', 'second'])
})

test('a command leaves an empty log when no service is running', async () => {
  await service.close()
  claim.release()
  const command = await open({ guest: true })
  await command.write((tx) => addNote(tx, 'from a command'))
  expect(logSize()).toBeGreaterThan(0)
  await command.close()
  expect(logSize()).toBe(0)
})

test('a service that stops alone leaves an empty log', async () => {
  await service.write((tx) => addNote(tx, 'last'))
  expect(logSize()).toBeGreaterThan(0)
  await service.close()
  expect(logSize()).toBe(0)
})

test('the log stays small, however much is written', async () => {
  const long = 'x'.repeat(4_000)
  for (let batch = 0; batch < 5; batch++)
    await service.write(async (tx) => {
      for (let n = 0; n < 1_000; n++) await addNote(tx, `${batch}-${n}-${long}`)
    })
  // Twice the number of pages after which it is written back.
  expect(logSize()).toBeLessThan(8_000 * 4_120)
  expect(statSync(path).size).toBeGreaterThan(8_000 * 4_096)
})
