import type { AnyElysia } from 'elysia'
import type { z } from 'zod'
import { operation } from '../../src/http/openapi/operation'
import { ErrorAnswer, describedRoutes, type DescribedRoute } from '../../src/http/swagger'

interface Received {
  status: number
  headers: Headers
  text: string
  body: unknown
}

/** Every answer must match its route's declaration, so the Swagger page says what goes over the wire. */
export function assertDeclared(app: AnyElysia, method: string, path: string, answer: Received): void {
  const place = placeOf(app, method, path.replace(/[?#].*$/s, ''))
  const faults = place ? faultsOf(place, answer) : []
  if (faults.length > 0)
    throw new Error(
      [`${method} ${path} answers what it does not declare:`, ...faults, answer.text.slice(0, 2_000)].join(
        '\n  ',
      ),
    )
}

interface Place extends DescribedRoute {
  pattern: RegExp
  /** Built on the first call, because building all of them takes a while. */
  operation?: Described
}
interface Described {
  responses: Record<string, { content?: Record<string, unknown> }>
}
const places = new WeakMap<AnyElysia, Place[]>()
let ofService: Place[] | undefined

/** Every whole service declares the same, and compiling its schemas once saves most tests a good part of their time. */
export function declaresAsEveryService(app: AnyElysia): void {
  places.set(app, (ofService ??= placesIn(app)))
}

function placeOf(app: AnyElysia, method: string, path: string): Place | undefined {
  return places
    .getOrInsertComputed(app, placesIn)
    .find((place) => place.method === method && place.pattern.test(path))
}

/** A path without parameters wins over one with them, as in the router. */
const placesIn = (app: AnyElysia): Place[] =>
  describedRoutes(app)
    .toSorted((one, other) => parameters(one.path) - parameters(other.path))
    .map((route) => ({ ...route, pattern: patternOf(route.path) }))

const parameters = (path: string) => path.split(':').length
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()[\]{}|\\]/g, String.raw`\$&`).replaceAll(/:\w+/g, '[^/]+')}$`)

function faultsOf(place: Place, { status, headers, body }: Received): string[] {
  const { endpoint } = place
  const { responses } = (place.operation ??= operation(place) as Described)
  const answer = responses[status]
  if (!answer) return [`status ${status} instead of ${Object.keys(responses).join(', ')}`]
  const media = (headers.get('content-type') ?? 'none').replace(/;.*$/, '')
  const declared = Object.keys(answer.content ?? {})
  if (declared.length === 0) return []
  if (!declared.includes(media)) return [`content type ${media} instead of ${declared.join(', ')}`]
  if (media !== 'application/json') return []
  const { doc } = endpoint
  if (status > 299) return schemaFaults(ErrorAnswer, body, '')
  if (doc.bare) return schemaFaults(doc.answer, body, '')
  const { ok, data, ...rest } = Object(body) as Record<string, unknown>
  if (ok !== true || Object.keys(rest).length > 0) return ['not in the envelope']
  return schemaFaults(doc.answer, data, 'data')
}

function schemaFaults(schema: z.ZodType, given: unknown, at: string): string[] {
  const { success, data, error } = schema.safeParse(given)
  if (success) return differences(given, data, at)
  return error.issues.map(({ path, message }) => `${[at, ...path].filter(String).join('.')}: ${message}`)
}

/** Parsing drops fields a schema doesn't name and fills in its defaults; neither may happen to an answer. */
function differences(given: unknown, parsed: unknown, at: string): string[] {
  if (Bun.deepEquals(given, parsed, true)) return []
  if (!isObject(given) || !isObject(parsed)) return [`${at}: ${shown(given)} is read as ${shown(parsed)}`]
  return [...new Set([...Object.keys(given), ...Object.keys(parsed)])].flatMap((name) => {
    const inside = at === '' ? name : `${at}.${name}`
    if (!(name in parsed)) return [`${inside}: is not declared`]
    return name in given ? differences(given[name], parsed[name], inside) : [`${inside}: is missing`]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 100)
