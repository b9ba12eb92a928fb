import { BlockList, isIP, isIPv4 } from 'node:net'
import { within } from '../lib/background'
import type { Actor, Door } from '../lib/actor'
import { Refusal, invalid } from '../lib/errors'
import { parseJson } from '../lib/text'
import type { KeyHolder } from '../tokens/api-keys'
import type { StaffMember } from '../tokens/staff'
import type { KeyedAnswer } from './idempotency'

export interface RequestInfo {
  id: string
  startedAt: number
  /** The other end of the connection, which may be a proxy; null without a socket. */
  peer: string | null
  /** Set by the guard. */
  caller: Caller
  /** The address used for rate limits. Set by the guard. */
  client?: string
  /** Set while an idempotent request is running. */
  once?: KeyedAnswer
}

const acceptableId = /^[\w.:-]{1,100}$/

/** Keeps the caller's request id if it is safe to log, so both sides' logs can be compared. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && acceptableId.test(given) ? given : crypto.randomUUID()
}

/**
 * The address used for rate limits. A forwarded address counts only if the peer is a trusted proxy. Then it
 * is the right-most address that isn't trusted, because the client could have written everything to the left
 * of it.
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

const fromElsewhere = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether a program on this machine calls us directly, by this machine's own name. A proxy on this machine
 * passes on requests of others, and a page in a browser here can only use the name it was loaded from.
 */
export function isFromThisMachine({ headers }: Request, peer: string | null): boolean {
  const host = (headers.get('host') ?? '').replace(/:\d+$/, '')
  const isOurName = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host)
  const isHere = peer !== null && loopback.has(normaliseAddress(peer) ?? '')
  return isHere && isOurName && fromElsewhere.every((name) => !headers.has(name))
}

/** The caller, as identified by the guard. */
export interface Caller {
  kind: 'public' | 'hq' | 'cron' | 'proof' | 'signature' | 'worker'
  /** The token's subject, the verified email, or the id of a worker, an API key or an employee; empty for the public. */
  subject: string
  /** Set if HQ called with an API key. */
  key?: KeyHolder
  /** Where HQ called from, for the activity log. Set by the guard. */
  from?: { via: Door; address: string | null }
  /** Set if HQ called as a person who signed in here. */
  staff?: StaffMember
  /** The token on the phone that a worker called from. */
  tokenId?: string
}

export const anonymous: Caller = { kind: 'public', subject: '' }

/** The one franchise a caller is limited to; null for all of them. */
export const scopeOf = ({ key, staff }: Caller): string | null => (staff ?? key)?.franchiseId ?? null

/** The caller in timelines and the activity log; HQ's changes also say where they came from. */
export function actorOf(caller: Caller): Actor {
  const name = callerName(caller)
  if (caller.kind !== 'hq') return name
  return {
    name,
    id: caller.key || caller.staff ? caller.subject : name,
    ...(caller.from ?? { via: 'api', address: null }),
  }
}

/** Never contains a customer's email address. */
function callerName(caller: Caller): string {
  if (caller.key) return `key:${caller.key.name} (${caller.key.createdBy})`
  if (caller.staff) return `hq:${caller.staff.name}`
  if (caller.kind === 'hq' || caller.kind === 'worker') return `${caller.kind}:${caller.subject}`
  return caller.kind === 'proof' ? 'customer' : caller.kind
}

/**
 * Path and query as sent, without the host. The host comes from the caller and can be missing or invalid, so
 * the full URL may not parse.
 */
export function targetOf({ url }: Request): string {
  const authority = url.indexOf('://')
  const path = url.indexOf('/', authority === -1 ? 0 : authority + '://'.length)
  return path === -1 ? '/' : url.slice(path)
}

/** Use only the path and query of this URL; its host is a placeholder. */
export const addressOf = (request: Request): URL => new URL(`http://localhost${targetOf(request)}`)

/**
 * Query values exactly as sent. Elysia splits them at commas and parses JSON, which would turn `?q=12 Main
 * St, Springfield` into a list. If a name is repeated, the last value counts.
 */
export function plainQuery(url: string): Record<string, string> {
  const start = url.indexOf('?')
  if (start === -1) return {}
  const end = url.indexOf('#', start)
  return Object.fromEntries(new URLSearchParams(url.slice(start + 1, end === -1 ? undefined : end)))
}

/** A set of addresses and CIDR blocks. `loopback` stands for both IPv4 and IPv6. */
export class AddressSet {
  readonly #blocks = new BlockList()
  readonly #verdicts = new Map<string, boolean>()
  /** The IPv4 blocks as numbers: behind a proxy, every new client is looked up here. */
  readonly #ranges: { first: number; size: number }[] = []

  constructor(entries: readonly string[]) {
    for (const entry of entries.flatMap((name) => (name === 'loopback' ? ['127.0.0.0/8', '::1'] : [name]))) {
      const [address = '', prefix] = entry.split('/')
      const family = isIPv4(address) ? 'ipv4' : 'ipv6'
      if (family === 'ipv4') {
        const size = 2 ** (32 - Number(prefix ?? 32))
        const from = ipv4Number(address)
        this.#ranges.push({ first: from - (from % size), size })
      } else if (prefix === undefined) this.#blocks.addAddress(address, family)
      else this.#blocks.addSubnet(address, Number(prefix), family)
    }
  }

  has(address: string): boolean {
    if (isIPv4(address)) {
      const at = ipv4Number(address)
      return this.#ranges.some(({ first, size }) => at >= first && at < first + size)
    }
    const known = this.#verdicts.get(address)
    if (known !== undefined) return known
    const verdict = isIP(address) > 0 && this.#blocks.check(address, 'ipv6')
    // Behind a proxy there are few peers. Without one there can be any number, so the cache must stay small.
    if (this.#verdicts.size >= 1_000) this.#verdicts.clear()
    this.#verdicts.set(address, verdict)
    return verdict
  }
}

const ipv4Number = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0)

const loopback = new AddressSet(['loopback'])

/** One spelling per address: no port, no zone, IPv4 taken out of IPv6. Null if it isn't an address. */
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

/** Reads the IPv4 address from a mapped IPv6 address in the spelling that URLs use. */
function unwrapped(address: string): string {
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address) ?? []
  if (high === undefined || low === undefined) return address
  return [high, low]
    .flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255])
    .join('.')
}

/** Limits count by IPv4 address, or by the /64 one IPv6 customer owns. Expects a normalized address. */
export function limitKeyOf(address: string): string {
  return address.includes(':') ? `${expandIpv6(address).slice(0, 4).join(':')}::/64` : address
}

/** The client that asks for a code, so that one client or network can't use up another's share. */
export function requesterOf(client: string): { requester: string; network: string } {
  const requester = limitKeyOf(client)
  return { requester, network: networkKeyOf(client) ?? requester }
}

/** The surrounding /48, which a single customer can also own. IPv4 addresses have none. */
export const networkKeyOf = (address: string): string | null =>
  address.includes(':') ? `${expandIpv6(address).slice(0, 3).join(':')}::/48` : null
/** Enough of an address to see where an attack comes from, but not to identify a person. */
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

/** Four times deeper than any body we accept, and shallow enough for recursive code. */
const maxDepth = 64

/** A placeholder that keeps Elysia from parsing the body. */
export const unread = null

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Ignores the content type, so a missing header doesn't look like a missing body. */
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

/** Checks the nesting before parsing, and skips strings. */
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

/** A phone with a bad connection needs some time for 256 KB. Slower clients are cut off. */
const bodyDeadlineMs = 20_000

/** Reads the body, or returns null as soon as it exceeds `limit` bytes. */
export async function readCapped(
  request: Request,
  limit: number,
  deadlineMs = bodyDeadlineMs,
): Promise<Uint8Array | null> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > limit) return null
  if (request.body === null) return new Uint8Array()
  // Bun never reads more than the announced length, so only chunked bodies need counting.
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

/** Reads a form as browsers send it. Only pages use forms; the API uses JSON. */
export async function readForm(request: Request, limit = usualLimit): Promise<URLSearchParams> {
  const bytes = await readCapped(request, limit)
  if (bytes === null) throw invalid('The form is too large. Shorten your text and try again.')
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

/** Answers a form with a redirect, so going back or reloading doesn't send it twice. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } })
