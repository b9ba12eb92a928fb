import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bindCleanup, type Cleanup, createCleanup } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import { describeMachine, machineLines } from '../support/machine'
import { readCpuMs, readResidentBytes, untilIdle } from '../support/procfs'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'

const USAGE = `bun run bench:footprint [--idle 60]

The size of a production install, and the memory and CPU time of a first and a second start in the demo. A shorter
idle time prints the figures and leaves docs/benchmarks.md alone.`
const USUAL_IDLE = 60
const ROOT = join(import.meta.dir, '../..')
const DOCUMENT = join(ROOT, 'docs/benchmarks.md')
const MB = 2 ** 20

interface Start {
  listeningMs: number
  cpuMs: number
  peakMb: number
  idleMb: number
  pageMs: number
}

async function main(idleSeconds: number, cleanup: Cleanup): Promise<void> {
  const folder = makeDataFolder('truckroll-bench-footprint-')
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const app = join(folder, 'app')
  command(['git', 'clone', '--quiet', ROOT, app], folder)
  command([process.execPath, 'install', '--production', '--frozen-lockfile', '--silent'], app)
  const installMb = sizeMb(join(app, 'node_modules')) + sizeMb(join(app, 'dist'))
  const largest = packagesIn(join(app, 'node_modules'))
    .map((name) => ({ name, mb: sizeMb(join(app, 'node_modules', name)) }))
    .toSorted((one, other) => other.mb - one.mb)
    .slice(0, 8)
  const data = join(folder, 'data')
  mkdirSync(data)
  const first = await measureStart(app, data, idleSeconds, cleanup)
  const second = await measureStart(app, data, idleSeconds, cleanup)

  const reached = (isReached: boolean) => (isReached ? 'reached' : 'missed')
  const table = renderTable(
    [
      { title: 'start', align: 'left' },
      ...['listening after ms', 'CPU s', 'peak MB', `idle MB after ${idleSeconds} s`, '/book ms'].map(
        (title) => ({
          title,
          align: 'right' as const,
        }),
      ),
    ],
    Object.entries({ first, second }).map(([name, start]) => [
      name,
      start.listeningMs.toFixed(0),
      (start.cpuMs / 1_000).toFixed(2),
      start.peakMb.toFixed(0),
      start.idleMb.toFixed(0),
      start.pageMs.toFixed(0),
    ]),
  )
  const targets = [
    `- Production install: ${installMb.toFixed(0)} MB (at most 175 MB): ${reached(installMb <= 175)}`,
    `- Peak memory of the first start: ${first.peakMb.toFixed(0)} MB (at most 200 MB): ${reached(first.peakMb <= 200)}`,
    `- CPU time of the second start: ${(second.cpuMs / 1_000).toFixed(2)} s (under 1 s): ${reached(second.cpuMs < 1_000)}`,
    `- Idle memory after it: ${second.idleMb.toFixed(0)} MB (at most 100 MB): ${reached(second.idleMb <= 100)}`,
    `- Largest packages in MB: ${largest.map(({ name, mb }) => `\`${name}\` ${mb.toFixed(0)}`).join(', ')}`,
  ]
  console.log(`${table}\n\n${targets.join('\n')}`)
  if (idleSeconds < USUAL_IDLE) return
  const body = [
    '## Size, memory and CPU time of a start',
    '',
    'A clean clone after `bun install --production --frozen-lockfile`, measured with `du -sm node_modules dist`, and two',
    'starts of the demo in a new data folder. The install bundles the service. The first start writes the demo company,',
    'unpacks the gazetteer and bundles the pages; every later start finds them. CPU time is user and system time of all',
    'threads until the service is idle.',
    'Memory is `VmHWM` (peak) and `VmRSS` (idle) in `/proc/PID/status`; 1 MB is 1,024 kB there.',
    '`bun run bench:footprint` repeats it.',
    '',
    ...machineLines(describeMachine(folder, null), new Date()),
    `- Load average at the end: ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`,
    '',
    table,
    '',
    ...targets,
  ]
  writeSection(DOCUMENT, 'Benchmarks', 'bench:footprint', body.join('\n'))
  console.log('\nWritten to docs/benchmarks.md')
}

async function measureStart(
  app: string,
  data: string,
  idleSeconds: number,
  cleanup: Cleanup,
): Promise<Start> {
  const port = freePort()
  const started = performance.now()
  const service = Bun.spawn([process.execPath, 'src/index.ts'], {
    cwd: app,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: data,
      PORT: String(port),
      LOG_LEVEL: 'silent',
    },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  cleanup.add(() => service.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(`${url}/api/vitals`)) && service.exitCode === null) await Bun.sleep(20)
  const listeningMs = performance.now() - started
  await untilIdle(service.pid)
  const cpuMs = readCpuMs(service.pid) ?? 0
  await Bun.sleep(idleSeconds * 1_000)
  const idleMb = (readResidentBytes(service.pid) ?? 0) / MB
  const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]
  const asked = performance.now()
  await answers(`${url}/book`)
  const pageMs = performance.now() - asked
  service.kill('SIGTERM')
  await service.exited
  return { listeningMs, cpuMs, peakMb: Number(peakKb) / 1_024, idleMb, pageMs }
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url)
    await answer.bytes()
    return answer.ok
  } catch {
    return false
  }
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  listener.stop(true)
  return listener.port
}

function command(words: string[], cwd: string): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(words, { cwd })
  if (exitCode !== 0) throw new Error(`${words.join(' ')} failed: ${stderr.toString()}`)
  return stdout.toString()
}

const packagesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  )

const sizeMb = (path: string): number => Number.parseInt(command(['du', '-sk', path], ROOT), 10) / 1_024

const cleanup = createCleanup()
bindCleanup(cleanup)
try {
  const { values } = parseArgs({
    options: { idle: { type: 'string', default: String(USUAL_IDLE) }, help: { type: 'boolean', short: 'h' } },
  })
  const idle = Number(values.idle)
  if (!Number.isInteger(idle) || idle < 1) throw new Error('--idle takes a whole number of seconds from 1')
  if (!existsSync('/proc/self/status')) throw new Error('This measurement needs Linux')
  if (values.help) console.log(USAGE)
  else await main(idle, cleanup)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  cleanup.run()
}
