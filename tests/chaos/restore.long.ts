import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { bookUntilGone } from '../support/bookings'
import { emptyDataFolder, startService, stopService } from '../support/server'
import { inspect } from './crash/rounds'

const root = join(import.meta.dir, '../..')

async function truckroll(dataDir: string, ...words: string[]) {
  const { PATH = '', HOME = '' } = process.env
  const command = Bun.spawn([process.execPath, '--no-env-file', 'src/cli.ts', '--json', ...words], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, SEED_DEMO: 'off' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = await new Response(command.stdout).text()
  return { code: await command.exited, ...(JSON.parse(output) as Record<string, unknown>) } as Record<
    string,
    unknown
  >
}

test('a backup taken during bookings is complete, and a restored one starts and balances', async () => {
  const folder = emptyDataFolder()
  const service = await startService({ DATA_DIR: folder })
  const acknowledged: string[] = []
  const booking = Array.from({ length: 4 }, (_, client) => bookUntilGone(service.url, client, acknowledged))
  while (acknowledged.length < 50) await Bun.sleep(5)
  const before = [...acknowledged]
  const backup = await truckroll(folder, 'backup')
  const file = String(backup.file)
  expect([backup.code, backup.ok, file.startsWith(join(folder, 'backups'))]).toEqual([0, true, true])
  while (acknowledged.length < before.length + 50) await Bun.sleep(5)
  service.signal('SIGKILL')
  await service.exited
  await Promise.all(booking)

  const elsewhere = emptyDataFolder()
  mkdirSync(elsewhere, { recursive: true })
  expect(await truckroll(elsewhere, 'restore', file)).toMatchObject({ code: 0, ok: true })
  expect(inspect(join(elsewhere, 'truckroll.db'), before)).toEqual({ lost: 0, damaged: 0 })
  expect(await truckroll(elsewhere, 'restore', file)).toMatchObject({ code: 1, ok: false })
  expect(await truckroll(elsewhere, 'restore', file, '--overwrite')).toMatchObject({
    code: 0,
    previous: expect.stringContaining('before-restore-1'),
  })

  const again = await startService({ DATA_DIR: elsewhere })
  expect((await fetch(`${again.url}/api/vitals`)).status).toBe(200)
  expect(await truckroll(elsewhere, 'restore', file, '--overwrite')).toMatchObject({
    code: 1,
    error: expect.stringContaining('in use'),
  })
  expect(await stopService(again)).toBe(0)
  const db = new Database(join(elsewhere, 'truckroll.db'), { readonly: true })
  expect(db.query('SELECT count(*) AS n FROM jobs').get()).toMatchObject({ n: expect.any(Number) })
  expect(db.query('SELECT coalesce(sum(cents), 0) AS total FROM ledger_entries').get()).toEqual({ total: 0 })
  db.close()
})
