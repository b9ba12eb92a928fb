import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from '../support/cleanup'
import { runCommand } from '../support/processes'

export const PEERS_FOLDER = join(import.meta.dir, 'peers')
const MODULES = join(PEERS_FOLDER, 'node_modules')

/** Installs the peers' lock file into their own folder; takes a moment when everything is there. */
export async function installPeers(cleanup: Cleanup): Promise<void> {
  const command = [process.execPath, 'install', '--frozen-lockfile', '--silent']
  // The registry and its proxy may be set in the shell, so the whole environment is passed on.
  const env = { ...process.env } as Record<string, string>
  await runCommand({ command, cwd: PEERS_FOLDER, env, withinMs: 180_000 }, cleanup)
}

/** The Node version the lock file pins for this platform. */
export function findNode(): string {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const binary = join(MODULES, `${prefix}-${process.platform}-${process.arch}`, 'bin/node')
  if (!existsSync(binary)) throw new Error(`no Node package for ${process.platform} ${process.arch}`)
  return binary
}

export function autocannonVersion(): string {
  const manifest = readFileSync(join(MODULES, 'autocannon/package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
