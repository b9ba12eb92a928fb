import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  embedConfigTable,
  findDrift,
  renderConfigDoc,
  renderConfigTable,
  renderEnvExample,
} from '../../scripts/config-docs'
import { loadConfig } from '../../src/config'
import { sections, variableNames } from '../../src/config/variables'

describe('the documents of the configuration', () => {
  test('say what the list of variables says', async () => {
    const drift = await findDrift(join(import.meta.dir, '../..'))
    expect([...drift.keys()]).toEqual([])
  })

  test('are all out of date in a checkout that has none', async () => {
    const drift = await findDrift(join(import.meta.dir, 'no-such-checkout'))
    expect([...drift.keys()]).toEqual(['.env.example', 'docs/configuration.md'])
  })

  test('hold every variable once in a table, under its section', () => {
    const rows = [...renderConfigTable().matchAll(/^\| `([A-Z_]+)` /gm)].map((match) => match[1]!)
    expect(rows).toEqual(variableNames)
    for (const { title } of sections) expect(renderConfigDoc()).toContain(`### ${title}\n`)
  })
})

describe('.env.example', () => {
  const settings = [...renderEnvExample().matchAll(/^# ([A-Z_]+)=(.*)$/gm)]

  test('has every variable, commented out', () => {
    expect(settings.map((match) => match[1]!)).toEqual(variableNames)
    expect(renderEnvExample().match(/^[^#\n]/m)).toBeNull()
  })

  test('changes nothing when every line is uncommented', () => {
    const env = Object.fromEntries(settings.map((match) => [match[1]!, match[2]!]))
    expect(loadConfig(env)).toEqual(loadConfig({}))
  })
})

describe('a README', () => {
  test('gets the table between its markers and keeps the rest', () => {
    const readme = 'before\n<!-- config:start -->\nSTALE\n<!-- config:end -->\nafter\n'
    const written = embedConfigTable(readme)!
    expect(written).toStartWith('before\n<!-- config:start -->\n\n### Server\n')
    expect(written).toEndWith('|\n\n<!-- config:end -->\nafter\n')
    expect(written).not.toContain('STALE')
    expect(embedConfigTable(written)).toBe(written)
  })

  test('without both markers in order is left alone', () => {
    for (const readme of ['', '<!-- config:start -->', '<!-- config:end --><!-- config:start -->'])
      expect(embedConfigTable(readme)).toBeNull()
  })
})
