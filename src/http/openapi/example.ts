/** The part of JSON Schema that our zod schemas produce. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  [key: string]: unknown
}

const home = '#/components/schemas/'
export const referTo = (name: string): JsonSchema => ({ $ref: home + name })
export const referredIn = ({ $ref }: JsonSchema): string | undefined =>
  $ref?.startsWith(home) ? $ref.slice(home.length) : undefined

/** An example value: the one the schema names, or else the simplest one that fits. */
export function exampleOf(
  schema: JsonSchema,
  name = '',
  components: Record<string, JsonSchema> = {},
): unknown {
  const part = (one: JsonSchema, key = name) => exampleOf(one, key, components)
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum?.length) return schema.enum[0]
  const named = components[referredIn(schema) ?? '']
  if (named) return part(named)
  // Next to a type, alternatives only narrow it down.
  const alternative = schema.type === undefined ? (schema.anyOf ?? schema.oneOf)?.[0] : undefined
  if (alternative) return part(alternative)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => part(one)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [key, part(property, key)]),
      )
    case 'array':
      return exampleList(schema, part)
    case 'string':
      return sampleText(schema, name)
    case 'integer':
    case 'number':
      return sampleNumber(schema, name)
    case 'boolean':
      return true
    case undefined:
    default:
      return null
  }
}

function exampleList(
  { prefixItems, items, minItems = 1 }: JsonSchema,
  part: (item: JsonSchema) => unknown,
): unknown[] {
  if (prefixItems) return prefixItems.map((item) => part(item))
  return items ? Array.from({ length: Math.max(minItems, 1) }, () => part(items)) : []
}

const byFormat: Record<string, string> = {
  email: 'jordan@example.com',
  uuid: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
  'date-time': '2026-03-02T15:04:05.000Z',
  date: '2026-03-02',
  time: '09:00:00',
  uri: 'https://example.com/',
}

/** Typical values by field name. The first pattern that matches is used. */
const textsByName: [RegExp, string][] = [
  [/^id$|[a-z]Id$/, '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d'],
  [/^reference$/, 'TR-7K2Q9'],
  [/e-?mail$/i, 'jordan@example.com'],
  [/phone$/i, '303-555-0142'],
  [/(customer|contact)name$/i, 'Jordan Rivera'],
  [/time-?zone$/i, 'America/Denver'],
  [/colou?r$/i, '#1f6f54'],
  [/address$/i, '1420 Larimer St, Denver, CO 80202'],
  [/zips?$/i, '80202'],
  [/url$/i, 'https://example.com/'],
  [/code$/i, '123456'],
  [/(date|start|period)$/i, '2026-03-02'],
  [/(date|end)$/i, '2026-03-09'],
  [/(At|start)$/, '2026-03-02T15:04:05.000Z'],
  [/end$/i, '2026-03-02T17:04:05.000Z'],
  [/start$/i, '09:00'],
  [/end$/i, '17:00'],
]

const anyText = ['text', '80202', '123456', '2026-03-02', '303-555-0142', '#1f6f54', '09:00']

/** Prefers a value typical for the field's name, if it fits the schema. */
export function sampleText(schema: JsonSchema, name: string): string {
  const named = textsByName.filter(([pattern]) => pattern.test(name)).map(([, text]) => text)
  const formatted = byFormat[schema.format ?? '']
  const candidates = formatted === undefined ? [...named, ...anyText] : [formatted]
  const fitting = candidates.find((text) => fits(text, schema))
  return fitting ?? 'x'.repeat(schema.minLength ?? 1)
}

function fits(text: string, { minLength = 0, maxLength = Infinity, pattern }: JsonSchema): boolean {
  const isLong = text.length >= minLength && text.length <= maxLength
  return isLong && (pattern === undefined || new RegExp(pattern).test(text))
}

const numbersByName: [RegExp, number][] = [
  [/lat$/i, 39.74],
  [/lng$/i, -104.99],
  [/(price|total|revenue)$/i, 129.99],
  [/(amount|cents)$/i, 12_999],
]

export function sampleNumber(schema: JsonSchema, name: string): number {
  const { minimum = -Infinity, maximum = Infinity, type } = schema
  const named = type === 'number' ? numbersByName.find(([pattern]) => pattern.test(name))?.[1] : undefined
  const lowest = Math.max(minimum, (schema.exclusiveMinimum ?? -Infinity) + 1)
  return Math.min(Math.max(named ?? 1, lowest), maximum)
}
