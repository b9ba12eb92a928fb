import { beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/temp'
import { dataFolder, truckrollHere } from './cli'

const folder = temporaryFolder('import')
const path = join(folder, 'clients.csv')
const env = { DATA_DIR: dataFolder(), LOG_LEVEL: 'silent', SEED_DEMO: 'off' }
const cli = (...words: string[]) => truckrollHere([...words, '--json'], env)

beforeAll(async () => {
  writeFileSync(
    path,
    'Name;Email;Shoe size\nAda Park;ada@example.com;9\nBen Cole;ben@example.com;11\n;x@example.com;\n',
  )
  await truckrollHere(['migrate'], env)
})

describe('import on the command line', () => {
  test('a dry run shows the columns, the counts and the rows with faults, and imports nothing', async () => {
    const ran = await cli('import', 'customers', path, '--dry-run')
    expect(ran).toMatchObject({
      code: 1,
      json: { ok: false, rows: 3, findings: { good: 2, errors: 1, examples: [3] } },
    })
    expect(ran.json.columns).toEqual([
      { name: 'Name', field: 'name' },
      { name: 'Email', field: 'email' },
      { name: 'Shoe size', field: null },
    ])
    const shown = await truckrollHere(['import', 'customers', path, '--dry-run'], env)
    expect(shown.output).toContain('Shoe size → left out')
    expect(shown.output).toContain('Error, 1 row: The name is missing.')
    expect(shown.output).toContain('Nothing was imported.')
  })

  test('imports with columns of your choice, and takes it back', async () => {
    const words = ['import', 'customers', path, '--faulty', 'skip', '--map', 'Shoe size=notes']
    const ran = await cli(...words)
    expect(ran).toMatchObject({ code: 0, json: { state: 'done', counts: { made: 2, faulty: 1 } } })
    expect((await cli(...words)).json.counts).toMatchObject({ made: 0, skipped: 3 })
    const undone = await cli('import', '--undo', ran.json.id)
    expect(undone).toMatchObject({ code: 0, json: { state: 'undone', counts: { removed: 2 } } })
  })

  test('refuses unknown files, fields and columns with a reason', async () => {
    expect(await cli('import', 'customers')).toMatchObject({ code: 2 })
    expect((await cli('import', 'customers', join(folder, 'none.csv'))).json.error).toContain(
      "There's no file",
    )
    expect((await cli('import', 'customers', path, '--map', 'Name=color')).json.error).toContain(
      'no field called color',
    )
    expect((await cli('import', 'customers', path, '--map', 'Age=notes')).json.error).toContain(
      'no column named age',
    )
    expect((await cli('import', '--undo', 'nothing')).json.error).toBe('Import not found')
  })
})
