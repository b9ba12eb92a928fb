import { LibsqlBatchError, type Client } from '@libsql/client/http'
import type { DatabaseAddress } from '../client'
import { migrate, migrationStatus, type MigrationStatus, type MigrationTarget } from '../migrate'
import { keepPrepared, StoreError, type Store, type StoreHealth, type StoreOptions } from '../store'
import { backupServer } from './backup'
import { connect, handleOn, defaultLimits, readingOnly, type Limits } from './connection'
import { retrying } from './failures'
import { Lifeline } from './lifeline'
import { ServerUnitQueue } from './units'

/** A libSQL server shared by several processes, for a business that outgrows one machine. */
export async function openServer(
  address: DatabaseAddress,
  options: StoreOptions,
  limits: Limits = defaultLimits,
): Promise<Store> {
  const { warn = () => {} } = options
  await bringUpToDate(address, limits)
  const pulse = connect(address, { limitMs: () => limits.healthMs })
  const health = async () => {
    const found = await takePulse(pulse)
    if (found.up) lifeline.heard()
    return found
  }
  const lifeline = new Lifeline(health, limits, warn)
  const reader = connect(address, { limitMs: () => limits.callMs, lifeline })
  const read = handleOn(readingOnly(reader, limits))
  keepPrepared(read)
  const units = new ServerUnitQueue(address, limits, { strict: options.strict ?? false, warn, lifeline })
  let closing: Promise<void> | null = null

  return {
    engine: 'libsql',
    read,
    write: (unit) => (closing ? Promise.reject(new StoreError('The store is closed')) : units.run(unit)),
    backup: (to, keeping) => backupServer(address, to, limits, keeping),
    // The server manages its own log.
    scrub: async () => true,
    health,
    isDown: () => lifeline.isDown,
    queued: () => units.queued,
    rest: () => {},
    watch: (watcher) => void (units.onCommit = watcher),
    close() {
      closing ??= units.idle().then(() => {
        for (const client of [lifeline, units, reader, pulse]) client.close()
      })
      return closing
    },
  }
}

/** The applied and missing migrations, without changing anything. */
export async function serverStatus(
  address: DatabaseAddress,
  limits: Limits = defaultLimits,
): Promise<MigrationStatus> {
  const client = connect(address, { limitMs: () => limits.callMs })
  try {
    return await migrationStatus(serverMigrationTarget(client, limits))
  } finally {
    client.close()
  }
}

async function bringUpToDate(address: DatabaseAddress, limits: Limits): Promise<void> {
  const client = connect(address, { limitMs: () => limits.bulkCallMs })
  try {
    await assertForeignKeys(client, limits)
    await migrate(serverMigrationTarget(client, limits))
  } finally {
    client.close()
  }
}

/** Only the server can turn foreign keys on for all connections; our setting would last for one request. */
async function assertForeignKeys(client: Client, limits: Limits): Promise<void> {
  const { rows } = await retrying(() => client.execute('PRAGMA foreign_keys'), limits)
  if (rows[0]?.[0] !== 1)
    throw new StoreError(
      "This database server doesn't enforce foreign keys, so the data isn't safe on it. Use another server.",
    )
}

async function takePulse(client: Client): Promise<StoreHealth> {
  const started = performance.now()
  try {
    await client.execute('SELECT 1')
    return { up: true, latencyMs: performance.now() - started }
  } catch {
    return { up: false, latencyMs: performance.now() - started }
  }
}

/** Fails, and so undoes the migration, if a row refers to a missing one. The text is never valid JSON. */
const refuseStrays = `SELECT json('{' || "table") FROM pragma_foreign_key_check LIMIT 1`

/**
 * Each migration is one request that the server runs in one transaction. It can be repeated if the answer is
 * lost, because its row in the history is unique.
 */
export function serverMigrationTarget(client: Client, limits: Limits): MigrationTarget {
  return {
    async query(sql) {
      const { rows, columns } = await retrying(() => client.execute(sql), limits)
      return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
    },
    async apply(statements) {
      try {
        await retrying(() => client.migrate([...statements, refuseStrays]), limits)
      } catch (error) {
        if (error instanceof LibsqlBatchError && error.statementIndex === statements.length)
          throw new StoreError('Some rows would refer to rows that no longer exist', { cause: error })
        throw error
      }
    },
    // The server has its own backups, and a copy doesn't belong on this machine.
    async keepCopy() {},
  }
}
