import { expect, test } from 'bun:test'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeBundle } from '../scripts/bundle'
import { findBundle } from '../src/bundle'
import { emptyDataFolder, startService } from './support/server'
import { temporaryFolder } from './support/temp'

const repository = join(import.meta.dir, '..')

test('the bundle is the whole service, without a warning: its pages, its API document and its health', async () => {
  const root = temporaryFolder('bundle')
  for (const path of ['src', 'db', 'package.json', 'tsconfig.json'])
    cpSync(join(repository, path), join(root, path), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  await makeBundle(root)
  expect(findBundle(root)).not.toBeNull()
  const service = await startService({ DATA_DIR: emptyDataFolder() }, join(root, 'src/index.ts'))
  const get = async (path: string) => (await fetch(`${service.url}${path}`)).text()
  expect(await get('/book')).toContain('<h1')
  expect(JSON.parse(await get('/swagger/json'))).toHaveProperty('paths')
  expect(JSON.parse(await get('/readyz'))).toMatchObject({ ok: true })
  service.signal('SIGTERM')
  expect(await service.exited).toBe(0)
  expect(await service.errors()).toBe('')
  expect(service.output()).not.toContain('warning')
})
