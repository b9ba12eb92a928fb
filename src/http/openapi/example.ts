import { sampleNumber, sampleText } from './sample'

/** The part of JSON Schema that our zod schemas turn into. */
export interface JsonSchema {
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

/** An instance of a schema for people to read and try: what the schema names, else the plainest that fits. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum?.length) return schema.enum[0]
  const alternative = (schema.anyOf ?? schema.oneOf)?.[0]
  if (alternative) return exampleOf(alternative, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [key, exampleOf(property, key)]),
      )
    case 'array':
      return exampleList(schema, name)
    case 'string':
      return sampleText(schema, name)
    case 'integer':
    case 'number':
      return sampleNumber(schema, name)
    case 'boolean':
      return true
    default:
      return null
  }
}

function exampleList({ prefixItems, items, minItems = 1 }: JsonSchema, name: string): unknown[] {
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, name))
  return items ? Array.from({ length: Math.max(minItems, 1) }, () => exampleOf(items, name)) : []
}
