import type { JsonSchema } from '../src/http/openapi/example'
import type { OpenApiDocument } from '../src/http/swagger'
import { inlined, nameFaults } from './openapi-names'

interface Media {
  schema: JsonSchema
}
interface Operation {
  parameters: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
  security: Record<string, unknown>[]
}

/** Promises this document makes about every operation, which a general linter can't know. */
export function brokenPromises(
  document: Pick<OpenApiDocument, 'paths' | 'webhooks' | 'components'>,
): string[] {
  const operations = Object.entries(inlined(document.paths, document)).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      faultsOf(path, operation as Operation).map((fault) => `${method.toUpperCase()} ${path}: ${fault}`),
    ),
  )
  return [...nameFaults(document), ...operations]
}

function faultsOf(path: string, operation: Operation): string[] {
  return [
    ...keyFaults(operation),
    ...parameterFaults(operation),
    ...answerFaults(path, operation),
    ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => [
      ...dateFaults(schema),
      ...bodyFaults(schema),
    ]),
  ]
}

function keyFaults({ parameters, responses }: Operation): string[] {
  const key = parameters.find(({ name }) => name === 'Idempotency-Key')
  if (!key) return []
  const { pattern, maxLength } = key.schema
  return [
    ...['400', '409'].filter((status) => !responses[status]).map((status) => `takes a key without ${status}`),
    ...(pattern === undefined || maxLength === undefined ? ["doesn't say what a key looks like"] : []),
  ]
}

const flags = /^(?:active|paid|overdue|dryRun)$/

function parameterFaults({ parameters }: Operation): string[] {
  return parameters.flatMap(({ name, in: place, schema }) => {
    const { type, minimum, maximum } = schema
    if (place === 'query' && flags.test(name) && type !== 'boolean') return [`${name} is not a boolean`]
    const isNumber = type === 'number' || type === 'integer'
    if (isNumber && (minimum === undefined || maximum === undefined)) return [`${name} has no bounds`]
    return dateFaults(schema, name)
  })
}

function answerFaults(path: string, { parameters, requestBody, responses, security }: Operation): string[] {
  const isList = parameters.some(({ schema }) => schema.enum?.includes('csv'))
  const isSigned = security.some((scheme) => 'signature' in scheme || 'sms' in scheme)
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  return [
    ...(isList && !responses[200]?.content?.['text/csv'] ? ['is a list without its file'] : []),
    ...(isSigned && !requestBody ? ["doesn't say what is signed"] : []),
    ...errors
      .filter(([, { content }]) => !path.startsWith('/api/') && !content?.['text/html'])
      .map(([status]) => `${status} is not described as a page`),
    ...Object.values(responses)
      .flatMap(({ content = {} }) => Object.values(content))
      .flatMap(({ schema }) => dateFaults(schema)),
  ]
}

const dates =
  /(?:[a-z]At|Date|Date[A-Z]\w*|Period|[a-z]From|Until|On|Start)$|^(?:date|period|start|end|timestamp|month)$/
const moneys = /^(?:price|discount|referralCredit|listPrice)$/

/** A date is recognized by its format, or by its pattern when it has none. */
function dateFaults(schema: JsonSchema, named = ''): string[] {
  return textsIn(schema, named)
    .filter(([name, text]) => dates.test(name) && !isDated(text))
    .map(([name]) => `${name} has no format`)
}

const isDated = ({ format, pattern, anyOf, enum: words }: JsonSchema): boolean =>
  [format, pattern, words].some((said) => said !== undefined) || (anyOf?.every(isDated) ?? false)

function bodyFaults(schema: JsonSchema): string[] {
  return objectsIn(schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      // A contour may omit its color.
      const isText = property.type === 'string' && name !== 'color'
      if (isText && required.includes(name) && mayBeBlank(property)) return [`${name} may be blank`]
      const numbers = alternativesOf(property).filter(({ type }) => type === 'number')
      return moneys.test(name) && numbers.some(({ multipleOf }) => multipleOf !== 0.01)
        ? [`${name} is money without a limit on decimals`]
        : []
    }),
  )
}

const mayBeBlank = ({ minLength = 0, pattern, format, enum: words, anyOf }: JsonSchema) =>
  minLength === 0 && [pattern, format, words, anyOf].every((said) => said === undefined)

const alternativesOf = (schema: JsonSchema): JsonSchema[] =>
  schema.anyOf && schema.type === undefined ? schema.anyOf.flatMap(alternativesOf) : [schema]

function objectsIn(schema: JsonSchema): JsonSchema[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? schema.oneOf ?? []),
  ]
  return [...(schema.properties ? [schema] : []), ...inner.flatMap(objectsIn)]
}

function textsIn(schema: JsonSchema, name: string): [name: string, text: JsonSchema][] {
  if (schema.type === 'string') return [[name, schema]]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) => textsIn(property, key)),
    ...(schema.items ? textsIn(schema.items, name) : []),
    ...(schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => textsIn(one, name)),
  ]
}
