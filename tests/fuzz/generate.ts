import * as fc from 'fast-check'
import { sampleText, type JsonSchema } from '../../src/http/openapi/example'
import type { Operation } from './operations'

/** Appears in texts we send; no refusal may repeat it. */
export const marker = 'zq7x'

/** A generated request, before it's damaged and sent. */
export interface Draft {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  damage: Damage[]
  wire: Wire
}

/** One mistake planted in the body, the query or a parameter. */
export interface Damage {
  where: 'body' | 'query' | 'params'
  /** Selects a value: the path down, each step modulo the number of choices. */
  path: number[]
  kind: 'replace' | 'remove' | 'add' | 'repeat'
  poison: unknown
}

/** The transport, beyond what the document describes. */
export interface Wire {
  key: string | null
  credential: 'good' | 'none' | 'garbage' | 'foreign'
  body: 'as-is' | 'cut' | 'bytes' | 'empty' | 'deep' | 'twice'
  headers: Record<string, string>
}

/** Existing words for what a field with this name refers to here. */
export type Known = (name: string) => string[]

export function draftOf(operation: Operation, known: Known): fc.Arbitrary<Draft> {
  const { params, query, requiredQuery, body } = operation
  return fc.record({
    params: recordOf(params, Object.keys(params), known),
    query: recordOf(query, requiredQuery, known),
    body: body ? valueOf(body.schema, '', known) : fc.constant(undefined),
    damage: sometimes(2, fc.array(damage, { minLength: 1, maxLength: 3 }), []),
    wire: fc.record({
      key: operation.takesKey ? sometimes(4, fc.constantFrom(...keys), null) : fc.constant(null),
      credential: sometimes<Wire['credential']>(12, fc.constantFrom('none', 'garbage', 'foreign'), 'good'),
      body: sometimes<Wire['body']>(12, fc.constantFrom('cut', 'bytes', 'empty', 'deep', 'twice'), 'as-is'),
      headers: sometimes<Wire['headers']>(8, fc.constantFrom(...oddHeaders), {}),
    }),
  })
}

/** One in so many; shrinks to the usual case. */
function sometimes<T>(oneIn: number, rare: fc.Arbitrary<T>, usual: T): fc.Arbitrary<T> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare })
}

const keys = ['fuzz-1', 'fuzz-2', `${marker}-key`, 'with space', 'x'.repeat(256), 'caf\u00e9', '\u00ff']
const oddHeaders: Wire['headers'][] = [
  { accept: 'text/html' },
  { 'content-type': 'text/plain' },
  { 'content-type': `multipart/form-data; boundary=${marker}` },
  { 'x-request-id': `${marker}<script>` },
  { 'x-forwarded-for': `${marker}, 203.0.113.9` },
  { 'accept-language': 'x'.repeat(4_000) },
  { origin: `https://${marker}.example`, 'sec-fetch-site': 'cross-site' },
  { cookie: `session=${marker}` },
  { 'if-none-match': '*', range: 'bytes=0-0' },
]

/** Values nobody expects in a field. */
export const poisons: unknown[] = [
  null,
  '',
  ' ',
  true,
  'true',
  0,
  -1,
  -0.005,
  1e21,
  1.7976931348623157e308,
  2 ** 53,
  '9'.repeat(400),
  marker,
  `<b>${marker}</b>`,
  `' OR 1=1; -- ${marker}`,
  '\u0000',
  '\u202e\u0661\u0662\ufeff',
  '\ud800',
  '👩‍👩‍👧‍👦'.repeat(60),
  'x'.repeat(6_000),
  '2026-02-30',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  'NaN',
  '../../etc/passwd',
  [],
  [null],
  {},
  { [marker]: { __proto__: null, constructor: 1 } },
  [[[[]]]],
]

const damage: fc.Arbitrary<Damage> = fc.record({
  where: fc.constantFrom('body', 'body', 'query', 'params'),
  path: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'repeat'),
  poison: fc.constantFrom(...poisons),
})

/**
 * Fields whose values fit in only one place; in most requests they would hide everything behind a refusal.
 */
const rare = new Set(['returnUrl', 'cursor', 'paymentId', 'revision', 'email', 'customerEmail'])

function recordOf(schemas: Record<string, JsonSchema>, required: string[], known: Known) {
  const model = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const value = valueOf(schema, name, known)
      const isRare = rare.has(name) && !required.includes(name)
      return [name, isRare ? sometimes<unknown>(6, value, undefined) : value]
    }),
  )
  const made = fc.record(model, { requiredKeys: required, noNullPrototype: true })
  return made.map((value) =>
    Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)),
  )
}

/** Values that fit a schema, as far as it says everything, and more often at its bounds. */
export function valueOf(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const alternatives = schema.type === undefined ? (schema.anyOf ?? schema.oneOf) : undefined
  if (alternatives) return fc.oneof(...alternatives.map((one) => valueOf(one, name, known)))
  // The state of a job that rarely changed.
  if (name === 'revision')
    return known(name).length > 0 ? fc.constantFrom(...known(name).map(Number)) : fc.nat(4)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return objectOf(schema, known)
    case 'array':
      return listOf(schema, name, known)
    case 'string':
      return textOf(schema, name, known)
    case 'integer':
      return numberOf(schema, known(name), (low, high) =>
        fc.integer({ min: Math.ceil(low), max: Math.floor(high) }),
      )
    case 'number':
      return numberOf(schema, known(name), (low, high) => fc.double({ min: low, max: high, noNaN: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case undefined:
    default:
      return fc.constantFrom(null, 1, 'text', [marker], { [marker]: true })
  }
}

function objectOf(schema: JsonSchema, known: Known) {
  const { properties = {}, required = [], additionalProperties, dependentRequired } = schema
  const free = Object.keys(properties).length === 0 && additionalProperties !== undefined
  if (free)
    return fc.dictionary(fc.constantFrom('id', 'title', marker), fc.constantFrom(1, 'text', null, marker))
  const pairs = Object.entries((dependentRequired ?? {}) as Record<string, string[]>)
  return recordOf(properties, required, known).map((value) => {
    // Half a pair isn't a pair, and neither is one with a null half.
    for (const [name, [other = '']] of pairs)
      if (typeof value[name] !== typeof value[other]) delete value[name]
    for (const [name, [other = '']] of pairs) if (!Object.hasOwn(value, other)) delete value[name]
    return value
  })
}

const mostInList = 4

function listOf({ items, prefixItems, minItems = 0, maxItems }: JsonSchema, name: string, known: Known) {
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => valueOf(item, name, known)))
  const most = Math.max(minItems, Math.min(Number(maxItems ?? mostInList), mostInList))
  return fc.array(valueOf(items ?? {}, name, known), { minLength: minItems, maxLength: most })
}

function numberOf(
  schema: JsonSchema,
  words: string[],
  between: (low: number, high: number) => fc.Arbitrary<number>,
): fc.Arbitrary<number> {
  const { multipleOf, exclusiveMinimum } = schema
  const step = typeof multipleOf === 'number' ? multipleOf : null
  const low = schema.minimum ?? (exclusiveMinimum === undefined ? -1e6 : exclusiveMinimum + (step ?? 1))
  const high = schema.maximum ?? 1e6
  const inside =
    step === null ? between(low, high) : fc.integer({ min: Math.ceil(low / step), max: high / step })
  const value = step === null ? inside : inside.map((steps) => steps / Math.round(1 / step))
  return fc.oneof(
    { weight: 4, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom(low, high, ...words.map(Number)) },
  )
}

const texts = [
  marker,
  `Zoë ${marker}`,
  '北京 路',
  'O’Neill & Sons <i>',
  'a',
  'x'.repeat(40),
  ' padded ',
  '{name}',
]

function textOf(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 200 } = schema
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern)
  const format = schema.format ?? schema.anyOf?.[0]?.format
  const isFitting = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (pattern?.test(text) ?? true)
  const fixed = [sampleText(schema, name), ...(format === undefined ? texts : [])].filter(isFitting)
  // Existing ids are looked up each time, because the world changes while it's fuzzed.
  const whole = fc.nat(63).map((number) => {
    const named = known(format?.startsWith('date') ? format : name).filter(isFitting)
    // Existing ids lead further than made-up ones.
    const words = named.length > 0 && number < 56 ? named : fixed
    return words[number % words.length] ?? sampleText(schema, name)
  })
  if (format !== undefined || pattern !== null) return whole
  const any = fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' })
  const weight = known(name).length > 0 ? 20 : 3
  return fc.oneof({ weight, arbitrary: whole }, { weight: 1, arbitrary: any })
}
