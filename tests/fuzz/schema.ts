import type { JsonSchema } from '../../src/http/openapi/example'

/** The parts of a value that don't fit a schema, as `place: problem`; empty when it fits. */
export type Check = (value: unknown, place: string) => string[]

const made = new WeakMap<JsonSchema, Check>()

/** A checker for the part of JSON Schema our document uses; it refuses to read anything else. */
export function checkOf(schema: JsonSchema): Check {
  let check = made.get(schema)
  if (!check) {
    const checks = Object.keys(schema)
      .filter((keyword) => !silent.has(keyword))
      .map((keyword) => rules[keyword]?.(schema) ?? unknownKeyword(keyword))
    check = (value, place) => checks.flatMap((one) => one(value, place))
    made.set(schema, check)
  }
  return check
}

export const fits = (schema: JsonSchema, value: unknown): boolean => checkOf(schema)(value, '').length === 0

const silent = new Set(['description', 'examples', 'default', 'propertyNames', 'contentEncoding'])

function unknownKeyword(keyword: string): never {
  throw new Error(`The checker does not know ${keyword}`)
}

const none: string[] = []
const unless = (isFine: boolean, place: string, fault: string) => (isFine ? none : [`${place}: ${fault}`])
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'

type Rule = (schema: JsonSchema) => Check

/** A rule about values of one type; `type` checks the others. */
const about =
  <T>(
    isOne: (value: unknown) => value is T,
    isFine: (value: T, schema: JsonSchema) => boolean,
    fault: string,
  ): Rule =>
  (schema) =>
  (value, place) =>
    unless(!isOne(value) || isFine(value, schema), place, fault)

/** Characters, as JSON Schema counts them. */
const lengthOf = (text: string) => Array.from(text).length

const rules: Record<string, Rule> = {
  type: ({ type }) => {
    const kinds = [type].flat()
    return (value, place) =>
      unless(
        kinds.some((kind) => isOfKind(value, kind)),
        place,
        `is no ${kinds.join(' or ')}`,
      )
  },
  const: ({ const: wanted }) => {
    return (value, place) => unless(Bun.deepEquals(value, wanted), place, `is not ${String(wanted)}`)
  },
  enum: ({ enum: words = [] }) => {
    return (value, place) => unless(words.includes(value), place, 'is none of the values')
  },
  properties: ({ properties = {} }) => {
    const known = Object.entries(properties).map(([name, schema]) => [name, checkOf(schema)] as const)
    return (value, place) =>
      isObject(value)
        ? known.flatMap(([name, check]) =>
            Object.hasOwn(value, name) ? check(value[name], `${place}.${name}`) : none,
          )
        : none
  },
  required: ({ required = [] }) => {
    return (value, place) =>
      isObject(value)
        ? required.flatMap((name) => unless(Object.hasOwn(value, name), place, `has no ${name}`))
        : none
  },
  dependentRequired: ({ dependentRequired }) => {
    const pairs = Object.entries(dependentRequired as Record<string, string[]>)
    return (value, place) =>
      isObject(value)
        ? pairs.flatMap(([name, others]) =>
            unless(
              !Object.hasOwn(value, name) || others.every((other) => Object.hasOwn(value, other)),
              place,
              `has ${name} alone`,
            ),
          )
        : none
  },
  additionalProperties: ({ additionalProperties, properties = {} }) => {
    const further = isObject(additionalProperties) ? checkOf(additionalProperties) : null
    return (value, place) =>
      isObject(value) && additionalProperties !== true
        ? Object.keys(value)
            .filter((name) => !Object.hasOwn(properties, name))
            .flatMap((name) =>
              further ? further(value[name], `${place}.${name}`) : [`${place}: has ${name}`],
            )
        : none
  },
  items: ({ items, prefixItems = [] }) => {
    const check = isObject(items) ? checkOf(items) : null
    return (value, place) =>
      Array.isArray(value) && check
        ? value.slice(prefixItems.length).flatMap((item, at) => check(item, `${place}.${at}`))
        : none
  },
  prefixItems: ({ prefixItems = [] }) => {
    const checks = prefixItems.map(checkOf)
    return (value, place) =>
      Array.isArray(value)
        ? checks.flatMap((check, at) => (at in value ? check(value[at], `${place}.${at}`) : none))
        : none
  },
  anyOf: ({ anyOf = [] }) => oneOfThem(anyOf),
  oneOf: ({ oneOf = [] }) => oneOfThem(oneOf),
  allOf: ({ allOf = [] }) => {
    const checks = allOf.map(checkOf)
    return (value, place) => checks.flatMap((check) => check(value, place))
  },
  minLength: about(isText, (text, { minLength = 0 }) => lengthOf(text) >= minLength, 'is too short'),
  maxLength: about(
    isText,
    (text, { maxLength = Infinity }) => text.length <= maxLength || lengthOf(text) <= maxLength,
    'is too long',
  ),
  pattern: (schema) => {
    const pattern = new RegExp(schema.pattern ?? '')
    return about(isText, (text) => pattern.test(text), 'does not match its pattern')(schema)
  },
  format: about(isText, (text, { format = '' }) => formats[format]?.test(text) ?? true, 'has another format'),
  minimum: about(isNumber, (number, { minimum = 0 }) => number >= minimum, 'is too small'),
  maximum: about(isNumber, (number, { maximum = 0 }) => number <= maximum, 'is too large'),
  exclusiveMinimum: about(
    isNumber,
    (number, { exclusiveMinimum = 0 }) => number > exclusiveMinimum,
    'is too small',
  ),
  multipleOf: about(
    isNumber,
    (number, { multipleOf }) => isMultiple(number, multipleOf as number),
    'is too fine',
  ),
  minItems: about(Array.isArray, (list, { minItems = 0 }) => list.length >= minItems, 'has too few'),
  maxItems: about(Array.isArray, (list, { maxItems }) => list.length <= Number(maxItems), 'has too many'),
}

function oneOfThem(schemas: JsonSchema[]): Check {
  const checks = schemas.map(checkOf)
  return (value, place) => {
    let faults: string[] = none
    for (const check of checks) {
      faults = check(value, place)
      if (faults.length === 0) return none
    }
    return checks.length === 1 ? faults : [`${place}: fits no alternative, not even the last: ${faults[0]}`]
  }
}

const isMultiple = (number: number, of: number): boolean => Math.round(number / of) / (1 / of) === number

function isOfKind(value: unknown, kind: string | undefined): boolean {
  switch (kind) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === kind
    case undefined:
    default:
      return false
  }
}

const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const formats: Record<string, RegExp> = {
  date: new RegExp(`^${day}$`),
  // The document says where the offset may be omitted.
  'date-time': new RegExp(String.raw`^${day}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$`),
  uri: /^[a-z][a-z\d+.-]*:\S+$/i,
}
