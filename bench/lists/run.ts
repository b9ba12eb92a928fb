import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, dismantle } from '../../src/compose'
import { loadConfig } from '../../src/config'
import type { Deps } from '../../src/deps'
import { answerList, encodeCursor } from '../../src/http/listing'
import { listJobs } from '../../src/modules/jobs/list'
import { indexNewJobs } from '../../src/modules/jobs/search'
import { JobQuery } from '../../src/modules/jobs/model'
import { describeMachine, machineLines } from '../support/machine'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'
import { fillJobs } from './fill'

const jobCount = Number(process.argv[2] ?? 200_000)
const runs = 40

const cases: [name: string, query: Record<string, string>][] = [
  ['all jobs', {}],
  ['one status', { status: 'pending' }],
  ['one franchise', { franchiseId: 'franchise-3' }],
  ['status and franchise', { status: 'completed', franchiseId: 'franchise-3' }],
  ['one worker', { workerId: 'worker-8' }],
  ['visits of a month', { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }],
  ['search: a common first name', { q: 'ava' }],
  ['search: name and street', { q: 'ava maple' }],
  ['search: an email', { q: 'customer4711@example.com' }],
  ['search: a phone', { q: '303-555-0142' }],
]

const folder = mkdtempSync(join(tmpdir(), 'truckroll-lists-'))
const deps = await compose(loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', NODE_ENV: 'production' }))
try {
  await fillJobs(deps, jobCount)
  const indexing = performance.now()
  await indexNewJobs(deps)
  const indexed = Math.round(performance.now() - indexing)
  const rows: string[][] = []
  for (const [name, query] of cases) {
    const first = await timePage(deps, query)
    const last = await timePage(deps, query, await lastCursor(deps, query))
    rows.push([name, String(first.items), first.median, first.worst, last.median, last.worst])
  }
  const table = renderTable(
    [
      { title: 'list', align: 'left' },
      { title: 'rows on page', align: 'right' },
      { title: 'first page ms', align: 'right' },
      { title: 'worst', align: 'right' },
      { title: 'last page ms', align: 'right' },
      { title: 'worst', align: 'right' },
    ],
    rows,
  )
  const body = [
    '## Lists and search',
    '',
    `Pages of 50 over ${jobCount.toLocaleString('en-US')} jobs, ${runs} runs each (median and worst). Filling the search index took ${indexed} ms once.`,
    '',
    table,
    '',
    ...machineLines(describeMachine(folder, null), new Date()),
  ].join('\n')
  process.stdout.write(`${body}\n`)
  writeSection('docs/benchmarks.md', 'Benchmarks', 'lists', body)
} finally {
  await dismantle(deps)
  rmSync(folder, { recursive: true, force: true })
}

async function page(deps: Deps, query: Record<string, string>, cursor?: string) {
  const parsed = JobQuery.parse({ ...query, ...(cursor === undefined ? {} : { cursor }) })
  const answer = await answerList(parsed, 'jobs', await listJobs(deps, parsed))
  if (answer instanceof Response) throw new Error('expected JSON')
  return answer
}

async function timePage(deps: Deps, query: Record<string, string>, cursor?: string) {
  const times: number[] = []
  let items = 0
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    items = (await page(deps, query, cursor)).items.length
    times.push(performance.now() - started)
  }
  times.sort((one, other) => one - other)
  return { items, median: times[Math.floor(runs / 2)]!.toFixed(2), worst: times.at(-1)!.toFixed(2) }
}

/** The cursor of the last full page, found by walking the list in big steps. */
async function lastCursor(deps: Deps, query: Record<string, string>): Promise<string | undefined> {
  const parsed = JobQuery.parse(query)
  const listing = await listJobs(deps, parsed)
  let before: (string | number)[] | null = null
  let position: (string | number)[] | null = null
  for (;;) {
    const rows = await listing.rows(5_000, position)
    if (rows.length < 5_000) {
      const start = rows.at(-51)
      return start ? encodeCursor(listing.position(start)) : before ? encodeCursor(before) : undefined
    }
    before = listing.position(rows.at(-51)!)
    position = listing.position(rows.at(-1)!)
  }
}
