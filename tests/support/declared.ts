import type { AnyElysia } from 'elysia'
import type { Endpoint } from '../../src/http/endpoint'
import { describedRoutes } from '../../src/http/swagger'

interface Received {
  status: number
  headers: Headers
  text: string
  body: unknown
}

/** Every success must be what its route declares: the Swagger page then says what goes over the wire. */
export function assertDeclared(app: AnyElysia, method: string, path: string, answer: Received): void {
  if (answer.status < 200 || answer.status > 299) return
  const endpoint = endpointAt(app, method, path.replace(/[?#].*$/s, ''))
  const faults = endpoint ? faultsOf(endpoint, answer) : []
  if (faults.length > 0)
    throw new Error(
      [`${method} ${path} answers what it does not declare:`, ...faults, answer.text.slice(0, 2_000)].join(
        '\n  ',
      ),
    )
}

type Place = [method: string, pattern: RegExp, endpoint: Endpoint]
const places = new WeakMap<AnyElysia, Place[]>()

function endpointAt(app: AnyElysia, method: string, path: string): Endpoint | undefined {
  let known = places.get(app)
  if (!known) {
    // A path without parameters wins over one with them, as in the router.
    const routes = describedRoutes(app).toSorted(
      (one, other) => parameters(one.path) - parameters(other.path),
    )
    known = routes.map(({ method: verb, path: route, endpoint }) => [verb, patternOf(route), endpoint])
    places.set(app, known)
  }
  return known.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2]
}

const parameters = (path: string) => path.split(':').length
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()[\]{}|\\]/g, String.raw`\$&`).replaceAll(/:\w+/g, '[^/]+')}$`)

function faultsOf({ doc }: Endpoint, { status, headers, body }: Received): string[] {
  const statuses: number[] = [doc.status ?? 200, ...(doc.updates ? [200] : [])]
  if (!statuses.includes(status)) return [`status ${status} instead of ${statuses.join(' or ')}`]
  const media = headers.get('content-type') ?? 'none'
  // Every list can be had as a file.
  if (media.startsWith('text/csv')) return []
  if (doc.mediaType !== undefined)
    return media.startsWith(doc.mediaType) ? [] : [`content type ${media} instead of ${doc.mediaType}`]
  if (doc.bare) return schemaFaults(doc.answer, body, '')
  const { ok, data, ...rest } = Object(body) as Record<string, unknown>
  if (ok !== true || Object.keys(rest).length > 0) return ['not in the envelope']
  return schemaFaults(doc.answer, data, 'data')
}

function schemaFaults(schema: Endpoint['doc']['answer'], given: unknown, at: string): string[] {
  const { success, data, error } = schema.safeParse(given)
  if (success) return differences(given, data, at)
  return error.issues.map(({ path, message }) => `${[at, ...path].filter(String).join('.')}: ${message}`)
}

/** Parsing drops what a schema does not name, and fills in its defaults: neither may happen to an answer. */
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
