import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { findDrift, renderConfigDoc, renderConfigTable, renderEnvExample } from '../../scripts/config-docs'
import { loadConfig } from '../../src/config'
import { sections, variableNames } from '../../src/config/variables'

describe('the configuration docs', () => {
  test('match the list of variables', async () => {
    const drift = await findDrift(join(import.meta.dir, '../..'))
    expect([...drift.keys()]).toEqual([])
  })

  test("are all reported as out of date when they're missing", async () => {
    const drift = await findDrift(join(import.meta.dir, 'no-such-checkout'))
    expect([...drift.keys()]).toEqual(['.env.example', 'docs/configuration.md'])
  })

  test('list every variable once, under its section', () => {
    const rows = [...renderConfigTable().matchAll(/^\| `([A-Z_]+)` /gm)].map((match) => match[1]!)
    expect(rows).toEqual(variableNames)
    for (const { title } of sections) expect(renderConfigDoc()).toContain(`### ${title}\n`)
  })
})

describe('.env.example', () => {
  const settings = [...renderEnvExample().matchAll(/^# ([A-Z_]+)=(.*)$/gm)]

  test('lists every variable, commented out', () => {
    expect(settings.map((match) => match[1]!)).toEqual(variableNames)
    expect(renderEnvExample().match(/^[^#\n]/m)).toBeNull()
  })

  test('changes nothing when every line is uncommented', () => {
    const env = Object.fromEntries(settings.map((match) => [match[1]!, match[2]!]))
    const { given: _, ...values } = loadConfig(env)
    const { given: __, ...defaults } = loadConfig({})
    expect(values).toEqual(defaults)
  })
})

describe('the README', () => {
  test('leaves the settings to docs/configuration.md', async () => {
    const readme = await Bun.file(join(import.meta.dir, '../../README.md')).text()
    expect(readme).toContain('(docs/configuration.md)')
    expect(readme).not.toMatch(/^\| `[A-Z_]+` /m)
  })
})
