import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bookOnce } from '../../support/bookings'
import { startService, stopService } from '../../support/server'
import { temporaryFolder } from '../../support/temp'
import { caddy, nginx, type ProxyPlan } from './proxies'

/**
 * `bun run chaos:restart [--proxy caddy|nginx|none]`: sends bookings and reads through a proxy set up as
 * docs/operating.md says, restarts the service again and again, and counts the requests that failed and the
 * bookings made twice. Needs the proxy in PATH, or its path in CADDY or NGINX (and NGINX_MODULES).
 */
const { values } = parseArgs({
  options: {
    proxy: { type: 'string', default: 'caddy' },
    requests: { type: 'string', default: '10000' },
    restarts: { type: 'string', default: '5' },
    rate: { type: 'string', default: '150' },
  },
})
const requests = Number(values.requests)
const restarts = Number(values.restarts)
const plans: Record<string, ProxyPlan | null> = { caddy, nginx, none: null }
const plan = plans[values.proxy]
if (plan === undefined) throw new Error('--proxy must be caddy, nginx or none')

const folder = temporaryFolder('restart')
const dataDir = join(folder, 'data')
const ports = { front: freePort(), service: freePort() }
const env = { DATA_DIR: dataDir, NODE_ENV: 'production', PORT: String(ports.service) }
const report = (name: string, value: unknown) =>
  process.stdout.write(`${`${name}:`.padEnd(30)}${String(value)}\n`)

let service = await startService(env)
let url = service.url
if (plan) {
  const proxy = Bun.spawn(plan(folder, ports), { stdout: 'ignore', stderr: 'ignore' })
  process.on('exit', () => proxy.kill())
  url = `http://127.0.0.1:${ports.front}`
  while (!(await fetch(`${url}/api/vitals`).catch(() => null))?.ok) await Bun.sleep(50)
}
// The first start builds the gazetteer once, and the first requests of a process are slow.
while (!(await Bun.file(join(dataDir, 'gazetteer.db')).exists())) await Bun.sleep(50)
for (let warmUp = 0; warmUp < 100; warmUp++) await bookOnce(url, 60_000, warmUp)

/** The numbers of bookings a customer saw confirmed. */
const confirmed: number[] = []
const failures = new Map<string, number>()
let slowestMs = 0

async function send(number: number): Promise<void> {
  const sentAt = performance.now()
  try {
    const isBooking = number % 2 === 0
    const answer = isBooking
      ? await bookOnce(url, 1, number)
      : await fetch(`${url}/api/vitals`, {
          headers: { 'x-forwarded-for': `2001:db8:${number.toString(16)}::1` },
        })
    await answer.arrayBuffer()
    if (answer.status !== (isBooking ? 201 : 200)) fail(`${isBooking ? 'POST' : 'GET'} ${answer.status}`)
    else if (isBooking) confirmed.push(number)
  } catch (error) {
    fail(`${number % 2 === 0 ? 'POST' : 'GET'} ${error instanceof Error ? error.name : 'failed'}`)
  }
  slowestMs = Math.max(slowestMs, performance.now() - sentAt)
}

function fail(how: string): void {
  failures.set(how, (failures.get(how) ?? 0) + 1)
}

const awayMs: number[] = []
async function restart(): Promise<void> {
  const stoppedAt = performance.now()
  await stopService(service)
  service = await startService(env)
  awayMs.push(Math.round(performance.now() - stoppedAt))
}

const startedAt = performance.now()
const sent: Promise<void>[] = []
const lengthMs = (requests / Number(values.rate)) * 1_000
const restarting = (async () => {
  for (let done = 0; done < restarts; done++) {
    await Bun.sleep(startedAt + (lengthMs * (done + 0.5)) / restarts - performance.now())
    await restart()
  }
})()
for (let number = 0; number < requests; number++) {
  const wait = startedAt + (number * 1_000) / Number(values.rate) - performance.now()
  if (wait > 1) await Bun.sleep(wait)
  sent.push(send(number))
}
await Promise.all([...sent, restarting])
await stopService(service)

const db = new Database(join(dataDir, 'truckroll.db'), { readonly: true })
const rows = db
  .query(
    "SELECT customer_email AS email, count(*) AS jobs FROM jobs WHERE customer_email LIKE 'client-1-%' GROUP BY 1",
  )
  .all() as { email: string; jobs: number }[]
const booked = new Map(rows.map(({ email, jobs }) => [email, jobs]))
const doubled = rows.filter(({ jobs }) => jobs > 1).length
const lost = confirmed.filter((number) => !booked.has(`client-1-${number}@example.com`)).length
const failed = [...failures.values()].reduce((sum, count) => sum + count, 0)

report('proxy', values.proxy)
report('requests', requests)
report('restarts', `${restarts}, away for ${awayMs.join(', ')} ms`)
report('failed', `${failed} ${JSON.stringify(Object.fromEntries(failures))}`)
report('slowest answer', `${Math.round(slowestMs)} ms`)
report('bookings confirmed', confirmed.length)
report('bookings made twice', doubled)
report('confirmed bookings lost', lost)
const passed = failed <= requests / 1_000 && doubled === 0 && lost === 0
report('result', passed ? 'passed' : 'FAILED')
process.exit(passed ? 0 : 1)

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}
