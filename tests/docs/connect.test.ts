import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventTypes } from '../../src/modules/webhooks'

const document = readFileSync(join(import.meta.dir, '../../docs/connect.md'), 'utf8')

test('docs/connect.md lists every event that webhooks report, and no others', () => {
  const [, table = ''] = /\n### Events\n([^]*?)\n### /.exec(document) ?? []
  const listed = [...table.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, type = '']) => type)
  expect(listed.toSorted()).toEqual(eventTypes.map(({ type }) => type).toSorted())
})
