import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { temporaryFolder } from './temp'

/** A real libSQL server with any number of databases, for tests. */
export interface Sqld {
  /** The address of its databases. */
  url: string
  port: number
  adminUrl: string
  /** Kills it, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on what the last one left on disk. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A busy machine is slow, not wrong. */
const startLimitMs = 300_000

const env = { RUST_LOG: 'warn' }

/** The server's program: SQLD_BINARY, or the optional package for this platform; null without either. */
export function sqldBinary(): string | null {
  if (process.env.SQLD_BINARY) return process.env.SQLD_BINARY
  const name = `@sqld/${process.platform}-${process.arch}`
  try {
    const binary = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'sqld')
    // Its own install script would do this, and we run none.
    if (existsSync(binary)) chmodSync(binary, 0o755)
    return binary
  } catch {
    return null
  }
}

export async function startSqld(...flags: string[]): Promise<Sqld> {
  const binary = sqldBinary()
  if (!binary) throw new Error(`There is no sqld for ${process.platform}-${process.arch}: set SQLD_BINARY`)
  const folder = temporaryFolder('sqld')
  const [port, adminPort] = freePorts()
  const log = join(folder, 'log')
  const command = [
    binary,
    '--no-welcome',
    '--enable-namespaces',
    // If the tests are killed, it doesn't stay behind forever.
    '--idle-shutdown-timeout-s=600',
    `--db-path=${join(folder, 'data')}`,
    `--http-listen-addr=127.0.0.1:${port}`,
    `--admin-listen-addr=127.0.0.1:${adminPort}`,
    ...flags,
  ]
  let running: Bun.Subprocess | null = null

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running?.kill(signal)
    await running?.exited
    running = null
  }
  const start = async (): Promise<void> => {
    running = Bun.spawn(command, { env, stdout: 'ignore', stderr: Bun.file(log) })
    await untilAnswering(`http://127.0.0.1:${port}/health`, running, log)
  }
  process.on('exit', () => running?.kill('SIGKILL'))
  await start()
  return {
    url: `http://localhost:${port}`,
    port,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** One address per database, because the server tells them apart by the host name's first label. */
export function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace('//', `//${name}.`)
}

/** With `lockSeconds`, how long one writer may keep the others waiting; the server's default is five. */
export async function createDatabase(adminUrl: string, name: string, lockSeconds?: number): Promise<void> {
  const config = lockSeconds === undefined ? {} : { txn_timeout_s: lockSeconds }
  await administer(`${adminUrl}/v1/namespaces/${name}/create`, 'POST', config)
}

/** A copy of a whole database, made by the server within milliseconds. */
export async function forkDatabase(adminUrl: string, from: string, to: string): Promise<void> {
  await administer(`${adminUrl}/v1/namespaces/${from}/fork/${to}`, 'POST')
}

/** The server occasionally fails on files it's removing itself; leftovers go with its folder. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await administer(`${adminUrl}/v1/namespaces/${name}`, 'DELETE').catch(() => {})
}

/** Makes the server refuse writes, as when its owner ran out of quota. */
export async function blockWrites(adminUrl: string, name: string, blocked: boolean): Promise<void> {
  const config = { block_reads: false, block_writes: blocked, allow_attach: false }
  await administer(`${adminUrl}/v1/namespaces/${name}/config`, 'POST', config)
}

async function administer(url: string, method: string, body?: object): Promise<void> {
  const answer = await fetch(url, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`sqld answered ${answer.status} to ${method} ${url}: ${text}`)
}

function freePorts(): [number, number] {
  const listeners = [0, 0].map(() => Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } }))
  const [first, second] = listeners.map((listener) => listener.port)
  for (const listener of listeners) listener.stop(true)
  return [first!, second!]
}

async function untilAnswering(url: string, running: Bun.Subprocess, log: string): Promise<void> {
  const deadline = performance.now() + startLimitMs
  while (performance.now() < deadline && running.exitCode === null) {
    try {
      if ((await fetch(url)).ok) return
    } catch {
      await Bun.sleep(5)
    }
  }
  throw new Error(`sqld did not start:\n${readFileSync(log, 'utf8')}`)
}
