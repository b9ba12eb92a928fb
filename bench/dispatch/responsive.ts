/**
 * How the service feels while it plans: `/api/vitals` and the memory during a thorough plan of 4,000 jobs, and the
 * time from a sick call at 7:30 to the to-do that says who can take over, on a board of 20 technicians.
 *
 * bun run bench:responsive [franchises] [pool] [sick]
 *
 * Only a run of all parts writes docs/benchmarks.md.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { openStore } from '../../db/client'
import { bindCleanup, type Cleanup, createCleanup } from '../support/cleanup'
import { describeMachine, machineLines } from '../support/machine'
import { findFreePort, plainEnvironment, startServer } from '../support/processes'
import { readCpuMs, readResidentBytes, untilIdle } from '../support/procfs'
import { writeSection } from '../support/section'
import { fillStore } from './fill'
import { watchLatency } from './latency'
import { makeWorld, type WorldSize } from './worlds'

const secret = 'a71c0de5b2f94386d1e07f5a9c3b8e24'
const document = join(import.meta.dir, '../../docs/benchmarks.md')
const megabyte = 1_024 ** 2
const limits = { p99Ms: 50, growthMb: 200, sickCallMs: 3_000 }

interface Service {
  url: string
  pid: number
  post(path: string, body: object): Promise<{ assigned: number; todos: number }>
  get(path: string): Promise<{ items: { kind: string; detail: string | null }[] }>
}

async function withService<T>(
  size: WorldSize,
  hour: number,
  cleanup: Cleanup,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'truckroll-responsive-'))
  const forget = cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  mkdirSync(data)
  const world = makeWorld(size)
  const midnight = world.now - (world.now % 86_400_000)
  const store = await openStore({ url: `file:${data}/truckroll.db` }, world.now, { durable: false })
  await fillStore(store, world)
  await store.close()
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const script = join(import.meta.dir, 'serve.ts')
  const moment = String(midnight + hour * 3_600_000)
  const server = await startServer(
    {
      command: [process.execPath, '--no-env-file', script, data, String(port), moment],
      cwd: join(import.meta.dir, '../..'),
      env: { ...plainEnvironment(), CRON_SECRET: secret, HQ_JWT_SECRET: secret },
      logFolder: folder,
      readyUrl: `${url}/api/vitals`,
    },
    cleanup,
  )
  const token = await new SignJWT({ role: 'admin' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('bench')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: never }).data
  }
  try {
    await untilIdle(server.pid)
    return await work({
      url,
      pid: server.pid,
      post: (path, body) => call('POST', path, body),
      get: (path) => call('GET', path),
    })
  } finally {
    await server.kill()
    forget()
  }
}

/** Looks at the memory until it is stopped, and returns the most it saw. */
function watchMemory(pid: number): { stop(): number } {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, readResidentBytes(pid) ?? 0)
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

async function thoroughPlan(franchises: number, cleanup: Cleanup): Promise<string[]> {
  return withService({ jobs: 4_000, workers: 200, franchises, seed: 42 }, 6, cleanup, async (service) => {
    const { pid, url, post } = service
    // Before the first plan, which leaves memory behind that the second one uses again.
    const before = readResidentBytes(pid) ?? 0
    const first = watchMemory(pid)
    await post('/api/admin/dispatch/run?effort=quick', { dryRun: true })
    const firstGrowthMb = (first.stop() - before) / megabyte
    await untilIdle(pid)
    const cpuBefore = readCpuMs(pid) ?? 0
    const beside = watchLatency(`${url}/api/vitals`)
    const memory = watchMemory(pid)
    const began = performance.now()
    const { assigned } = await post('/api/admin/dispatch/run?effort=thorough', { dryRun: true })
    const seconds = (performance.now() - began) / 1_000
    const { asked, medianMs, p99Ms, worstMs } = await beside.stop()
    const growthMb = (memory.stop() - before) / megabyte
    const cpuSeconds = ((readCpuMs(pid) ?? 0) - cpuBefore) / 1_000
    return [
      `- A thorough plan of 4,000 jobs in ${franchises} franchise${franchises === 1 ? '' : 's'}: ${assigned} assigned in ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU with the answers beside it`,
      `  - \`/api/vitals\`: ${asked} requests, p50 ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (under ${limits.p99Ms} ms: ${p99Ms < limits.p99Ms ? 'reached' : 'missed'}), worst ${worstMs.toFixed(1)} ms`,
      `  - Memory: ${growthMb.toFixed(0)} MB more at most (under ${limits.growthMb} MB: ${growthMb < limits.growthMb ? 'reached' : 'missed'})`,
      `  - Memory of a quick plan of the same company, the first of the process: ${firstGrowthMb.toFixed(0)} MB more at most`,
    ]
  })
}

async function sickCall(cleanup: Cleanup): Promise<string[]> {
  return withService({ jobs: 200, workers: 20, franchises: 1, seed: 42 }, 7.5, cleanup, async (service) => {
    const { assigned } = await service.post('/api/admin/dispatch/run', {})
    const cpuBefore = readCpuMs(service.pid) ?? 0
    const began = performance.now()
    await service.post('/api/admin/workers/worker-3/time-off', {
      startsAt: '2026-03-02T07:30:00Z',
      endsAt: '2026-03-02T23:00:00Z',
    })
    for (;;) {
      const { items } = await service.get('/api/admin/tasks?state=open&kind=worker.absent')
      const todo = items.find(
        ({ kind, detail }) => kind === 'worker.absent' && / can take |a call/.test(detail ?? ''),
      )
      const ms = performance.now() - began
      if (ms > 30_000) throw new Error('no proposal within 30 seconds')
      const cpuMs = (readCpuMs(service.pid) ?? 0) - cpuBefore
      if (todo)
        return [
          `- A sick call at 7:30 on a board of 20 technicians with ${assigned} visits: shown after ${ms.toFixed(0)} ms and ${cpuMs.toFixed(0)} ms of CPU (under ${limits.sickCallMs} ms: ${ms < limits.sickCallMs ? 'reached' : 'missed'})`,
          `  - The to-do says: ${todo.detail}`,
        ]
      await Bun.sleep(10)
    }
  })
}

const parts: Record<string, (cleanup: Cleanup) => Promise<string[]>> = {
  franchises: (cleanup) => thoroughPlan(10, cleanup),
  pool: (cleanup) => thoroughPlan(1, cleanup),
  sick: sickCall,
}

function sectionOf(lines: string[]): string {
  return [
    '## Answers while dispatch plans',
    '',
    'The whole service on a socket makes a thorough plan of 4,000 jobs for 200 technicians, without committing it, while',
    'another client asks for `/api/vitals` one request after the other. Memory is compared with the service before its',
    'first plan. Then a technician calls in sick on a planned day. `bun run bench:responsive` repeats it.',
    '',
    ...machineLines(describeMachine(tmpdir(), null), new Date()),
    '',
    ...lines,
  ].join('\n')
}

const cleanup = createCleanup()
bindCleanup(cleanup)
try {
  const chosen = process.argv.slice(2)
  const lines: string[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const measured = await measure(cleanup)
    console.log(measured.join('\n'))
    lines.push(...measured)
  }
  // Parts alone are for trying things out.
  if (chosen.length === 0) writeSection(document, 'Benchmarks', 'bench:responsive', sectionOf(lines))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  cleanup.run()
}
