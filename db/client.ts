import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { openLocal, localMigrationTarget } from './local/engine'
import { troubleWith } from './local/file'
import { migrate, migrationStatus, readMigrations, type MigrationStatus } from './migrate'
import { StoreError, type Store, type StoreOptions } from './store'

export interface DatabaseAddress {
  url: string
  authToken?: string | undefined
}

/** Opens the store an address names, brought up to this program's schema and ready to use. */
export async function openStore(
  address: DatabaseAddress,
  now: number,
  options: StoreOptions = {},
): Promise<Store> {
  if (address.url.startsWith('file:')) {
    const path = localPath(address.url)
    const store = openLocal(path, options)
    try {
      await migrate(localMigrationTarget(store.connection, path, fileStamp(now)))
    } catch (error) {
      await store.close().catch(() => {})
      throw troubleWith(path, error)
    }
    return store
  }
  // The driver of the server engine is loaded only where one is named.
  const { openServer } = await import('./libsql/engine')
  return openServer(address, options)
}

/** What of the schema is there and what is missing, without changing anything. */
export async function databaseStatus(address: DatabaseAddress): Promise<MigrationStatus> {
  if (!address.url.startsWith('file:')) {
    const { serverStatus } = await import('./libsql/engine')
    return serverStatus(address)
  }
  const path = localPath(address.url)
  if (!existsSync(path)) return { applied: [], pending: readMigrations().map(({ name }) => name) }
  let connection: Database | null = null
  try {
    connection = new Database(path, { readonly: true })
    return await migrationStatus(localMigrationTarget(connection, path, ''))
  } catch (error) {
    throw troubleWith(path, error)
  } finally {
    connection?.close()
  }
}

/** The path a `file:` address names, relative ones from the working directory. */
export function localPath(url: string): string {
  const path = url.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
  if (path === '' || path === ':memory:')
    throw new StoreError('DATABASE_URL must be a file, such as file:./data/truckroll.db')
  return resolve(path)
}

/** A moment as it may stand in a file name on any system. */
export function fileStamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-')
}
