import { expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { fileStamp, localPath, openStore } from '../../db/client'
import { StoreError } from '../../db/store'
import { failureOf } from '../support/failure'
import { temporaryFolder } from '../support/temp'

test('a file address can be relative, absolute, or absolute with slashes', () => {
  expect(localPath('file:./data/truckroll.db')).toBe(resolve('data/truckroll.db'))
  expect(localPath('file:/var/lib/truckroll.db')).toBe('/var/lib/truckroll.db')
  expect(localPath('file:///var/lib/truckroll.db')).toBe('/var/lib/truckroll.db')
})

test('an address without a lasting file is refused', () => {
  for (const url of ['file:', 'file::memory:']) expect(() => localPath(url)).toThrow(StoreError)
})

test('an unknown kind of address is refused with a list of the supported kinds', async () => {
  for (const url of ['postgres://localhost/truckroll', 'ws://localhost:8080', 'truckroll.db', ''])
    expect((await failureOf(openStore({ url }, 0))).message).toMatch(/file:.*libsql:, http: or https:/)
})

test('a new file is created together with its folder', async () => {
  const url = `file:${join(temporaryFolder('address'), 'deep', 'down', 'truckroll.db')}`
  const store = await openStore({ url }, 0, { durable: false })
  expect(await store.health()).toMatchObject({ up: true })
  await store.close()
})

test('a timestamp can be part of a file name', () => {
  expect(fileStamp(Date.parse('2026-03-02T15:00:00.123Z'))).toBe('2026-03-02T15-00-00-123Z')
})
