import { afterAll, describe, expect, test } from 'bun:test'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as schema from '../../db/schema'
import { describedRoutes } from '../../src/http/swagger'
import { startTestApp } from '../support/app'

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const document = read('docs/security.md')

/** The text under a heading, up to the next one of the same or a higher level. */
function section(heading: string): string {
  const [, marks = '', text = ''] = new RegExp(`\\n(#+) ${heading}\\n([^]*)`).exec(document) ?? []
  const [own = ''] = text.split(new RegExp(`\\n#{1,${marks.length}} `))
  return own
}

const inCode = (text: string): string[] => [...text.matchAll(/`([a-z_]+)`/g)].map(([, word = '']) => word)
const tables = Object.values(schema)
  .filter((table) => is(table, SQLiteTable))
  .map((table) => getTableName(table))

describe('docs/security.md', () => {
  const service = startTestApp()
  afterAll(async () => (await service).close())

  test('names every kind of caller that routes expect', async () => {
    const kinds = new Set(describedRoutes((await service).app).map(({ endpoint }) => endpoint.rule.as))
    const rows = [...section('Who may do what').matchAll(/^\| `(\w+)` +\|/gm)].map(([, kind = '']) => kind)
    expect(rows.toSorted()).toEqual([...kinds].toSorted())
  })

  test('assigns every table to one class', () => {
    const classed = [...section('Data').matchAll(/^\|.*\|$/gm)].flatMap(([row]) => inCode(row))
    expect(tables.length).toBeGreaterThan(50)
    expect(classed.toSorted()).toEqual(tables.toSorted())
  })

  test('says how long swept data is kept', () => {
    const swept: Record<string, string> = {
      sweepAnswers: 'idempotency_keys',
      sweepCodes: 'verification_codes',
      sweepMeasurements: 'vitals',
      sweepEvents: 'webhook_events',
      sweepActivity: 'activity',
      sweepErrors: 'client_errors',
      sweepLocations: 'worker_locations',
      sweepTaken: 'taken_visits',
      sweepWorkerTokens: 'worker_tokens',
      sweepRuns: 'task_runs',
      sweepIncidents: 'incidents',
      sweepTokens: 'sign_in_codes',
      sweepDeliveries: 'outbound_events',
      sweepKeys: 'api_keys',
      sweepImports: 'import_rows',
      sweepSessions: 'staff_sessions',
      sweepNotes: 'customer_notes',
      sweepFiles: 'attachments',
      sweepHolds: 'window_holds',
      sweepAreaRequests: 'area_requests',
      sweepNotices: 'worker_notices',
    }
    const [, list = ''] = /const sweeps = \{([^}]*)\}/.exec(read('src/upkeep.ts')) ?? []
    const sweeps = [...list.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name)
    expect(sweeps.toSorted()).toEqual(Object.keys(swept).toSorted())
    const said = inCode(section('Retention'))
    expect(Object.values(swept).filter((table) => !said.includes(table))).toEqual([])
  })

  test('has every section that docs/asvs.md points to', () => {
    const anchors = [...read('docs/asvs.md').matchAll(/\(security\.md#([\w-]+)\)/g)].map(
      ([, anchor = '']) => anchor,
    )
    const headings = [...document.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    )
    expect(new Set(anchors).size).toBeGreaterThan(8)
    expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([])
    const empty = [...new Set(anchors)].filter((anchor) => {
      const heading = [...document.matchAll(/^#+ (.*)$/gm)].find(
        ([, text = '']) => text.toLowerCase().replaceAll(' ', '-') === anchor,
      )
      return section(heading?.[1] ?? '').length < 300
    })
    expect(empty).toEqual([])
  })
})

test('SECURITY.md and its pages link only to files that exist', () => {
  for (const page of ['SECURITY.md', 'docs/security.md', 'docs/asvs.md']) {
    const links = [...read(page).matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, link = '']) => link)
    expect(links).not.toEqual([])
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([])
  }
  expect(read('SECURITY.md')).toContain('**Report a vulnerability**')
})

test('the image runs as its own user and contains no Git history', () => {
  const lines = read('Dockerfile').split('\n')
  expect(lines).toContain('USER bun')
  expect(lines.findIndex((line) => line.startsWith('CMD'))).toBeGreaterThan(lines.indexOf('USER bun'))
  const [everything, ...allowed] = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(everything).toBe('*')
  expect(allowed.filter((line) => !/^!\w/.test(line))).toEqual([])
  expect(lines.filter((line) => /^(?:COPY|ADD) (?:\.|\*|.*\.git)/.test(line))).toEqual([])
})

test('the proxy example redirects pages to HTTPS and refuses plain API calls', () => {
  const [, caddyfile = ''] = /```caddyfile\n([^]*?)```/.exec(read('docs/operating.md')) ?? []
  const [, plain = ''] = /http:\/\/book\.example\.com \{\n([^]*?)\n\}/.exec(caddyfile) ?? []
  expect(plain.replaceAll(/\s+/g, ' ').trim()).toBe(
    'handle /api/* { respond "Use https" 403 } handle { redir https://{host}{uri} }',
  )
})
