import { expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../db/client'
import { activity } from '../../db/schema'
import { dataFolder, truckrollHere } from './cli'

test('changes made in a shell are in the activity log under the name of the command line', async () => {
  const folder = dataFolder()
  const env = { DATA_DIR: folder }
  const ok = async (...words: string[]) => {
    const ran = await truckrollHere([...words, '--json'], env)
    expect([words.join(' '), ran.code, ran.errors]).toEqual([words.join(' '), 0, ''])
    return ran.json
  }
  await ok('seed')
  const file = join(folder, 'customers.csv')
  writeFileSync(file, 'Name,Email\nRobin Imported,robin.imported@example.com\n')
  await ok('staff', 'invite', 'kim@example.com', '--name', 'Kim', '--role', 'dispatcher')
  await ok('staff', 'revoke', 'kim@example.com')
  const { id } = await ok('token', '--subject', 'robot')
  await ok('token', '--revoke', id)
  await ok('import', 'customers', file)
  await ok('task', 'run', 'auto-dispatch')
  const store = await openStore({ url: `file:${join(folder, 'truckroll.db')}` }, 0, { durable: false })
  const rows = await store.read.select().from(activity).orderBy(asc(activity.id))
  await store.close()
  const byShell = rows.filter(({ via }) => via === 'cli')
  expect(new Set(byShell.map(({ actor, address }) => `${actor} ${address}`))).toEqual(new Set(['cli null']))
  expect(byShell.map(({ type }) => type)).toEqual([
    'demo.added',
    'staff.invited',
    'staff.deactivated',
    'hq.token-given',
    'hq.token-revoked',
    'import.started',
    'task.run',
  ])
})
