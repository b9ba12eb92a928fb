import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tools } from '../../src/mcp/server'
import { eventTypes } from '../../src/modules/webhooks'

const document = readFileSync(join(import.meta.dir, '../../docs/connect.md'), 'utf8')

/** The rows of the table whose first column has this heading, without the spaces around each cell. */
function rowsUnder(heading: string): string[][] {
  const [, table = ''] =
    new RegExp(`\\n\\| ${heading} [^\\n]*\\n\\|[-| ]*\\n((?:\\|[^\\n]*\\n)*)`).exec(document) ?? []
  return table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

describe('docs/connect.md', () => {
  test('lists every tool, its permission and whether it changes something', () => {
    const found = rowsUnder('Tool').map(([name, needs, changes]) => [name, needs, changes?.slice(0, 2)])
    const expected = tools.map((tool) => [
      `\`${tool.name}\``,
      `\`${tool.needs}\``,
      'output' in tool ? 'no' : 'ye',
    ])
    expect(found).toEqual(expected)
  })

  test('lists every event that webhooks report, and no others', () => {
    const [, table = ''] = /\n### Events\n([^]*?)\n### /.exec(document) ?? []
    const listed = [...table.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, type = '']) => type)
    expect(listed.toSorted()).toEqual(eventTypes.map(({ type }) => type).toSorted())
  })
})
