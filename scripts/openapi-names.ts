import type { JsonSchema } from '../src/http/openapi/example'
import type { OpenApiDocument } from '../src/http/swagger'

type Named = Record<string, JsonSchema>
type Places = [place: string, schema: JsonSchema][]

const home = '#/components/schemas/'
const schemasOf = ({ components }: Pick<OpenApiDocument, 'components'>) => (components.schemas ?? {}) as Named

/** The document with every reference replaced by its schema, for readers that follow none. */
export function inlined<T>(part: T, document: Pick<OpenApiDocument, 'components'>): T {
  const schemas = schemasOf(document)
  const visit = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(visit)
    const { $ref, ...rest } = value as JsonSchema
    const named = $ref === undefined ? undefined : schemas[$ref.slice(home.length)]
    const inside = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, visit(one)]))
    return named === undefined ? inside : { ...(visit(named) as object), ...inside }
  }
  return visit(part) as T
}

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

/** Everything that makes a client generator stop, warn or invent names. */
export function nameFaults(document: Pick<OpenApiDocument, 'paths' | 'webhooks' | 'components'>): string[] {
  const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      place: `${method.toUpperCase()} ${path}`,
      ...(described as Operation),
    })),
  )
  const schemas = schemasOf(document)
  const shown = operations.flatMap(mediaOf)
  const everywhere: Places = [...shown, ...Object.entries(schemas)].flatMap(([place, schema]) =>
    partsOf(schema).map((part) => [place, part] as [string, JsonSchema]),
  )
  return [
    ...idFaults(operations),
    ...operations.flatMap(mediaFaults),
    ...schemaNameFaults(schemas, everywhere),
    ...shown
      .filter(([, schema]) => isObject(schema))
      .map(([place]) => `${place}: has an object without a name`),
    ...everywhere.flatMap(([place, part]) => partFaults(schemas, part).map((fault) => `${place}: ${fault}`)),
  ]
}

function mediaOf({ place, requestBody, responses }: Operation & { place: string }): Places {
  return [requestBody, ...Object.values(responses)].flatMap((one) =>
    Object.values(one?.content ?? {}).map(({ schema }) => [place, schema] as [string, JsonSchema]),
  )
}

function idFaults(operations: (Operation & { place: string })[]): string[] {
  return operations.flatMap(({ place, operationId }, at) => {
    const other = operations.findIndex((one) => one.operationId === operationId)
    return [
      ...(other < at
        ? [`${place}: is called ${operationId} like ${operations[other]?.place}; set its operationId`]
        : []),
      ...(/^[a-z][A-Za-z]{2,29}$/.test(operationId)
        ? []
        : [`${place}: ${operationId} isn't a short name; set its operationId`]),
    ]
  })
}

const sendable = ['application/json', 'application/x-www-form-urlencoded', 'application/octet-stream']
/** Besides any text. The last three need the `client.yml` in docs/api.md. */
const readable = ['application/json', 'application/pdf', 'application/zip', 'image/jpeg']

/** The Python generator leaves out operations whose body it can't send, and answers without a type it can read. */
function mediaFaults({ place, requestBody, responses }: Operation & { place: string }): string[] {
  const isReadable = (type: string) => type.startsWith('text/') || readable.includes(type)
  const sent = Object.keys(requestBody?.content ?? {}).filter((type) => !sendable.includes(type))
  const unread = Object.values(responses)
    .map(({ content = {} }) => Object.keys(content))
    .filter((types) => types.length > 0 && !types.some(isReadable))
  return [
    ...sent.map((type) => `${place}: takes ${type}, which generators can't send`),
    ...unread.map((types) => `${place}: answers with ${types[0]}; add it to client.yml in docs/api.md`),
  ]
}

function schemaNameFaults(schemas: Named, everywhere: Places): string[] {
  const names = Object.keys(schemas)
  const used = new Set(everywhere.map(([, { $ref }]) => $ref))
  return names.flatMap((name, at) => [
    ...(/^[A-Z][A-Za-z]+$/.test(name) ? [] : [`${name}: isn't the name of a model`]),
    ...(name.endsWith('Other') ? [`${name}: another schema already has its name; rename its model`] : []),
    // Generators write one file per name, and some file systems ignore case.
    ...(names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) < at
      ? [`${name}: differs from another name only in case`]
      : []),
    ...(used.has(home + name) ? [] : [`${name}: nothing refers to it`]),
  ])
}

function partFaults(schemas: Named, part: JsonSchema): string[] {
  const { $ref, type, items, prefixItems, maxItems, anyOf, oneOf } = part
  const isNamed = Object.values(schemas).includes(part)
  const copied = isObject(part) && !isNamed && Object.entries(schemas).find(([, one]) => isSame(one, part))
  return [
    ...(typeof items === 'boolean' ? ['has a list with `items: false`, which generators refuse'] : []),
    ...(prefixItems && maxItems !== prefixItems.length ? ['has a tuple without its length'] : []),
    ...($ref !== undefined && !schemas[$ref.slice(home.length)]
      ? [`refers to ${$ref}, which isn't there`]
      : []),
    ...((anyOf ?? oneOf ?? []).filter(isObject).length > 1 && type === undefined
      ? ['has alternatives without names']
      : []),
    ...(copied ? [`repeats ${copied[0]} instead of referring to it`] : []),
  ]
}

const isObject = ({ properties }: JsonSchema) => properties !== undefined
const isSame = (one: JsonSchema, other: JsonSchema) => Bun.deepEquals(one, other, true)

/** A schema and every schema inside it. */
function partsOf(schema: JsonSchema): JsonSchema[] {
  const inside = [
    ...Object.values(schema.properties ?? {}),
    ...[schema.items, schema.additionalProperties].filter((one) => typeof one === 'object'),
    ...[schema.prefixItems, schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? []),
  ]
  return [schema, ...inside.flatMap(partsOf)]
}
