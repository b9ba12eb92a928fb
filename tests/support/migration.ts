import { join } from 'node:path'
import type { DatabaseAddress } from '../../db/client'
import { connect, defaultLimits } from '../../db/libsql/connection'
import { serverMigrationTarget } from '../../db/libsql/engine'
import { openLocal, localMigrationTarget } from '../../db/local/engine'
import type { MigrationTarget } from '../../db/migrate'
import { createDatabase, databaseUrl, dropDatabase } from './sqld'
import { testServer } from './store'
import { temporaryFolder } from './temp'

export interface EmptyDatabase {
  target: MigrationTarget
  address: DatabaseAddress
  /** The folder where a local engine keeps the copies it makes before an upgrade. */
  backups: string
  close(): Promise<void>
}

export const stamp = '2026-03-02T15-00-00-000Z'
let databases = 0

/** A database that hasn't been migrated yet, on the suite's engine. */
export async function openEmptyDatabase(): Promise<EmptyDatabase> {
  const name = `empty-${process.pid}-${++databases}`
  const folder = temporaryFolder(name)
  const backups = join(folder, 'backups')
  if (!testServer) {
    const path = join(folder, 'data.db')
    const store = openLocal(path, { durable: false })
    const target = localMigrationTarget(store.connection, path, stamp)
    return { target, address: { url: `file:${path}` }, backups, close: () => store.close() }
  }
  const { url, adminUrl } = testServer
  await createDatabase(adminUrl, name)
  const address = { url: databaseUrl(url, name) }
  const client = connect(address, { limitMs: () => defaultLimits.bulkCallMs })
  return {
    target: serverMigrationTarget(client, defaultLimits),
    address,
    backups,
    async close() {
      client.close()
      await dropDatabase(adminUrl, name)
    },
  }
}
