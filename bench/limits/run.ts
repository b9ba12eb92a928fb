import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Clock } from '../../src/lib/clock'
import { silentLog } from '../../src/lib/log'
import { HitFile } from '../../src/limits/file'
import { MemoryLimiter } from '../../src/limits/memory'
import { type Cleanup, runBench } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import { describeMachine, machineLines } from '../support/machine'
import { median, rotate } from '../support/rounds'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'

const targetMicros = 15
const perSecond = 5_000
/** Longer than a window, so that every row that is written is matched by one that is deleted. */
const warmUpSeconds = 65
const rounds = 20
const limit = 600

/** A second of simulated traffic. */
type Second = () => void

interface Case {
  title: string
  clients: number
  isIpv6: boolean
}

const cases: Case[] = [1_000, 50_000].flatMap((clients) => [
  { title: 'IPv4, one window', clients, isIpv6: false },
  { title: 'IPv6, two windows', clients, isIpv6: true },
])

class StepClock implements Clock {
  #now = Date.parse('2026-03-02T15:00:00.000Z')
  now(): number {
    return Math.floor(this.#now)
  }
  step(): void {
    this.#now += 1_000 / perSecond
  }
}

/** The same traffic for each way of counting: clients in turn, at a steady rate. */
function traffic({ clients, isIpv6 }: Case, count: (key: string, network?: string) => void): Second {
  const keys = Array.from({ length: clients }, (_, at) =>
    isIpv6
      ? `POST /api/jobs/create 2001:db8:${(at >> 4).toString(16)}:${at & 15}::/64`
      : `POST /api/jobs/create 11.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
  )
  const networks = Array.from(
    { length: (clients >> 4) + 1 },
    (_, at) => `POST /api/jobs/create 2001:db8:${at.toString(16)}::/48`,
  )
  let sent = 0
  return () => {
    for (let left = perSecond; left > 0; left--) {
      // Neighbors in time aren't neighbors in the table.
      const client = (sent++ * 7_919) % clients
      count(keys[client] ?? '', isIpv6 ? networks[client >> 4] : undefined)
    }
  }
}

function bareLoop(of: Case): Second {
  const clock = new StepClock()
  let seen = 0
  return traffic(of, (key, network) => {
    clock.step()
    seen += clock.now() + key.length + (network?.length ?? 0)
  })
}

function counting(of: Case, saved: HitFile | undefined): Second & { close(): void } {
  const clock = new StepClock()
  const limiter = new MemoryLimiter(clock, saved ? { saved } : {})
  const second = traffic(of, (key, network) => {
    clock.step()
    const wider = network === undefined ? undefined : { key: network, limit: limit * 16 }
    if (!limiter.hit(key, limit, wider).allowed) throw new Error(`${key} was refused`)
  })
  const withSweep = () => {
    second()
    while (saved?.deleteOld(clock.now()));
  }
  return Object.assign(withSweep, { close: () => void limiter.close() })
}

/** CPU time of all threads per request, in µs. */
function cost(second: Second): number {
  const before = process.cpuUsage()
  second()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / perSecond
}

interface Result {
  of: Case
  bare: number
  memory: number
  saved: number
}

function measure(of: Case, folder: string): Result {
  const path = join(folder, `${of.clients}-${of.isIpv6}`, 'limits.db')
  const memory = counting(of, undefined)
  const saved = counting(of, new HitFile(path, silentLog))
  const ways = { bare: bareLoop(of), memory, saved }
  const names = ['bare', 'memory', 'saved'] as const
  for (const name of names) for (let at = 0; at < warmUpSeconds; at++) ways[name]()
  const costs = { bare: [] as number[], memory: [] as number[], saved: [] as number[] }
  for (let round = 0; round < rounds; round++)
    for (const name of rotate([...names], round)) costs[name].push(cost(ways[name]))
  memory.close()
  saved.close()
  return { of, bare: median(costs.bare), memory: median(costs.memory), saved: median(costs.saved) }
}

function describe(results: Result[]): string {
  const right = (title: string) => ({ title, align: 'right' as const })
  return renderTable(
    [
      right('clients'),
      { title: 'windows of a request', align: 'left' },
      right('bare loop, µs'),
      right('in memory only, µs'),
      right('saved, µs'),
      right('saving costs, µs'),
    ],
    results.map(({ of, bare, memory, saved }) => [
      of.clients.toLocaleString('en-US'),
      of.title,
      bare.toFixed(2),
      memory.toFixed(1),
      saved.toFixed(1),
      (saved - memory).toFixed(1),
    ]),
  )
}

const costliest = (results: Result[]) => Math.max(...results.map(({ saved, memory }) => saved - memory))
const verdict = (results: Result[]) =>
  `- Saving a request costs at most ${targetMicros} µs: ${costliest(results) <= targetMicros ? 'reached' : 'missed'}`

async function main(cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
  const folder = makeDataFolder('truckroll-limits-')
  const began = loadavg()[0] ?? 0
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const results = cases.map((one) => measure(one, folder))
  console.log(`${describe(results)}\n\n${verdict(results)}`)
  if (values.write) {
    const body = [
      '## Rate limits',
      '',
      'What it costs to count one request that is let through: in memory only, and with a row written to',
      `\`limits.db\` before the request goes on. ${perSecond.toLocaleString('en-US')} requests a second of simulated time, clients in turn, after`,
      `${warmUpSeconds} s, so as many rows are deleted as are written, and deleting them is part of the figure. CPU time of the whole`,
      `process, the median of ${rounds} rounds that take the ways in turn. A refused request writes nothing.`,
      '`bun run bench:limits --write` repeats it.',
      '',
      ...machineLines(describeMachine(folder, null), new Date()),
      `- Load of the machine: ${began.toFixed(1)} at the start, ${(loadavg()[0] ?? 0).toFixed(1)} at the end; 1 is this benchmark alone`,
      '',
      describe(results),
      '',
      verdict(results),
    ].join('\n')
    writeSection(join(import.meta.dir, '../../docs/benchmarks.md'), 'Benchmarks', 'bench:limits', body)
  }
  if (costliest(results) > targetMicros) process.exitCode = 1
}

await runBench(main)
