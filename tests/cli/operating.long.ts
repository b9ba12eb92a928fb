import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createProgram } from '../../src/cli/program'
import { failureOf } from '../support/failure'
import { startService, stopService, type RunningService } from '../support/server'
import { temporaryFolder } from '../support/temp'
import { truckrollHere } from './cli'

const root = join(import.meta.dir, '../..')
const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')

/** The commands a section tells its reader to type, word for word. */
function commandsOf(section: string): string[] {
  const [, text = ''] = page.split(`\n### ${section}\n`)
  const [own = ''] = text.split(/\n##+ /)
  return [...own.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))
}

/** A folder as a newcomer has it: the source with its own data next to it. */
function checkout(): string {
  const folder = temporaryFolder('newcomer')
  for (const name of ['src', 'db', 'node_modules', 'package.json', 'tsconfig.json', 'truckroll'])
    symlinkSync(join(root, name), join(folder, name))
  return folder
}

async function type(folder: string, command: string): Promise<string> {
  const { HOME = '', PATH = '' } = process.env
  const shell = Bun.spawn(['sh', '-c', command], {
    cwd: folder,
    env: { HOME, PATH: `${dirname(process.execPath)}:${PATH}`, TRUCKROLL_ENV: 'none' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [code, output, errors] = await Promise.all([
    shell.exited,
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ])
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}${errors}`)
  return output
}

let service: RunningService | undefined
afterAll(async () => {
  if (service) await stopService(service)
})

let dataDir = ''
const start = async (folder: string) => {
  dataDir = join(folder, 'data')
  service = await startService({ DATA_DIR: dataDir })
}
const stop = async () => {
  expect(await stopService(service!)).toBe(0)
  service = undefined
}

let asked = 0
/**
 * Each question comes from its own address, because limits count by address and a fast machine asks a lot.
 */
const anAddress = () => `198.18.${++asked >> 8}.${asked & 255}`

let booked = 0
/** Books as a stranger would. */
async function book(): Promise<string> {
  const number = ++booked
  const answer = await fetch(`${service!.url}/api/jobs/create`, {
    method: 'POST',
    headers: { 'x-forwarded-for': anAddress() },
    body: JSON.stringify({
      customerName: `Customer ${number}`,
      address: '1 Main St, Denver, CO 80202',
      type: 'Gutter cleaning',
      price: 100,
    }),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { data: { job: { id: string } } }).data.job.id
}

async function knows(id: string): Promise<boolean> {
  const { json } = await truckrollHere(['token', '--json'], { DATA_DIR: dataDir })
  const answer = await fetch(`${service!.url}/api/admin/jobs/${id}`, {
    headers: { authorization: `Bearer ${json.token}`, 'x-forwarded-for': anAddress() },
  })
  expect(answer.status).toBeOneOf([200, 404])
  return answer.status === 200
}

describe('an operator following docs/operating.md word for word', () => {
  test('finds the commands for backup and restore', () => {
    expect(commandsOf('Back up')).toEqual(['./truckroll backup'])
    expect(commandsOf('Restore')).toEqual([
      './truckroll restore latest --overwrite',
      './truckroll ledger check',
    ])
  })

  test('gets the data back, even from a backup taken while customers book', async () => {
    const folder = checkout()
    await start(folder)
    const before: string[] = []
    for (let n = 0; n < 5; n++) before.push(await book())

    const people = { book: true }
    const during: string[] = []
    const crowd = (async () => {
      while (people.book) during.push(await book())
    })()
    for (const command of commandsOf('Back up')) await type(folder, command)
    people.book = false
    await crowd
    expect(during.length).toBeGreaterThan(0)
    const after = await book()
    await stop()

    // The disk failed.
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(join(folder, 'data', `truckroll.db${suffix}`), { force: true })
    for (const command of commandsOf('Restore')) await type(folder, command)
    await start(folder)
    for (const id of before) expect({ id, known: await knows(id) }).toEqual({ id, known: true })
    // People booked one after the other, so the copy's bookings end at one moment.
    const kept = await Promise.all(during.map(knows))
    expect(kept).toEqual(kept.toSorted((one, other) => Number(other) - Number(one)))
    expect(await knows(after)).toBe(false)
    await book()
    await stop()
  })

  test("keeps the old data when a backup replaces it, and can't replace it under a running service", async () => {
    const folder = checkout()
    await start(folder)
    const [backUp = ''] = commandsOf('Back up')
    const [restore = ''] = commandsOf('Restore')
    const early = await book()
    await type(folder, backUp)
    const late = await book()
    expect((await failureOf(type(folder, restore))).message).toContain('The database is in use')
    await stop()
    await type(folder, restore)
    expect(existsSync(join(folder, 'data/truckroll.db.before-restore-1'))).toBe(true)
    await start(folder)
    expect([await knows(early), await knows(late)]).toEqual([true, false])
    await stop()
  })
})

describe('every command in docs/operating.md', () => {
  const program = createProgram({})
  const named = [...page.matchAll(/\.\/truckroll ([^`\n]+)/g)].map(([, words = '']) => words.trim())

  test.each([...new Set(named)])('%s', (words) => {
    const [first = '', second = ''] = words.split(' ')
    if (first.startsWith('--')) return expect(first).toBe('--help')
    const command = program.commands.find((one) => one.name() === first)
    expect(command).toBeDefined()
    const inner = command!.commands.map((one) => one.name())
    // A command that does something without a subcommand has its options right after it.
    if (inner.length > 0 && !second.startsWith('--')) expect(inner).toContain(second)
    const options = [...command!.options, ...command!.commands.flatMap((one) => one.options)].map(
      ({ long }) => long,
    )
    for (const option of words.match(/--[\w-]+/g) ?? []) expect([...options, '--help']).toContain(option)
  })
})
