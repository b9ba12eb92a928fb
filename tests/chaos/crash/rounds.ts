import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface CrashReport {
  rounds: number
  acknowledged: number
  lost: number
  damaged: number
  /** The longest wait from a start until the service answered. */
  slowestStartMs: number
}

interface CrashOptions {
  rounds: number
  /** The program under test, from the project's root. */
  entry?: string
  clients?: number
  seed?: number
}

/**
 * Books at full speed from several clients, kills the service with SIGKILL at a random moment, and
 * looks for every booking that was acknowledged. The same data folder goes through every round.
 */
export async function crashRepeatedly({ rounds, entry = 'src/index.ts', clients = 8, seed = 1 }: CrashOptions): Promise<CrashReport> {
  const folder = mkdtempSync(join(tmpdir(), 'truckroll-crash-'))
  const report: CrashReport = { rounds, acknowledged: 0, lost: 0, damaged: 0, slowestStartMs: 0 }
  const random = pseudoRandom(seed)
  try {
    const acknowledged: string[] = []
    for (let round = 0; round < rounds; round++) {
      const port = freePort()
      const startedAt = performance.now()
      const child = startService(entry, folder, port)
      await untilReady(port, child)
      report.slowestStartMs = Math.max(report.slowestStartMs, performance.now() - startedAt)
      const booking = Array.from({ length: clients }, (_, client) => bookUntilDead(port, `${round}.${client}`, acknowledged))
      await Bun.sleep(50 + random() * 400)
      child.kill('SIGKILL')
      await child.exited
      await Promise.all(booking)
    }
    report.acknowledged = acknowledged.length
    const { lost, damaged } = inspect(join(folder, 'truckroll.db'), acknowledged)
    return { ...report, lost, damaged }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function startService(entry: string, folder: string, port: number): Bun.Subprocess {
  return Bun.spawn([process.execPath, '--no-env-file', entry], {
    cwd: join(import.meta.dir, '../../..'),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      SEED_DEMO: 'off',
      CRON_ENABLED: 'false',
    },
    stdout: 'ignore',
    stderr: 'inherit',
  })
}

async function untilReady(port: number, child: Bun.Subprocess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode} instead of starting`)
    const answer = await fetch(`http://127.0.0.1:${port}/api/vitals`).catch(() => null)
    if (answer?.ok) return
    await Bun.sleep(10)
  }
}

/** Every request comes from an address of its own, so that the limit lets it through. */
async function bookUntilDead(port: number, client: string, acknowledged: string[]): Promise<void> {
  for (let count = 0; ; count++) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/jobs/create`, {
        method: 'POST',
        headers: { 'x-forwarded-for': `2001:db8:${Number(client.replace('.', '')).toString(16)}:${count.toString(16)}::1` },
        body: JSON.stringify({
          customerName: `Client ${client}`,
          customerEmail: `c${client}-${count}@example.com`,
          address: '1420 Larimer St, Denver, CO 80202',
          type: 'Gutter cleaning',
          price: 100,
        }),
      })
      if (answer.status !== 201) throw new Error(`Unexpected answer ${answer.status}: ${await answer.text()}`)
      const { data } = (await answer.json()) as { data: { job: { id: string } } }
      acknowledged.push(data.job.id)
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('Unexpected')) throw error
      return
    }
  }
}

function inspect(path: string, acknowledged: string[]): { lost: number; damaged: number } {
  const db = new Database(path)
  try {
    const find = db.prepare(
      `SELECT 1 FROM jobs WHERE id = ?1
        AND EXISTS (SELECT 1 FROM outbox WHERE job_id = ?1) AND EXISTS (SELECT 1 FROM job_events WHERE job_id = ?1)`,
    )
    const lost = acknowledged.filter((id) => find.get(id) === null).length
    const verdict = db.query('PRAGMA integrity_check').all() as { integrity_check: string }[]
    const strays = db.query('PRAGMA foreign_key_check').all()
    return { lost, damaged: (verdict[0]?.integrity_check === 'ok' ? 0 : verdict.length) + strays.length }
  } finally {
    db.close()
  }
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}

function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
