import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, dismantle } from '../../src/compose'
import { loadConfig } from '../../src/config'
import { bindCleanup, createCleanup } from '../support/cleanup'
import { describeMachine, machineLines } from '../support/machine'
import { findFreePort, plainEnvironment, startServer } from '../support/processes'
import { readResidentBytes, untilIdle } from '../support/procfs'
import { writeSection } from '../support/section'
import { fillCustomers } from './fill'

/** A demo campaign to this many customers, over a socket, with other requests running at the same time. */
const count = Number(process.argv[2] ?? 10_000)
const secret = 'the-secret-of-the-campaign-bench'

const folder = mkdtempSync(join(tmpdir(), 'truckroll-campaign-'))
const cleanup = createCleanup()
bindCleanup(cleanup)
try {
  mkdirSync(join(folder, 'data'))
  const settings = {
    DATA_DIR: join(folder, 'data'),
    HQ_JWT_SECRET: secret,
    LOG_LEVEL: 'warn',
    SEED_DEMO: 'off',
    CRON_ENABLED: 'false',
  }
  const deps = await compose(loadConfig(settings))
  await fillCustomers(deps, count)
  const token = await deps.tokens.hq.issue('bench', 'admin', 3_600_000)
  await dismantle(deps)

  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startServer(
    {
      command: [process.execPath, '--no-env-file', 'src/index.ts'],
      cwd: join(import.meta.dir, '../..'),
      env: { ...plainEnvironment(), ...settings, PORT: String(port), HOST: '127.0.0.1' },
      logFolder: folder,
      readyUrl: `${url}/api/vitals`,
    },
    cleanup,
  )
  const memory = () => (readResidentBytes(server.pid) ?? 0) / 1_048_576
  await untilIdle(server.pid)
  const before = memory()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memory())), 10)
  const beside = watchLatency(`${url}/api/vitals`)
  const startedAt = performance.now()
  const answer = await fetch(`${url}/api/campaigns/send`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'bench',
    },
    body: JSON.stringify({
      type: 'email',
      messageTemplate: 'Hello {name}, spring is near.',
      subject: 'Spring',
    }),
  })
  const took = performance.now() - startedAt
  const { data } = (await answer.json()) as { data: { sent: number; total: number } }
  const waits = await beside.stop()
  clearInterval(watch)
  await server.stop()

  const body = [
    '## A campaign',
    '',
    `${data.sent.toLocaleString('en-US')} of ${data.total.toLocaleString('en-US')} emails through the demo provider, answered in ${(took / 1000).toFixed(2)} s.`,
    `Memory grew by ${Math.round(most - before)} MB at most, from ${Math.round(before)} MB.`,
    `\`GET /api/vitals\` at the same time: median ${waits.median} ms, 99th percentile ${waits.late} ms, worst ${waits.worst} ms.`,
    '',
    ...machineLines(describeMachine(folder, null), new Date()),
  ].join('\n')
  process.stdout.write(`${body}\n`)
  if (!process.argv.includes('--dry')) writeSection('docs/benchmarks.md', 'Benchmarks', 'campaign', body)
} finally {
  cleanup.run()
  rmSync(folder, { recursive: true, force: true })
}

/** Asks one request after another until it's stopped, each as a new client so no limit is reached. */
function watchLatency(url: string) {
  const asking = { on: true }
  const waits: number[] = []
  const done = (async () => {
    for (let client = 0; asking.on; client++) {
      const askedAt = performance.now()
      await (
        await fetch(url, {
          headers: { 'x-forwarded-for': `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}` },
        })
      ).text()
      waits.push(performance.now() - askedAt)
    }
  })()
  return {
    async stop() {
      asking.on = false
      await done
      const sorted = waits.toSorted((one, other) => one - other)
      const at = (share: number) =>
        (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
      return { median: at(0.5), late: at(0.99), worst: at(1) }
    },
  }
}
