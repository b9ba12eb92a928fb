import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedDemo } from '../../db/seed'
import { send, startTestApp, type TestApp } from '../support/app'

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readme = read('README.md')
const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/api.md']

test.each(documents)('%s links only to files and headings that exist', (path) => {
  const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
  const broken = links.filter(([, target = '', heading]) => {
    const file = target === '' ? path : join(path, '..', target)
    if (!existsSync(join(root, file))) return true
    return heading !== undefined && !headingsOf(read(file)).includes(heading)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )

test('every figure in the README appears in the benchmarks', () => {
  const [, table = ''] = /\| Measured[^\n]*\n[^\n]*\n((?:\|.*\n)+)/.exec(readme) ?? []
  const results = table.split('\n').map((row) => row.split('|')[2] ?? '')
  const figures = results.flatMap((result) => result.match(/\d[\d,.]*\d/g) ?? [])
  expect(figures.length).toBeGreaterThan(10)
  const benchmarks = read('docs/benchmarks.md').replaceAll(/(?<=\d),(?=\d)/g, '')
  const measured = new Set(benchmarks.match(/\d+(?:\.\d+)?/g))
  expect(figures.filter((figure) => !measured.has(figure.replaceAll(',', '')))).toEqual([])
})

describe('the curl examples in the README', () => {
  let app: TestApp
  const examples = [...readme.matchAll(/```sh\n([^`]*curl [^`]*)```/g)].map(([, text = '']) => text)

  beforeAll(async () => {
    app = await startTestApp()
    await seedDemo(app.deps.store, app.deps.clock.now())
  })
  afterAll(() => app.close())

  /** Sends the request that curl would send. */
  async function run(example: string) {
    const [, path = ''] = /http:\/\/localhost:3000(\S+)/.exec(example) ?? []
    const query = new URLSearchParams()
    for (const [, name = '', value = ''] of example.matchAll(/--data-urlencode '(\w+)=(.*)'/g))
      query.append(name, value)
    const body = / -d '([^']*)'/.exec(example)?.[1]
    const token = example.includes('Bearer $TOKEN') ? await app.hqToken() : undefined
    const method = body === undefined ? 'GET' : 'POST'
    const address = `${path}?${query.toString()}`
    return send(app.app, method, address, { token, body: body === undefined ? undefined : JSON.parse(body) })
  }

  test('are three', () => {
    expect(examples).toHaveLength(3)
  })

  test('find arrival windows', async () => {
    const { status, body } = await run(examples[0]!)
    expect(status).toBe(200)
    expect(body.data.windows.length).toBeGreaterThan(0)
  })

  test('book a job at the catalog price', async () => {
    const { status, body } = await run(examples[1]!)
    expect(status).toBe(201)
    expect(body.data.job).toMatchObject({ status: 'pending', catalogPrice: null })
    expect(body.data.job.tax).toBeGreaterThan(0)
    expect(body.data.job.franchiseId).toBeString()
  })

  test('show what dispatch would do, without doing it', async () => {
    // The job booked above is located on the map in the background, and joins the dispatch plan then.
    await app.deps.background.idle()
    const { status, body } = await run(examples[2]!)
    expect(status).toBe(200)
    expect(body.data.assigned).toBeGreaterThan(0)
    const { body: after } = await run(examples[2]!)
    expect(after.data.assigned).toBe(body.data.assigned)
  })
})
