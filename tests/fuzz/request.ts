import type { JsonSchema } from '../../src/http/openapi/example'
import { paymentsSignature } from '../support/tokens'
import { marker, type Damage, type Draft } from './generate'
import type { Operation } from './operations'
import { fits } from './schema'
import { bearer, type FuzzWorld } from './world'

/** A request as sent, and what the document says about it. */
export interface Written {
  method: string
  target: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | string | null
  /** Whether the document allows the request; null where that can't be decided. */
  isAllowed: boolean | null
  isKnownCaller: boolean
}

export function write(operation: Operation, draft: Draft, world: FuzzWorld): Written {
  const { params, query, body } = damaged(draft)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(segment(params[name])))
  const search = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) && isRepeated(draft) ? value : [value]).map(
      (one) => `${encode(name)}=${encode(textOf(one))}`,
    ),
  )
  const sent = bodyOf(operation, body, draft)
  const headers: Record<string, string> = {
    'x-forwarded-for': world.stranger(),
    ...(sent === null ? {} : { 'content-type': operation.body?.mediaType ?? 'application/json' }),
    ...credential(operation, draft, world),
    ...(draft.wire.key === null ? {} : { 'idempotency-key': draft.wire.key }),
    ...draft.wire.headers,
  }
  if (operation.as === 'signature' && draft.wire.credential === 'good')
    headers['payments-signature'] = signed(world, sent)
  return {
    method: operation.method,
    target: search.length === 0 ? path : `${path}?${search.join('&')}`,
    headers,
    body: sent,
    isAllowed: isAllowed(operation, { params, query, body }, draft),
    isKnownCaller: operation.as === null || draft.wire.credential === 'good',
  }
}

/** An empty id or one made of dots would name another path. */
const segment = (value: unknown) => String(value).replace(/^\.{0,2}$/, '~')

/** A lone half of a character has no place in an address. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed())
const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

const isRepeated = ({ damage }: Draft) =>
  damage.some(({ kind, where }) => kind === 'repeat' && where === 'query')

function damaged({ params, query, body, damage }: Draft) {
  const parts = structuredClone({ params, query, body })
  for (const { where, path, kind, poison: shared } of damage) {
    // Another mistake may go into it, so each gets its own copy.
    const poison = structuredClone(shared)
    if (where === 'body' && path.length === 1 && path[0] === 0 && kind === 'replace') parts.body = poison
    else apply(parts[where], path, kind, poison)
  }
  return parts
}

function apply(root: unknown, path: number[], kind: Damage['kind'], poison: unknown): void {
  let at = root
  for (const [depth, step] of path.entries()) {
    if (typeof at !== 'object' || at === null) return
    const names = Object.keys(at)
    const holder = at as Record<string, unknown>
    const name = names[step % Math.max(names.length, 1)]
    if (kind === 'add' && depth === path.length - 1) holder[`${marker}Extra`] = poison
    if (name === undefined) return
    const inner = holder[name]
    if (depth === path.length - 1 || typeof inner !== 'object' || inner === null) {
      if (kind === 'replace') holder[name] = poison
      if (kind === 'remove') delete holder[name]
      if (kind === 'repeat') holder[name] = [inner, poison]
      return
    }
    at = inner
  }
}

function bodyOf(operation: Operation, body: unknown, { wire }: Draft): Written['body'] {
  if (operation.method === 'GET' || wire.body === 'empty') return null
  if (wire.body === 'bytes') return new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])
  if (wire.body === 'deep') return '['.repeat(200) + ']'.repeat(200)
  if (body === undefined) return null
  const text =
    operation.body?.mediaType === 'application/x-www-form-urlencoded' ? formOf(body) : JSON.stringify(body)
  if (wire.body === 'cut') return text.slice(0, -1)
  return wire.body === 'twice' ? text + text : text
}

const formOf = (body: unknown) =>
  Object.entries(Object(body) as object)
    .map(([name, value]) => `${encode(name)}=${encode(textOf(value))}`)
    .join('&')

function credential({ as }: Operation, { wire }: Draft, world: FuzzWorld): Record<string, string> {
  if (wire.credential === 'good') return world.credentialOf(as)
  if (wire.credential === 'garbage') return bearer(`${marker}.${marker}.${marker}`)
  return wire.credential === 'foreign' && as !== null ? world.credentialOf(as === 'hq' ? 'proof' : 'hq') : {}
}

function signed({ test: { deps } }: FuzzWorld, body: Written['body']): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body ?? new Uint8Array())
  return paymentsSignature(text, deps.secrets.webhookSecrets[0] ?? '', deps.clock.now())
}

/** Whether the document allows a request; rules it states only in words aren't checked. */
function isAllowed(
  { params, query, requiredQuery, body }: Operation,
  sent: Pick<Draft, 'params' | 'query' | 'body'>,
  draft: Draft,
): boolean | null {
  const { wire } = draft
  const isKey = wire.key === null || /^[!-~]{1,255}$/.test(wire.key)
  const inPath = Object.entries(params).every(([name, schema]) => fits(schema, segment(sent.params[name])))
  const inQuery = Object.entries(query).every(([name, schema]) =>
    Object.hasOwn(sent.query, name) && !isLeftOut(sent.query[name], draft)
      ? isQueryAllowed(schema, sent.query[name], isRepeated(draft))
      : !requiredQuery.includes(name),
  )
  if (!inPath || !inQuery || !isKey) return false
  if (!body) return true
  if (body.mediaType !== 'application/json' || wire.body !== 'as-is') return null
  return sent.body === undefined ? !body.required : fits(body.schema, JSON.parse(JSON.stringify(sent.body)))
}

/** A name repeated zero times isn't sent at all, and neither is a value removed from a list. */
const isLeftOut = (value: unknown, draft: Draft) =>
  isRepeated(draft) && Array.isArray(value) && withoutHoles(value).length === 0

const withoutHoles = (list: unknown[]) => list.filter(() => true)

const flags = new Set(['true', '1', 'yes', 'on', 'y', 'enabled', 'false', '0', 'no', 'off', 'n', 'disabled'])

function isQueryAllowed(schema: JsonSchema, value: unknown, repeated: boolean): boolean {
  // The last value of a repeated name counts.
  const text = textOf(repeated && Array.isArray(value) ? withoutHoles(value).at(-1) : value).toWellFormed()
  if (schema.type === 'boolean') return flags.has(text.toLowerCase())
  if (schema.type === 'integer' || schema.type === 'number')
    return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) && fits(schema, Number(text))
  return fits(schema, text)
}

/** A command that sends it again from a terminal. */
export function curlOf({ method, target, headers, body }: Written): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const named = Object.entries(headers).map(([name, value]) =>
    quoted(`${name}: ${name === 'authorization' ? 'Bearer …' : value}`),
  )
  const text = typeof body === 'string' ? body : body && new TextDecoder('latin1').decode(body)
  return [
    `curl -X ${method} ${quoted(`http://localhost${target}`)}`,
    ...named.map((header) => `-H ${header}`),
    ...(text ? [`--data-raw ${quoted(text.slice(0, 4_000))}`] : []),
  ].join(' ')
}
