import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bookOnce } from '../../support/bookings'
import { startService } from '../../support/server'
import { temporaryFolder } from '../../support/temp'
import { truckroll } from '../../cli/cli'
import { documentedConfig } from './config'
import { watchStolenTime } from './stolen'

/**
 * `bun run chaos:litestream [--minutes 10]`: books every 20 ms while Litestream replicates and commands run
 * beside the service, then kills everything and compares the replica and the disk with what customers were
 * promised. Needs Litestream 0.5 in PATH, or its path in LITESTREAM.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const lengthMs = Number(values.minutes) * 60_000
const bookEveryMs = 20
/** Shorter runs run each command once a minute. */
const timesEach = Math.min(10, Math.ceil(Number(values.minutes)))
const allowed = { slowestMs: 300, lostMs: 1_000, stopMs: 2_000 }

const litestream = process.env.LITESTREAM ?? Bun.which('litestream')
if (!litestream) throw new Error('Install Litestream 0.5, or set LITESTREAM to its path')

const folder = temporaryFolder('litestream')
const dataDir = join(folder, 'data')
const database = join(dataDir, 'truckroll.db')
const replica = join(folder, 'replica')
const config = join(folder, 'litestream.yml')
const env = { DATA_DIR: dataDir, NODE_ENV: 'production', LOG_LEVEL: 'warn', CRON_ENABLED: 'true' }

const commands: ((round: number) => string[])[] = [
  () => ['task', 'list'],
  () => ['doctor'],
  (round) => ['backup', join(folder, `backup-${round}.db`)],
  (round) => ['export', join(folder, `export-${round}`)],
  () => ['ledger', 'check'],
]

interface Booked {
  id: string
  /** When the customer had the answer. */
  at: number
}

const report = (name: string, value: unknown) =>
  process.stdout.write(`${`${name}:`.padEnd(36)}${String(value)}\n`)

const percent = (share: number) => `${Math.round(share * 100)}%`

const service = await startService({ ...env, LOG_LEVEL: 'info' })
await Bun.write(config, documentedConfig(database, replica))
const replicating = replicate(litestream)
// The first start builds the gazetteer once, which has nothing to do with Litestream.
while (!existsSync(replica) || !existsSync(join(dataDir, 'gazetteer.db'))) await Bun.sleep(20)

function replicate(program: string) {
  const log = Bun.file(join(folder, 'litestream.log'))
  const running = Bun.spawn([program, 'replicate', '-config', config], { stdout: log, stderr: log })
  process.on('exit', () => running.kill('SIGKILL'))
  return running
}

const booked: Booked[] = []
const answers: { ms: number; at: number; beside: string }[] = []
const statuses = new Map<number, number>()
let asked = 0
let running = 'nothing'
let killed = false
let startedAt = performance.now()

async function book(number: number): Promise<void> {
  const sentAt = performance.now()
  try {
    const answer = await bookOnce(service.url, number >> 15, number & 32_767)
    const body = (await answer.json()) as { data?: { job: { id: string } } }
    const at = performance.now()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    answers.push({ ms: at - sentAt, at: (at - startedAt) / 1_000, beside: running })
    if (body.data) booked.push({ id: body.data.job.id, at })
  } catch (error) {
    // Nothing was promised to a customer whose answer the kill cut off.
    if (!killed) throw error
  }
}

// The first requests of a process are slow as well.
for (let warmUp = 0; warmUp < 200; warmUp++) await book(asked++)
answers.length = 0
startedAt = performance.now()
const stolen = watchStolenTime()
const first = asked
/** A timer that is late once sends what it missed. */
const booking = setInterval(() => {
  while (!killed && (asked - first) * bookEveryMs < performance.now() - startedAt) void book(asked++)
}, bookEveryMs / 4)

const ran = new Map<string, number>()
async function runCommands(): Promise<void> {
  const pauseMs = lengthMs / (timesEach * commands.length)
  for (let round = 0; round < timesEach; round++)
    for (const words of commands) {
      const due = startedAt + (round * commands.length + commands.indexOf(words)) * pauseMs
      await Bun.sleep(Math.max(0, due - performance.now()))
      const command = words(round)
      const name = command.filter((word) => !word.startsWith('/')).join(' ')
      running = name
      const { code, errors, output } = await truckroll(command, env)
      running = 'nothing'
      // In production, doctor and task list find things to fix here.
      if (code === 0 || name === 'doctor' || name === 'task list') ran.set(name, (ran.get(name) ?? 0) + 1)
      else process.stderr.write(`${name} failed: ${errors}${output}\n`)
    }
}
await runCommands()
await Bun.sleep(Math.max(0, startedAt + lengthMs - performance.now()))

const killedAt = performance.now()
killed = true
replicating.kill('SIGKILL')
service.signal('SIGKILL')
await Promise.all([replicating.exited, service.exited])
clearInterval(booking)
stolen.stop()

const restored = join(folder, 'restored.db')
const restoring = Bun.spawn([litestream, 'restore', '-config', config, '-o', restored, database], {
  stdout: 'ignore',
  stderr: 'pipe',
})
if ((await restoring.exited) !== 0) throw new Error(await new Response(restoring.stderr).text())

function missingFrom(path: string): Booked[] {
  const db = new Database(path)
  try {
    const find = db.prepare('SELECT 1 FROM jobs WHERE id = ?')
    const [verdict] = db.query('PRAGMA integrity_check').values()
    if (verdict?.[0] !== 'ok') throw new Error(`${path} is damaged: ${String(verdict?.[0])}`)
    return booked.filter(({ id }) => find.get(id) === null)
  } finally {
    db.close()
  }
}

const missing = missingFrom(restored)
const lost = missingFrom(database)
const ageMs = Math.max(0, ...missing.map(({ at }) => killedAt - at))

/** How long the service takes to stop while Litestream reads its log. */
async function timeStop(program: string): Promise<number> {
  const again = await startService({ ...env, LOG_LEVEL: 'info' })
  const copying = replicate(program)
  for (let count = 0; count < 200; count++) await bookOnce(again.url, asked >> 15, asked++ & 32_767)
  const from = performance.now()
  again.signal('SIGTERM')
  await again.exited
  const took = performance.now() - from
  copying.kill('SIGKILL')
  await copying.exited
  return took
}

const stops = [await timeStop(litestream), await timeStop(litestream), await timeStop(litestream)]
const slowest = answers.toSorted((one, other) => other.ms - one.ms)
const slowestMs = slowest[0]?.ms ?? Infinity
const errors = [...statuses].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0)
const bySecond = Object.entries(
  Object.groupBy(missing, ({ at }) => Math.floor(Math.max(0, killedAt - at) / 1_000)),
)

report('bookings', booked.length)
report('answers by status', JSON.stringify(Object.fromEntries(statuses)))
report('answers of 5xx', errors)
report('slowest answer', `${Math.round(slowestMs)} ms`)
report('99% within', `${Math.round(slowest[Math.floor(slowest.length / 100)]?.ms ?? 0)} ms`)
// Answers that waited together count once.
const moments = slowest
  .slice(0, 1_000)
  .filter(({ at }, rank) => slowest.slice(0, rank).every((slower) => Math.abs(slower.at - at) > 2))
for (const { ms, at, beside } of moments.slice(0, 5))
  report(
    '  among the slowest',
    `${Math.round(ms)} ms after ${at.toFixed(1)} s beside ${beside}, ${percent(stolen.around(at))} of the machine taken by its host`,
  )
const undisturbed = slowest.filter(({ ms, at }) => stolen.wasOurs(at - ms / 1_000, at))
report(
  'slowest while the host took none',
  `${Math.round(undisturbed[0]?.ms ?? 0)} ms of ${undisturbed.length}`,
)
report('taken by the host', `${percent(stolen.overall())} of the processors`)
report('commands', [...ran].map(([name, times]) => `${name} ${times}`).join(', '))
report('missing from the disk', lost.length)
report('missing from the replica', missing.length)
for (const [age, of] of bySecond) report(`  ${age}–${Number(age) + 1} s before the end`, of?.length ?? 0)
report('oldest missing', `${Math.round(ageMs)} ms before the end`)
report('stopping beside Litestream', stops.map((ms) => `${Math.round(ms)} ms`).join(', '))

const complete = commands.length === ran.size && [...ran.values()].every((times) => times === timesEach)
const passed =
  complete &&
  errors === 0 &&
  slowestMs < allowed.slowestMs &&
  lost.length === 0 &&
  ageMs <= allowed.lostMs &&
  Math.max(...stops) < allowed.stopMs
report('result', passed ? 'passed' : 'FAILED')
process.exit(passed ? 0 : 1)
