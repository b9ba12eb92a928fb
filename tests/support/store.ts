import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore, type DatabaseAddress } from '../../db/client'
import { openLocal } from '../../db/local/engine'
import type { Store, StoreOptions } from '../../db/store'
import { createDatabase, databaseUrl, dropDatabase, forkDatabase } from './sqld'
import { temporaryFolder } from './temp'

export interface TestStore {
  store: Store
  /** For `openBeside`. */
  address: DatabaseAddress
  close(): Promise<void>
}

const madeAt = Date.parse('2026-03-02T15:00:00.000Z')
const testOptions: StoreOptions = { strict: true, durable: false, batchMs: 5_000 }

/** The server for this test process, set by `bun run test:libsql`; null means local files. */
export const testServer = serverOfThisProcess()

function serverOfThisProcess(): { url: string; adminUrl: string } | null {
  const { TEST_DATABASE_SERVERS: servers, BUN_TEST_WORKER_ID: worker = '1' } = process.env
  if (!servers) return null
  const all = JSON.parse(servers) as { url: string; adminUrl: string }[]
  return all[(Number(worker) - 1) % all.length] ?? null
}

/** A separate store for one test: migrated, empty, and gone with everything in it when closed. */
export async function openTestStore(options: StoreOptions = testOptions): Promise<TestStore> {
  return testServer ? openOnServer(testServer, options) : openOnFile(options)
}

/** A second store on the same data, as another process would open it. */
export async function openBeside(address: DatabaseAddress, options: StoreOptions = {}): Promise<Store> {
  if (!testServer) return openStore(address, madeAt, { durable: false, ...options })
  const { openPatiently } = await import('./libsql')
  return openPatiently(address, options)
}

/** A store that `fill` has filled once for all tests in this process; on a server it fills each one. */
export function filledStores(fill: (opened: TestStore) => Promise<void>): () => Promise<TestStore> {
  let filled: Promise<Uint8Array> | undefined
  const firstFilled = async () => {
    const first = await openTestStore()
    await fill(first)
    const path = `${temporaryFolder('filled')}/filled.db`
    await first.store.backup(path)
    await first.close()
    return readFileSync(path)
  }
  return async () => {
    if (!testServer) return openOnFile(testOptions, await (filled ??= firstFilled()))
    const opened = await openTestStore()
    await fill(opened)
    return opened
  }
}

let folder: string | undefined
let empty: Promise<Uint8Array> | undefined
let template: Promise<string> | undefined
let stores = 0
let closed = 0
/** A connection keeps its file and its memory until its statements are collected, and JavaScript sees no need to. */
const storesPerCollection = 100

async function openOnFile(options: StoreOptions, content?: Uint8Array): Promise<TestStore> {
  // The folder goes with the test file that made it. The content of an empty store stays in memory.
  if (folder === undefined || !existsSync(folder)) folder = temporaryFolder('stores')
  const path = join(folder, `${++stores}.db`)
  writeFileSync(path, content ?? (await (empty ??= migrated(`${path}.empty`))))
  const store = openLocal(path, options)
  return {
    store,
    address: { url: `file:${path}` },
    async close() {
      await store.close()
      if (++closed % storesPerCollection === 0) Bun.gc(true)
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
    },
  }
}

async function migrated(path: string): Promise<Uint8Array> {
  const store = await openStore({ url: `file:${path}` }, madeAt, { durable: false })
  await store.close()
  return readFileSync(path)
}

async function openOnServer(
  server: { url: string; adminUrl: string },
  options: StoreOptions,
): Promise<TestStore> {
  const { openPatiently } = await import('./libsql')
  template ??= migratedDatabase(server)
  const name = `${await template}-${++stores}`
  await forkDatabase(server.adminUrl, await template, name)
  const address = { url: databaseUrl(server.url, name) }
  const store = await openPatiently(address, options)
  return {
    store,
    address,
    async close() {
      await store.close()
      await dropDatabase(server.adminUrl, name)
    },
  }
}

/** Separate for each test file, because several run on one server. */
async function migratedDatabase(server: { url: string; adminUrl: string }): Promise<string> {
  const name = `template-${crypto.randomUUID()}`
  const { openPatiently, patientLimits } = await import('./libsql')
  await createDatabase(server.adminUrl, name, patientLimits.callMs / 1_000)
  const store = await openPatiently({ url: databaseUrl(server.url, name) })
  await store.close()
  return name
}
