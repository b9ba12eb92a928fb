import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyDataFolder } from '../support/server'
import { temporaryFolder } from '../support/temp'
import { truckroll, truckrollHere } from './cli'

describe('a damaged database', () => {
  const good = join(temporaryFolder('good'), 'good.db')
  beforeAll(async () => {
    const env = { DATA_DIR: emptyDataFolder() }
    expect((await truckrollHere(['seed'], env)).code).toBe(0)
    expect((await truckrollHere(['backup', good], env)).code).toBe(0)
  })
  const damages = {
    'is no database anymore': (bytes: Buffer) => bytes.fill('no pages here '),
    'has lost its end': (bytes: Buffer) => bytes.subarray(0, 400_000),
    'has lost pages in the middle': (bytes: Buffer) => bytes.fill(0xa5, 8_192, 200_000),
  }
  for (const [damage, inflict] of Object.entries(damages))
    test(`where ${damage} is reported by every command, and a backup replaces it`, async () => {
      const folder = emptyDataFolder()
      const file = join(folder, 'truckroll.db')
      const backup = join(folder, 'backups', '2026-03-02T03-15-00-000Z.db')
      mkdirSync(join(folder, 'backups'), { recursive: true })
      copyFileSync(good, backup)
      const damaged = inflict(readFileSync(good))
      writeFileSync(file, damaged)
      const env = { DATA_DIR: folder }
      const here = (...words: string[]) => truckrollHere(words, env)
      // A process of its own shows that nothing of the failure gets past the command.
      const doctor = await truckroll(['doctor'], env)
      expect(doctor.output).toContain('restore latest --overwrite')
      const failed = await here('backup')
      expect([failed.code, failed.errors.includes('    at ')]).toEqual([1, false])
      const restored = await here('--json', 'restore', 'latest', '--overwrite')
      expect(restored.json).toMatchObject({ ok: true, previous: `${file}.before-restore-1` })
      expect(readFileSync(`${file}.before-restore-1`).equals(damaged)).toBe(true)
      expect(await here('ledger', 'check')).toMatchObject({ output: 'The books balance.\n', errors: '' })
      expect(existsSync(`${file}.arriving`)).toBe(false)
    })
})

describe('a read-only command', () => {
  test('creates no database where there is none', async () => {
    const folder = emptyDataFolder()
    for (const words of [['backup'], ['ledger', 'check'], ['outbox'], ['task', 'list'], ['export', folder]]) {
      const { code, errors } = await truckrollHere(words, { DATA_DIR: folder })
      expect([words, code, errors]).toEqual([words, 1, expect.stringContaining("There's no database at")])
    }
    expect(existsSync(folder)).toBe(false)
  })

  test("doesn't upgrade a database from an earlier version", async () => {
    const folder = emptyDataFolder()
    const here = (...words: string[]) => truckrollHere(words, { DATA_DIR: folder })
    expect((await here('migrate')).code).toBe(0)
    const db = new Database(join(folder, 'truckroll.db'))
    db.run('DELETE FROM __drizzle_migrations WHERE id > 1')
    db.close()
    expect((await here('outbox')).errors).toContain('is older than this version')
    expect((await here('--json', 'migrate', 'status')).json.applied).toHaveLength(1)
  })
})
