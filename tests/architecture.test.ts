import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { circles, readSources, type Import, type SourceFile } from './support/imports'

const sources = readSources('src', 'db')
const imports = sources.flatMap((source) => source.imports)
const shown = ({ from, to }: Import) => `${from} → ${to}`
const isIn =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(`${folder}/`))

/** Imports from one place to another; a test expects none. */
function crossing(from: (path: string) => boolean, to: (path: string) => boolean): string[] {
  return imports.filter((one) => from(one.from) && to(one.to)).map(shown)
}

const filesWith = (pattern: RegExp) =>
  sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path)

const isRoutes = (path: string) =>
  /^src\/modules\/.*\/([\w-]+-)?routes\.tsx?$/.test(path) &&
  path !== 'src/modules/scheduling/engine/routes.ts'
const moduleOf = (path: string) => /^src\/modules\/([^/]+)\//.exec(path)?.[1]
const sdks = ['stripe', 'resend', 'twilio', 'nodemailer']
const isSdk = (name: string) => sdks.some((sdk) => name === sdk || name.startsWith(`${sdk}/`))

const modules = [...new Set(sources.flatMap(({ path }) => moduleOf(path) ?? []))]

/** A migration creates them, because Drizzle can't declare virtual tables. */
const virtualTables = { customer_search: 'customers', job_search: 'jobs' }

/** The owner of every table, under the table's two names: in code and in SQL. */
const tables = new Map([
  ...Object.entries(virtualTables),
  ...sources
    .filter(({ path }) => isIn('db/schema')(path))
    .flatMap(({ path, code }) => {
      const owner = /([\w-]+)\.ts$/.exec(path)?.[1] ?? ''
      const made = [...code.matchAll(/export const (\w+) = sqliteTable\(\s*'(\w+)'/g)]
      return made.flatMap(([, name = '', inSql = '']) => [name, inSql].map((one) => [one, owner] as const))
    }),
])

const isDriver = (name: string) => /^bun:sqlite$|^@libsql\/|^drizzle-orm\/(?:bun-sqlite|libsql)/.test(name)

const writePatterns = [
  // Through a unit, with anything in the parentheses.
  /\b(?:tx|db)\s*\.(?:insert|update|delete)\(\s*([^\s,)]+)/g,
  // Through a handle with another name, when the rest reads like a statement.
  /\.(?:insert|update|delete)\(\s*([^()]*?)\s*\)\s*\.(?:set|values|select|where|returning|onConflict\w+)\(/g,
  // Through a prepared insert.
  /\binsertInto\(\s*([^\s,)]+)/g,
  // In SQL; "DO UPDATE SET" belongs to another statement.
  /\b(?:(?:INSERT(?:\s+OR\s+\w+)?|REPLACE)\s+INTO|DELETE\s+FROM|UPDATE(?:\s+OR\s+\w+)?(?!\s+SET\b))\s+["`]?(\w+|\$\{[^}]*\})/g,
  // The sums for reports are written by statements built from these.
  /^ {2}table: '(\w+)'/gm,
]

interface Write {
  path: string
  table: string
}

function writesIn({ path, code }: Pick<SourceFile, 'path' | 'code'>): Write[] {
  const found = writePatterns.flatMap((pattern) => [...code.matchAll(pattern)])
  return found.map(([, target = '']) => ({ path, table: target.replace(/^\$\{(.*)\}$/, '$1') }))
}

const writes = sources.filter(({ path }) => !isIn('db/schema')(path)).flatMap(writesIn)

/** Owners that are not modules. */
const elsewhere: Record<string, string[]> = {
  http: ['src/http/'],
  limits: ['src/limits/'],
  settings: ['src/settings/'],
  tokens: ['src/tokens/'],
  providers: ['src/providers/'],
  'demo-payments': ['src/providers/payments/demo/'],
  store: ['db/', 'src/demo.ts'],
}

/** They write the demo company's past directly into every table and remove it again. */
const writesDemo = (path: string) =>
  path === 'db/seed.ts' || path === 'db/unseed.ts' || path.startsWith('src/demo/')

function mayWrite({ path, table }: Write): boolean {
  const owner = tables.get(table) ?? ''
  const places = elsewhere[owner] ?? [`src/modules/${owner}/`]
  return writesDemo(path) || places.some((place) => path.startsWith(place))
}

describe('imports only go down:', () => {
  test('the import reader sees every import', () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(imports.map(shown)).toContain('src/index.ts → src/serve.ts')
    expect(imports).toContainEqual({
      from: 'src/deps.ts',
      to: 'db/store.ts',
      typeOnly: true,
      names: ['Store'],
    })
  })

  test('db imports nothing from src', () => {
    expect(crossing(isIn('db'), isIn('src'))).toEqual([])
  })

  test('src/lib imports only itself', () => {
    const isElsewhere = (path: string) => isIn('src', 'db')(path) && !isIn('src/lib')(path)
    expect(crossing(isIn('src/lib'), isElsewhere)).toEqual([])
  })

  test('the catalogs of words know nothing but themselves', () => {
    const isElsewhere = (path: string) => isIn('src', 'db')(path) && !isIn('src/words')(path)
    expect(sources.some(({ path }) => isIn('src/words')(path))).toBe(true)
    expect(crossing(isIn('src/words'), isElsewhere)).toEqual([])
  })

  test('src/lib uses no framework', () => {
    const isFramework = (name: string) => /^(?:drizzle-orm|elysia|@elysiajs|preact|zod)(?:\/|$)/.test(name)
    expect(imports.some(({ to }) => isFramework(to))).toBe(true)
    expect(crossing(isIn('src/lib'), isFramework)).toEqual([])
  })

  test('routes use neither the database nor an SDK', () => {
    expect(sources.some(({ path }) => isRoutes(path))).toBe(true)
    expect(crossing(isRoutes, (to) => isIn('db')(to) || to.startsWith('drizzle-orm') || isSdk(to))).toEqual(
      [],
    )
  })

  test('shared code imports no module', () => {
    const below = isIn('src/http', 'src/limits', 'src/tokens', 'src/settings', 'src/providers', 'src/config')
    expect(crossing(below, isIn('src/modules', 'src/web'))).toEqual([])
  })

  test("providers, limits and tokens don't import HTTP plumbing", () => {
    expect(crossing(isIn('src/providers', 'src/limits', 'src/tokens'), isIn('src/http'))).toEqual([])
  })

  test('only providers import SDKs', () => {
    expect(crossing((from) => !isIn('src/providers')(from), isSdk)).toEqual([])
  })

  test("page components don't know how a page calls the service", () => {
    expect(crossing(isIn('src/web/components'), isIn('src/web/client'))).toEqual([])
  })

  test('only the entry points import the composition root', () => {
    const roots = new Set(['src/index.ts', 'src/serve.ts', 'src/app.ts', 'src/compose.ts', 'src/cli.ts'])
    const isEntry = (path: string) => roots.has(path) || path.startsWith('src/cli/')
    expect(
      crossing(
        (from) => !isEntry(from),
        (to) => roots.has(to),
      ),
    ).toEqual([])
  })
})

test('the rooms of scheduling use only those below them', () => {
  const room = (name: string) => `src/modules/scheduling/${name}`
  const [engine, ...above] = ['engine', 'planner', 'world', 'dispatch', 'availability'].map(room)
  const [planner, ...outer] = above
  const [world, ...rest] = outer
  expect(crossing(isIn(engine!), isIn(...above))).toEqual([])
  expect(crossing(isIn(planner!), isIn(...outer))).toEqual([])
  expect(crossing(isIn(world!), isIn(...rest))).toEqual([])
  expect(crossing(isIn(room('dispatch')), isIn(room('availability')))).toEqual([])
})

describe('every module has a door:', () => {
  test('other code imports a module only through its index.ts', () => {
    const past = imports.filter(({ from, to }) => {
      const inside = moduleOf(to)
      return inside !== undefined && inside !== moduleOf(from) && to !== `src/modules/${inside}/index.ts`
    })
    expect(past.map(shown)).toEqual([])
  })

  test("a module's own files don't import its index.ts", () => {
    expect(
      imports.filter(({ from, to }) => to === `src/modules/${moduleOf(from)}/index.ts`).map(shown),
    ).toEqual([])
  })

  test('index.ts exports only names that other code uses', () => {
    const taken = imports.filter(
      ({ from, to }) => /^src\/modules\/[^/]+\/index\.ts$/.test(to) && moduleOf(from) !== moduleOf(to),
    )
    for (const module of modules) {
      const door = `src/modules/${module}/index.ts`
      const wanted = new Set(taken.filter(({ to }) => to === door).flatMap(({ names }) => names))
      const offered = imports.filter(({ from }) => from === door).flatMap(({ names }) => names)
      expect({ module, idle: offered.filter((name) => !wanted.has(name)) }).toEqual({ module, idle: [] })
    }
  })

  test('index.ts exports few names', () => {
    expect(modules.length).toBeGreaterThan(10)
    expect(modules.length).toBeLessThanOrEqual(24)
  })
})

describe('every table has one owner:', () => {
  const shownWrites = (found: Write[]) => found.map(({ path, table }) => `${path} writes ${table}`)

  test('only the owner writes it', () => {
    expect(tables.size).toBeGreaterThan(100)
    expect(writes.length).toBeGreaterThan(150)
    expect(shownWrites(writes.filter((write) => tables.has(write.table) && !mayWrite(write)))).toEqual([])
  })

  test('every write names its table', () => {
    const known = [
      // The migration history belongs to drizzle-kit.
      'db/migrate.ts writes __drizzle_migrations',
      // Callers of `insertInto` name the table.
      'db/store.ts writes table',
      // The owners of the search indexes name theirs.
      'db/full-text.ts writes sql.raw(index)',
      // The list of summaries names the tables, and is read above.
      'src/modules/operations/reports/chunks.ts writes sql.raw(table)',
    ]
    // Separate files have their own tables.
    const openers = new Set(
      imports.filter(({ to, typeOnly }) => isDriver(to) && !typeOnly).map(({ from }) => from),
    )
    const nameless = writes.filter(({ path, table }) => !tables.has(table) && !writesDemo(path))
    const found = shownWrites(nameless.filter(({ path }) => !openers.has(path)))
    expect(found.filter((write) => !known.includes(write))).toEqual([])
  })

  test('tables known only to migrations have an owner too', () => {
    const folder = `${import.meta.dir}/../db/migrations`
    const made = [...new Bun.Glob('*.sql').scanSync(folder)].flatMap((file) => [
      ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/CREATE VIRTUAL TABLE (\w+)/g),
    ])
    expect(new Set(made.map(([, name]) => name))).toEqual(new Set(Object.keys(virtualTables)))
  })

  test.each([
    ['tx.update(jobs).set({})', 'jobs'],
    ['tx\n    .delete(\n      jobs,\n    )', 'jobs'],
    ['unit.insert(jobs).values({})', 'jobs'],
    ['tx.update(schema.jobs).set({})', 'schema.jobs'],
    ['tx.update(tableOf(kind)).set({})', 'tableOf(kind'],
    ['for (const table of [jobs]) await tx.delete(table)', 'table'],
    ['sql`UPDATE jobs SET held = 0`', 'jobs'],
    ['sql`UPDATE OR IGNORE ${jobs} SET held = 0`', 'jobs'],
    ['sql`INSERT OR REPLACE INTO job_search (rowid) VALUES (1)`', 'job_search'],
    ['sql`DELETE FROM "job_notes"`', 'job_notes'],
    ['sql`DELETE FROM ${sql.raw(name)}`', 'sql.raw(name)'],
  ])('a write is recognized when it is spelled %p', (code, table) => {
    expect(new Set(writesIn({ path: 'x.ts', code }).map((write) => write.table))).toEqual(new Set([table]))
  })
})

describe('nothing imports in a circle:', () => {
  test('no files at run time', () => {
    // Tables refer to each other through callbacks that run once all of them are loaded.
    const isReference = ({ from, to }: Import) => isIn('db/schema')(from) && isIn('db/schema')(to)
    const real = imports.filter((one) => !one.typeOnly && isIn('src', 'db')(one.to) && !isReference(one))
    expect(circles(real)).toEqual([])
  })

  test('no files within a module or the pages, types included', () => {
    const inside = imports.filter(
      ({ from, to }) => isIn('src/modules', 'src/web')(from) && isIn('src/modules', 'src/web')(to),
    )
    expect(inside.length).toBeGreaterThan(500)
    expect(circles(inside)).toEqual([])
  })

  test('no modules, types included', () => {
    const between = imports.flatMap(({ from, to }) => {
      const [source, target] = [moduleOf(from), moduleOf(to)]
      return source && target && source !== target ? [{ from: source, to: target }] : []
    })
    expect(circles(between)).toEqual([])
  })
})

describe('each concern has one place:', () => {
  test('entry points read the environment and pass it to the configuration', () => {
    const readers = filesWith(/\b(?:process\.env|Bun\.env|import\.meta\.env)\b/)
    expect(readers.filter((path) => path !== 'src/index.ts' && path !== 'src/cli.ts')).toEqual([])
  })

  test('only the clock tells the time', () => {
    const tellers = [
      'src/lib/clock.ts',
      // A browser has its own clock.
      'src/web/client/clock.ts',
      // Waits between attempts are passed in like a clock.
      'src/providers/delivery.ts',
      // These compare with timestamps from outside: a file system, a Retry-After header.
      'src/providers/geocoder/gazetteer/file.ts',
      'src/providers/upstream.ts',
    ]
    const found = filesWith(/\bDate\.now\(\)|\bnew Date\(\)|\bTemporal\.Now\b/)
    expect(found.filter((path) => !tellers.includes(path))).toEqual([])
  })

  test('sockets and recurring timers start and stop with the process', () => {
    const starters = [
      'src/serve.ts',
      'src/scheduler.ts',
      'src/upkeep.ts',
      // In a browser the page is what starts and stops.
      'src/web/client/clock.ts',
      'src/limits/memory.ts',
      'db/local/units.ts',
      // Stops with the call that it watches.
      'db/libsql/lifeline.ts',
      'src/modules/messages/queue.ts',
      // Stops with the plan that it watches.
      'src/modules/scheduling/planner/thread.ts',
    ]
    const found = filesWith(/\bsetInterval\(|\bBun\.(?:serve|listen)\(|\.listen\(|@elysiajs\/cron/)
    expect(found.filter((path) => !starters.includes(path))).toEqual([])
  })

  test('routes and plumbing never wait', () => {
    const waiting = new Set(filesWith(/\b(?:setTimeout|setInterval)\(|\bBun\.sleep\b/))
    const found = sources.filter(({ path }) => isRoutes(path) || path.startsWith('src/http/'))
    expect(found.filter(({ path }) => waiting.has(path)).map(({ path }) => path)).toEqual([])
  })

  test('only the store and its own files open database drivers', () => {
    const openers = imports.filter(
      ({ from, to, typeOnly }) => isDriver(to) && !typeOnly && !from.startsWith('db/'),
    )
    const own = ['src/limits/file.ts', 'src/secrets.ts']
    const isOwn = (path: string) => own.includes(path) || path.startsWith('src/providers/')
    expect(openers.filter(({ from }) => !isOwn(from)).map(shown)).toEqual([])
  })
})
