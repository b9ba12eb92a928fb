import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { z } from 'zod'
import type { JsonSchema } from '../../src/http/openapi/example'
import { marker } from './generate'
import { faultsOf, leftBehind } from './judge'
import type { Operation } from './operations'
import type { Written } from './request'
import { fits } from './schema'
import { startFuzzWorld, type FuzzWorld } from './world'

let world: FuzzWorld
beforeAll(async () => {
  world = await startFuzzWorld()
})
afterAll(() => world.close())

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })
const operation: Operation = {
  name: 'POST /api/things',
  method: 'POST',
  path: '/api/things',
  as: 'hq',
  takesKey: false,
  params: {},
  query: {},
  requiredQuery: [],
  body: null,
  responses: {
    200: json({ type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false }),
    400: json({ type: 'object' }),
    401: json({ type: 'object' }),
  },
}
const sent: Written = {
  method: 'POST',
  target: '/api/things',
  headers: {},
  body: null,
  isAllowed: true,
  isKnownCaller: true,
}
const judged = (status: number, body: unknown, changes: Partial<Written> = {}, type = 'application/json') =>
  faultsOf(
    operation,
    { ...sent, ...changes },
    {
      status,
      headers: new Headers({ 'content-type': type, 'x-request-id': '1' }),
      text: JSON.stringify(body),
    },
    world,
  ).join()

describe('an answer', () => {
  test('that matches the document has no problem', () => {
    expect(judged(200, { id: 'one' })).toBe('')
    expect(judged(400, { ok: false, error: 'No' }, { isAllowed: false })).toBe('')
  })

  const faulty: [fault: string, judgement: () => string][] = [
    ['answers 500', () => judged(500, {})],
    ['answers 409, which is not in the document', () => judged(409, {})],
    ['has extra', () => judged(200, { id: 'one', extra: 1 })],
    ['is no string', () => judged(200, { id: 1 })],
    ['answers text/plain', () => judged(200, {}, {}, 'text/plain')],
    ['lets a stranger in', () => judged(200, {}, { isKnownCaller: false })],
    ['takes what the document does not allow', () => judged(200, {}, { isAllowed: false })],
    ['repeats what was sent', () => judged(400, { error: `No ${marker}` })],
    ['tells a secret', () => judged(200, { id: world.secrets[0] })],
    ['tells a secret', () => judged(400, { error: world.credentials()[0] })],
  ]
  test.each(faulty)('has this problem: %s', (fault, judgement) => {
    expect(judgement()).toContain(fault)
  })

  test('that refuses a request leaves no change behind, except where requests are counted', async () => {
    const before = await world.writes()
    await world.replenish()
    const after = await world.writes()
    expect(leftBehind(operation, before, after)).toEqual(expect.arrayContaining(['jobs', 'invoices']))
    const counted = new Map([...before, ['idempotency_keys', 99]] as const)
    expect(leftBehind(operation, before, counted)).toEqual([])
  })
})

describe('the schema checker', () => {
  const cases: [schema: z.ZodType, fitting: unknown, unfitting: unknown][] = [
    [z.string().min(2).max(3), 'ab', 'a'],
    [z.string().max(2), '👩👩', '👩👩👩'],
    [z.string().regex(/^\d+$/), '12', 'x'],
    [z.iso.date(), '2026-03-02', '2026-13-02'],
    [z.int().min(1), 1, 0.5],
    [z.number().gt(0).max(5), 5, 0],
    [z.number().meta({ multipleOf: 0.01 }), 0.07, 0.071],
    [z.enum(['a', 'b']), 'a', 'c'],
    [z.literal(true), true, false],
    [z.string().nullable(), null, 1],
    [z.array(z.int()).min(1).max(2), [1], [1, 2, 3]],
    [z.tuple([z.number(), z.string()]), [1, 'a'], ['a', 1]],
    [z.record(z.string(), z.int()), { a: 1 }, { a: 'b' }],
    [z.object({ a: z.string() }), { a: '' }, {}],
    [z.object({}).meta({ dependentRequired: { a: ['b'] } }), { a: 1, b: 1 }, { a: 1 }],
  ]
  test.each(cases)('knows what fits %#', (schema, fitting, unfitting) => {
    const made = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))) as JsonSchema
    delete made.$schema
    expect([fits(made, fitting), fits(made, unfitting)]).toEqual([true, false])
  })

  test("doesn't guess at an unknown keyword", () => {
    expect(() => fits({ unevaluatedItems: false }, [])).toThrow('unevaluatedItems')
  })
})
