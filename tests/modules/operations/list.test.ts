import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listBackups } from '../../../src/backups'
import { loadConfig } from '../../../src/config'
import { startTestApp } from '../../support/app'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truckroll-backups-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const list = (env: Record<string, string> = {}) =>
  listBackups({ config: loadConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...env }) })

describe('the list of backups', () => {
  test('is empty before the first one is made', async () => {
    expect(await list()).toEqual({ supported: true, backups: [] })
  })

  test('shows the newest first, with size and time, and leaves out other files', async () => {
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'backups', '2026-03-01T04-05-06-007Z.db'), 'one')
    writeFileSync(join(folder, 'backups', '2026-03-02T04-05-06-007Z.db'), 'second')
    writeFileSync(join(folder, 'backups', 'before-the-move.db'), 'by hand')
    expect((await list()).backups).toEqual([
      { name: '2026-03-02T04-05-06-007Z.db', bytes: 6, at: '2026-03-02T04:05:06.007Z' },
      { name: '2026-03-01T04-05-06-007Z.db', bytes: 3, at: '2026-03-01T04:05:06.007Z' },
    ])
  })

  test("says they're elsewhere when the data is on a database server", async () => {
    expect((await list({ DATABASE_URL: 'http://127.0.0.1:1' })).supported).toBe(false)
  })

  test('is for HQ only', async () => {
    const app = await startTestApp({ DATA_DIR: folder })
    expect((await app.call('GET', '/api/admin/backups')).status).toBe(401)
    const answer = await app.call('GET', '/api/admin/backups', { token: await app.hqToken() })
    expect(answer.status).toBe(200)
    await app.close()
  })
})
