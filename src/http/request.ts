import { BlockList, isIP, isIPv4 } from 'node:net'
import { within } from '../lib/background'
import { Refusal, invalid } from '../lib/errors'
import { parseJson } from '../lib/text'
import type { KeyedAnswer } from './idempotency'

/** What is known of a request from the moment it arrives. */
export interface RequestInfo {
  id: string
  startedAt: number
  /** Set by the guard once it knows. */
  caller: Caller
  /** The address limits count by, once the guard has looked. */
  client?: string
  /** Present while an idempotent request is under way. */
  once?: KeyedAnswer
}

const acceptableId = /^[\w.:-]{1,100}$/

/** The caller's own id is kept where it is harmless, so that two logs can be read side by side. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && acceptableId.test(given) ? given : crypto.randomUUID()
}

/**
 * The address a limit counts by. A forwarded address is believed only from a trusted peer, and then
 * the right-most one that is not itself trusted: everything left of it the client could have written.
 */
export function clientAddress(peer: string | null, forwardedFor: string | null, trusted: AddressSet): string {
  const direct = normaliseAddress(peer ?? '127.0.0.1') ?? 'unknown'
  if (forwardedFor === null || !trusted.has(direct)) return direct
  let client = direct
  for (const hop of forwardedFor.split(',').toReversed()) {
    const address = normaliseAddress(hop)
    if (address === null) return client
    client = address
    if (!trusted.has(address)) return client
  }
  return client
}

/** Who is calling, once the guard has looked. */
export interface Caller {
  kind: 'public' | 'hq' | 'cron' | 'proof' | 'signature' | 'worker'
  /** The token's subject, the proven e-mail, or the worker's id; empty for the public. */
  subject: string
}

export const anonymous: Caller = { kind: 'public', subject: '' }

/** How the caller is named in timelines and activity: never an e-mail. */
export function actorOf(caller: Caller): string {
  if (caller.kind === 'hq' || caller.kind === 'worker') return `${caller.kind}:${caller.subject}`
  return caller.kind === 'proof' ? 'customer' : caller.kind
}

/**
 * Path and query as they were sent, without the host: that is the caller's word, it may be missing or be no
 * host at all, and the whole is then no address that could be parsed.
 */
export function targetOf({ url }: Request): string {
  const authority = url.indexOf('://')
  const path = url.indexOf('/', authority === -1 ? 0 : authority + '://'.length)
  return path === -1 ? '/' : url.slice(path)
}

/** The address of a request to read its path and query from. Its host stands for none. */
export const addressOf = (request: Request): URL => new URL(`http://localhost${targetOf(request)}`)

/**
 * Query values exactly as sent. Elysia splits them at commas and parses what looks like JSON, which
 * turns `?q=12 Main St, Springfield` into a list. Of a repeated name the last value counts.
 */
export function plainQuery(url: string): Record<string, string> {
  const start = url.indexOf('?')
  if (start === -1) return {}
  const end = url.indexOf('#', start)
  return Object.fromEntries(new URLSearchParams(url.slice(start + 1, end === -1 ? undefined : end)))
}

/** Matches addresses against single ones and CIDR blocks; the word `loopback` stands for both families. */
export class AddressSet {
  readonly #blocks = new BlockList()
  readonly #verdicts = new Map<string, boolean>()

  constructor(entries: readonly string[]) {
    for (const entry of entries.flatMap((name) => (name === 'loopback' ? ['127.0.0.0/8', '::1'] : [name]))) {
      const [address = '', prefix] = entry.split('/')
      const family = isIPv4(address) ? 'ipv4' : 'ipv6'
      if (prefix === undefined) this.#blocks.addAddress(address, family)
      else this.#blocks.addSubnet(address, Number(prefix), family)
    }
  }

  has(address: string): boolean {
    const known = this.#verdicts.get(address)
    if (known !== undefined) return known
    const verdict = isIP(address) > 0 && this.#blocks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
    // Peers of a box behind a proxy are few; behind none, the memory must not follow the crowd.
    if (this.#verdicts.size >= 1_000) this.#verdicts.clear()
    this.#verdicts.set(address, verdict)
    return verdict
  }
}

/** One spelling per address: no port, no zone, IPv4 out of its IPv6 wrapping. Null when it is none. */
export function normaliseAddress(text: string): string | null {
  let address = text.trim()
  if (isIPv4(address)) return address
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)
  if (bracketed?.[1]) address = bracketed[1]
  else if (/^[\d.]+:\d+$/.test(address)) address = address.slice(0, address.lastIndexOf(':'))
  address = address.split('%', 1)[0] ?? ''
  if (isIPv4(address)) return address
  return isIP(address) ? unwrapped(new URL(`http://[${address}]`).hostname.slice(1, -1)) : null
}

/** The IPv4 address in an IPv6 wrapping, in the one spelling that URLs have for it. */
function unwrapped(address: string): string {
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address) ?? []
  if (high === undefined || low === undefined) return address
  return [high, low]
    .flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255])
    .join('.')
}

/** What limits count by: an IPv4 address, or the /64 an IPv6 customer has to himself. Wants a normalised one. */
export function limitKeyOf(address: string): string {
  return address.includes(':') ? `${expandIpv6(address).slice(0, 4).join(':')}::/64` : address
}

/** The /48 around it, which a stranger may have to himself as well. IPv4 addresses have none. */
export const networkKeyOf = (address: string): string | null =>
  address.includes(':') ? `${expandIpv6(address).slice(0, 3).join(':')}::/48` : null
/** Enough of an address to see where an attack comes from, too little to know who somebody is. */
export function networkOf(address: string): string {
  if (address.includes(':')) return `${expandIpv6(address).slice(0, 3).join(':')}::/48`
  return isIPv4(address) ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : 'unknown'
}

function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: gap }, () => '0'), ...right]
}

export const maxBodyBytes = 256 * 1024

/** No body we take is a quarter as deep; code that walks a body must not run out of stack. */
const maxDepth = 64

/** Stands in for a body nobody has read yet, and keeps the framework from reading it its own way. */
export const unread = null

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads JSON whatever the content type says, so that a missing header is not a missing body. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readCapped(request, maxBodyBytes)
  if (bytes === null) throw invalid(`The body is larger than ${maxBodyBytes / 1024} KB`)
  if (bytes.length === 0) return undefined
  if (isDeeper(bytes, maxDepth)) throw invalid(`The body is nested more than ${maxDepth} levels deep`)
  try {
    return parseJson(utf8.decode(bytes))
  } catch {
    throw invalid("The body isn't valid JSON")
  }
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Looks before JSON is made of it, and not into strings. */
function isDeeper(bytes: Uint8Array, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === backslash) at++
    else if (byte === quote) inString = !inString
    else if (inString) continue
    else if (byte === openObject || byte === openList) depth++
    else if (byte === closeObject || byte === closeList) depth--
    if (depth > limit) return true
  }
  return false
}

/** A phone on a bad line needs a while for 256 KB; a client that is slower holds its connection for nothing. */
const bodyDeadlineMs = 20_000

/** The body's bytes, or null as soon as there are more than `limit` of them. */
export async function readCapped(
  request: Request,
  limit: number,
  deadlineMs = bodyDeadlineMs,
): Promise<Uint8Array | null> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > limit) return null
  if (request.body === null) return new Uint8Array()
  // Bun holds a reader to the announced length, so only a chunked body needs counting.
  const reading = announced === null ? readCounting(request.body, limit) : request.bytes()
  try {
    return await within(reading, deadlineMs, () => invalid('The body took too long to arrive. Try again.'))
  } catch (error) {
    throw error instanceof Refusal ? error : invalid('The body ended early. Try again.')
  }
}

async function readCounting(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const usualLimit = 16 * 1024

/** The fields of a form as a browser sends it. Only pages take forms: the interface speaks JSON. */
export async function readForm(request: Request, limit = usualLimit): Promise<URLSearchParams> {
  const bytes = await readCapped(request, limit)
  if (bytes === null) throw invalid('The form is too large. Shorten your text and try again.')
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

/** After a form, so that going back or reloading sends nothing twice. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } })
