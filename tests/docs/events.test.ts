import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { handledTypes } from '../../src/modules/payments/events/worker'

const page = readFileSync(join(import.meta.dir, '../../docs/operating.md'), 'utf8')

test('docs/operating.md lists exactly the payment events that the service handles', () => {
  const [, listed = ''] = /Truckroll uses these events:([^]*?)\.\s+Subscribe/.exec(page) ?? []
  const named = [...listed.matchAll(/`([\w.]+)`/g)].map(([, type]) => type)
  expect(named.toSorted()).toEqual(handledTypes.toSorted())
  expect(new Set(named).size).toBe(named.length)
})
