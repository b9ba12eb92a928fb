import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, dismantle } from '../../src/compose'
import { loadConfig } from '../../src/config'
import type { Deps } from '../../src/deps'
import { answerList, encodeCursor } from '../../src/http/listing'
import { indexNewCustomers } from '../../src/modules/customers'
import { listJobs } from '../../src/modules/jobs/list'
import { indexNewJobs } from '../../src/modules/jobs/search'
import { JobQuery } from '../../src/modules/jobs/model'
import { search } from '../../src/modules/search/service'
import { describeMachine, machineLines } from '../support/machine'
import { quantile } from '../support/quantile'
import { writeSection } from '../support/section'
import { renderTable } from '../support/table'
import { fillJobs } from './fill'

const jobCount = Number(process.argv[2] ?? 200_000)
const runs = 40
const rounds = 10

const cases: [name: string, query: Record<string, string>][] = [
  ['all jobs', {}],
  ['one status', { status: 'pending' }],
  ['one franchise', { franchiseId: 'franchise-3' }],
  ['status and franchise', { status: 'completed', franchiseId: 'franchise-3' }],
  ['one worker', { workerId: 'worker-8' }],
  ['visits of a month', { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }],
  ['sorted by customer', { sort: 'customer' }],
  [
    'sorted by customer: completed in one franchise',
    { sort: 'customer', status: 'completed', franchiseId: 'franchise-3' },
  ],
  ['sorted by total: pending', { sort: 'total', status: 'pending' }],
  [
    'sorted by total: visits of a month',
    { sort: 'total', from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  ],
  ['sorted by address: a common first name', { sort: 'address', q: 'ava' }],
  ['search: a common first name', { q: 'ava' }],
  ['search: name and street', { q: 'ava maple' }],
  ['search: an email', { q: 'customer4711@example.com' }],
  ['search: a phone', { q: '719-394-0142' }],
]

/** Texts that people type into the search box, with and without a franchise. */
const typed = [
  'ava martin',
  "O'Neill",
  '4120 maple',
  '(719) 394-0142',
  'ava.martin',
  '0142',
  'TR-7K2',
  'denver co',
]
const roles = [
  ['all franchises', undefined],
  ['one of 20 franchises', 'franchise-3'],
] as const

const folder = mkdtempSync(join(tmpdir(), 'truckroll-lists-'))
const deps = await compose(loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', NODE_ENV: 'production' }))
try {
  await fillJobs(deps, jobCount)
  const indexing = performance.now()
  await indexNewJobs(deps)
  await indexNewCustomers(deps)
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
  const searches: string[][] = []
  for (const [name, franchiseId] of roles) searches.push([name, ...(await timeSearches(deps, franchiseId))])
  const box = renderTable(
    [
      { title: 'search box', align: 'left' },
      { title: 'searches', align: 'right' },
      { title: 'median ms', align: 'right' },
      { title: 'p99 ms', align: 'right' },
      { title: 'CPU median ms', align: 'right' },
      { title: 'CPU p99 ms', align: 'right' },
    ],
    searches,
  )
  const body = [
    '## Lists and search',
    '',
    `Pages of 50 over ${jobCount.toLocaleString('en-US')} jobs, ${runs} runs each (median and worst). Filling the search index took ${indexed} ms once.`,
    '',
    table,
    '',
    `The search box looks for customers, jobs, invoices and technicians at once. Each of ${typed.length} texts is typed letter by letter, ${rounds} times. The search index takes ${await indexSize(deps)} MB of ${await fileSize(deps)} MB.`,
    '',
    box,
    '',
    ...machineLines(describeMachine(folder, null), new Date()),
  ].join('\n')
  process.stdout.write(`${body}\n`)
  writeSection('docs/benchmarks.md', 'Benchmarks', 'lists', body)
} finally {
  await dismantle(deps)
  rmSync(folder, { recursive: true, force: true })
}

/** Every start of every text, as the box asks while somebody types. */
async function timeSearches(deps: Deps, franchiseId: string | undefined): Promise<string[]> {
  const starts = typed.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)).slice(1))
  const times: number[] = []
  const work: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const q of starts) {
      const [started, before] = [performance.now(), process.cpuUsage()]
      await search(deps, { q, franchiseId, limit: 6 }, () => true)
      times.push(performance.now() - started)
      const { user, system } = process.cpuUsage(before)
      work.push((user + system) / 1000)
    }
  const shown = (values: number[], share: number) => quantile(values, share).toFixed(2)
  return [
    times.length.toLocaleString('en-US'),
    shown(times, 0.5),
    shown(times, 0.99),
    shown(work, 0.5),
    shown(work, 0.99),
  ]
}

function megabytes(bytes: number): string {
  return Math.round(bytes / 1e6).toLocaleString('en-US')
}

async function indexSize({ store }: Deps): Promise<string> {
  const [row] = await store.read.all<{ bytes: number }>(
    sql`SELECT sum(length(block)) AS bytes FROM (SELECT block FROM job_search_data UNION ALL SELECT block FROM customer_search_data)`,
  )
  const [content] = await store.read.all<{ bytes: number }>(
    sql`SELECT (SELECT sum(length(c0) + length(c1) + length(c2)) FROM job_search_content) + (SELECT sum(length(c0) + length(c1) + length(c2) + length(c3)) FROM customer_search_content) AS bytes`,
  )
  return megabytes((row?.bytes ?? 0) + (content?.bytes ?? 0))
}

async function fileSize({ store }: Deps): Promise<string> {
  const [row] = await store.read.all<{ bytes: number }>(
    sql`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`,
  )
  return megabytes(row?.bytes ?? 0)
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
