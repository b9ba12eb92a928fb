import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { inlined } from '../../scripts/openapi-names'
import { startAdmin, type Admin } from '../support/admin'

type Operation = {
  summary?: string
  security: Record<string, unknown>[]
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: object }; example?: object }> }
  responses: Record<string, { description: string }>
}

let admin: Admin
let paths: Record<string, Record<string, Operation>>

beforeAll(async () => {
  admin = await startAdmin()
  const document = (await admin.get('/swagger/json')).body
  paths = inlined(document.paths, document)
})
afterAll(() => admin.close())

/** Method, path, caller, query parameters and body fields. */
const expected: [method: string, path: string, as: string, query: string[], body: string[]][] = [
  ['get', '/api/admin/franchises', 'hq', ['active', 'cursor', 'format', 'franchiseId', 'limit', 'q'], []],
  ['post', '/api/admin/franchises', 'hq', [], ['name', 'timeZone', 'taxPercent', 'areaZips', 'areaPolygon']],
  ['get', '/api/admin/franchises/{id}', 'hq', [], []],
  ['patch', '/api/admin/franchises/{id}', 'hq', [], ['name', 'taxPercent']],
  ['get', '/api/admin/franchises/{id}/splits', 'hq', ['cursor', 'format', 'limit'], []],
  ['post', '/api/admin/franchises/{id}/splits', 'hq', [], ['sharePercent', 'effectiveFrom']],
  ['delete', '/api/admin/franchises/{id}/splits/{splitId}', 'hq', [], []],
  [
    'get',
    '/api/admin/workers',
    'hq',
    ['active', 'cursor', 'format', 'franchiseId', 'limit', 'q', 'skill'],
    [],
  ],
  ['post', '/api/admin/workers', 'hq', [], ['name', 'skills', 'franchiseId']],
  ['get', '/api/admin/workers/{id}', 'hq', [], []],
  ['patch', '/api/admin/workers/{id}', 'hq', [], ['active']],
  ['put', '/api/admin/workers/{id}/shifts', 'hq', [], ['shifts']],
  ['get', '/api/admin/workers/{id}/time-off', 'hq', ['cursor', 'format', 'limit'], []],
  ['post', '/api/admin/workers/{id}/time-off', 'hq', [], ['startsAt', 'endsAt', 'reason']],
  ['delete', '/api/admin/workers/{id}/time-off/{timeOffId}', 'hq', [], []],
  ['get', '/api/admin/workers/{id}/tokens', 'hq', ['cursor', 'format', 'limit'], []],
  ['post', '/api/admin/workers/{id}/tokens', 'hq', [], ['hours']],
  ['delete', '/api/admin/workers/{id}/tokens', 'hq', [], []],
  ['delete', '/api/admin/workers/{id}/tokens/{tokenId}', 'hq', [], []],
  ['get', '/api/admin/promos', 'hq', ['active', 'cursor', 'format', 'franchiseId', 'limit', 'q'], []],
  ['post', '/api/admin/promos', 'hq', [], ['code', 'kind', 'value', 'maxUses']],
  ['get', '/api/admin/promos/{id}', 'hq', [], []],
  ['patch', '/api/admin/promos/{id}', 'hq', [], ['value', 'active']],
  ['get', '/api/admin/tasks', 'hq', ['cursor', 'format', 'franchiseId', 'kind', 'limit', 'state'], []],
  ['post', '/api/admin/tasks', 'hq', [], ['title', 'detail']],
  ['get', '/api/admin/tasks/{id}', 'hq', [], []],
  ['post', '/api/admin/tasks/{id}/done', 'hq', [], []],
  ['post', '/api/admin/tasks/{id}/reopen', 'hq', [], []],
  [
    'get',
    '/api/admin/templates',
    'hq',
    ['active', 'cursor', 'customerId', 'format', 'franchiseId', 'limit', 'order', 'q', 'sort'],
    [],
  ],
  ['post', '/api/admin/templates', 'hq', [], ['customerName', 'price', 'anchorDate']],
  ['get', '/api/admin/templates/{id}', 'hq', [], []],
  ['patch', '/api/admin/templates/{id}', 'hq', [], ['active', 'endDate', 'price']],
  ['get', '/api/work/jobs', 'worker', ['date'], []],
  ['get', '/api/work/map', 'worker', ['date'], []],
  ['get', '/api/work/week', 'worker', [], []],
  ['post', '/api/work/jobs/{id}/move', 'worker', [], ['to']],
  ['post', '/api/work/jobs/{id}/arrive', 'worker', [], ['doneAt']],
  ['post', '/api/work/jobs/{id}/seen', 'worker', [], []],
  ['post', '/api/work/jobs/{id}/undo', 'worker', [], ['step']],
  ['post', '/api/work/location', 'worker', [], ['lat', 'lng']],
  ['get', '/api/work/late', 'worker', [], []],
  ['post', '/api/work/late', 'worker', [], ['visits']],
  ['post', '/api/work/language', 'worker', [], ['language']],
  ['post', '/api/work/sign-out', 'worker', [], []],
  ['get', '/api/dev/activity', 'hq', [], []],
  ['post', '/api/dev/activity', 'hq', [], ['type', 'actor', 'summary', 'metadata']],
  ['get', '/api/dev/location', 'hq', [], []],
  ['post', '/api/dev/location', 'hq', [], ['workerId', 'lat', 'lng', 'accuracy', 'heading', 'speed']],
]

describe('the Swagger page describes', () => {
  for (const [method, path, as, query, fields] of expected)
    test(`${method.toUpperCase()} ${path}`, () => {
      const operation = paths[path]?.[method]
      if (!operation) throw new Error('it is not there')
      expect(operation.summary).toBeString()
      expect(operation.security).toEqual([{ [as]: [] }])
      const named = (place: string) =>
        operation.parameters.filter((one) => one.in === place).map(({ name }) => name)
      expect(named('query').toSorted()).toEqual(query)
      expect(named('path')).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((hit) => hit[1]!))
      const body = operation.requestBody?.content['application/json']
      expect(Object.keys(body?.schema.properties ?? {})).toEqual(expect.arrayContaining(fields))
      if (path.includes('{id}') && as === 'hq') expect(operation.responses).toHaveProperty('404')
      for (const status of ['401', '429', '500']) expect(operation.responses).toHaveProperty(status)
    })
})
