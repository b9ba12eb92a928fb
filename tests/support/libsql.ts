import type { DatabaseAddress } from '../../db/client'
import { defaultLimits, type Limits } from '../../db/libsql/connection'
import { openServer } from '../../db/libsql/engine'
import type { Store, StoreOptions } from '../../db/store'
import { startFaultProxy, type FaultProxy } from './fault-proxy'
import { createNotes } from './notes'
import { createDatabase, databaseUrl, startSqld, type Sqld } from './sqld'

/** A separate server, which a test may kill. */
export interface FaultyServer {
  sqld: Sqld
  /** A new database with the tables for the store's tests. */
  open(limits?: Partial<Limits>, options?: StoreOptions): Promise<FaultyDatabase>
  close(): Promise<void>
}

export interface FaultyDatabase {
  name: string
  /** The proxy between the store and the server. */
  proxy: FaultProxy
  /** Through the proxy: the store under test. */
  store: Store
  /** Directly to the server: another process, and how a test looks at what was stored. */
  other: Store
}

/**
 * For tests that aren't about limits: a machine so busy that it does nothing for seconds is slow, not down.
 * Beyond them, only the test's own limit ends a wait.
 */
export const patientLimits: Limits = {
  ...defaultLimits,
  callMs: 120_000,
  settleMs: 240_000,
  unitMs: 100_000,
  silentPulses: 400,
}

export function openPatiently(address: DatabaseAddress, options: StoreOptions = {}): Promise<Store> {
  return openServer(address, options, patientLimits)
}

export async function startFaultyServer(): Promise<FaultyServer> {
  const sqld = await startSqld('--max-response-size=1MB')
  const opened: FaultyDatabase[] = []
  let databases = 0
  return {
    sqld,
    async open(limits = {}, options = {}) {
      const name = `faulty-${++databases}`
      await createDatabase(sqld.adminUrl, name)
      const other = await openPatiently({ url: databaseUrl(sqld.url, name) })
      await createNotes(other)
      const proxy = await startFaultProxy(sqld.port)
      const store = await openServer({ url: proxy.urlOf(name) }, options, { ...patientLimits, ...limits })
      opened.push({ name, proxy, store, other })
      return opened.at(-1)!
    },
    async close() {
      await Promise.all(
        opened.map(async ({ proxy, store, other }) => {
          proxy.plan = () => 'pass'
          await Promise.all([store.close(), other.close()])
          await proxy.close()
        }),
      )
      await sqld.stop()
    },
  }
}

/** Waits until the store has noticed that its server answers. */
export async function untilUp(store: Store): Promise<void> {
  while (store.isDown() || !(await store.health()).up) await Bun.sleep(5)
}
