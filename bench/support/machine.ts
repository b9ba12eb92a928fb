import { Database } from 'bun:sqlite'
import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import { describeDisk, measureFlush } from './disk'

export interface Machine {
  cores: number
  model: string
  memoryGb: number
  kernel: string
  disk: string
  bun: string
  bunSqlite: string
  node: string | null
  nodeSqlite: string | null
}

/** `nodeBinary` is the Node that peers run on; null when none takes part. */
export function describeMachine(dataFolder: string, nodeBinary: string | null): Machine {
  const node = nodeBinary === null ? null : nodeVersions(nodeBinary)
  return {
    cores: availableParallelism(),
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: `${type()} ${release()}`,
    disk: `${describeDisk(dataFolder)}; a flush takes ${measureFlush(dataFolder)} µs`,
    bun: Bun.version,
    bunSqlite: bunSqliteVersion(),
    node: node?.node ?? null,
    nodeSqlite: node?.sqlite ?? null,
  }
}

export function machineLines(machine: Machine, date: Date): string[] {
  const lines = [
    `- Date: ${date.toISOString().slice(0, 10)}`,
    `- Processor: ${machine.cores} cores, ${machine.model}`,
    `- Memory: ${machine.memoryGb} GB`,
    `- Kernel: ${machine.kernel}`,
    `- Disk: ${machine.disk}`,
    `- Bun ${machine.bun}, SQLite ${machine.bunSqlite}`,
  ]
  if (machine.node !== null) lines.push(`- Node ${machine.node}, SQLite ${machine.nodeSqlite ?? 'unknown'}`)
  return lines
}

function bunSqliteVersion(): string {
  const db = new Database(':memory:')
  try {
    return db.query<{ version: string }, []>('select sqlite_version() as version').get()?.version ?? 'unknown'
  } finally {
    db.close()
  }
}

function nodeVersions(binary: string): { node: string; sqlite: string | null } {
  const { stdout } = Bun.spawnSync([binary, '-p', 'JSON.stringify(process.versions)'])
  const versions = JSON.parse(stdout.toString()) as { node: string; sqlite?: string }
  return { node: versions.node, sqlite: versions.sqlite ?? null }
}
