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

/** Opens the store and migrates it to this program's schema. */
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
  // Loads the server engine's driver only when it is needed.
  const { openServer } = await import('./libsql/engine')
  return openServer(address, options)
}

/** The applied and missing migrations, without changing anything. */
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

/** The path of a `file:` address. Relative paths start at the working directory. */
export function localPath(url: string): string {
  const path = url.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
  if (path === '' || path === ':memory:')
    throw new StoreError('DATABASE_URL must be a file, such as file:./data/truckroll.db')
  return resolve(path)
}

/** A moment in a form that every system allows in file names. */
export function fileStamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-')
}
