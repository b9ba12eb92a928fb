import { join } from 'node:path'
import { PEERS_FOLDER } from './packages'

export const CONTESTANT_IDS = ['ours', 'raw-full', 'raw-normal', 'hono', 'fastify', 'express'] as const
export type ContestantId = (typeof CONTESTANT_IDS)[number]

export interface Contestant {
  id: ContestantId
  label: string
  runtime: 'bun' | 'node'
  /** Whether it needs the packages in the peers' folder. */
  packages: boolean
  /** The arguments after the runtime on the command line. */
  program: string[]
  /** Ours starts in the project's folder, a peer in its data folder. */
  cwd: 'project' | 'data'
  env(folder: string, port: number): Record<string, string>
  /** Requested once before the load, because a first start does work that no later one repeats. */
  settledBy?: string
}

const SERVICE_ENTRY = 'src/index.ts'

const ours: Contestant = {
  id: 'ours',
  label: 'Truckroll: four rows, limit checked, FULL, shared commits',
  runtime: 'bun',
  packages: false,
  // A developer's .env could name real providers or another store.
  program: ['--no-env-file', SERVICE_ENTRY],
  cwd: 'project',
  env: (folder, port) => ({
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    SEED_DEMO: 'off',
    LOG_LEVEL: 'warn',
    CRON_ENABLED: 'false',
  }),
  // The gazetteer is unpacked once per machine; the answer comes when it's ready.
  settledBy: '/api/geocode?q=80202',
}

export const CONTESTANTS: Record<ContestantId, Contestant> = {
  ours,
  'raw-full': bunPeer('raw-full', 'Bun.serve + bun:sqlite, FULL, commit each', 'bun-raw.mjs', 'FULL', false),
  'raw-normal': bunPeer(
    'raw-normal',
    'Bun.serve + bun:sqlite, NORMAL, commit each',
    'bun-raw.mjs',
    'NORMAL',
    false,
  ),
  hono: bunPeer('hono', 'Hono + zod + Drizzle on Bun, FULL, commit each', 'hono.mjs', 'FULL', true),
  fastify: nodePeer('fastify', 'Fastify + node:sqlite on Node, FULL, commit each', 'fastify.mjs'),
  express: nodePeer('express', 'Express + zod + node:sqlite on Node, FULL, commit each', 'express.mjs'),
}

function bunPeer(
  id: ContestantId,
  label: string,
  file: string,
  synchronous: 'FULL' | 'NORMAL',
  packages: boolean,
): Contestant {
  const program = ['--no-env-file', '--no-install', join(PEERS_FOLDER, file)]
  return { id, label, runtime: 'bun', packages, program, cwd: 'data', env: peerEnvironment(synchronous) }
}

function nodePeer(id: ContestantId, label: string, file: string): Contestant {
  const program = [join(PEERS_FOLDER, file)]
  return { id, label, runtime: 'node', packages: true, program, cwd: 'data', env: peerEnvironment('FULL') }
}

function peerEnvironment(synchronous: 'FULL' | 'NORMAL') {
  return (folder: string, port: number) => ({
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_FILE: join(folder, 'peer.db'),
    SYNCHRONOUS: synchronous,
  })
}
