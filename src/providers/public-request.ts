import { lookup } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { BlockList, isIP, isIPv4 } from 'node:net'

/** We don't call this address, or it sent something we don't accept. The message is for people. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
}

/** Addresses of the public internet, apart from these and everything outside 2000::/3, can be reached. */
const reserved = blocks(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carriers' own networks
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, with the metadata services of cloud providers
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24', // relays into 6to4
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3', // multicast, reserved and broadcast
  '2001::/23', // Teredo and other tunnels, which contain IPv4 addresses
  '2001:db8::/32',
  '2002::/16', // 6to4
  '3fff::/20',
)
const globalIpv6 = blocks('2000::/3')

/** A set of addresses and CIDR blocks; `loopback` stands for both IPv4 and IPv6. */
export function blocks(...entries: string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries.flatMap((name) => (name === 'loopback' ? ['127.0.0.0/8', '::1'] : [name]))) {
    const [address = '', prefix] = entry.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const family = familyOf(address)
  // Everything else in IPv6 is local, or stands for an IPv4 address: mapped, NAT64 and the like.
  if (family === 'ipv6' && !globalIpv6.check(address, family)) return false
  return !reserved.check(address, family)
}

/** The address of a literal host, which `URL` has already turned from any spelling into the usual one. */
const literalOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Checks everything about a URL that needs no lookup. Throws a refusal in words that fit after "url:". */
export function readPublicUrl(text: string, allowed: BlockList): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new RequestRefused('must be a full address that starts with https://')
  if (url.username !== '' || url.password !== '')
    throw new RequestRefused("can't contain a user name or password")
  if (url.hash !== '') throw new RequestRefused("can't contain a # part")
  const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port)
  if (port !== 443 && port !== 80 && port < 1024) throw new RequestRefused(`can't use port ${port}`)
  if (url.protocol === 'http:' && allowed.rules.length === 0)
    throw new RequestRefused('must start with https://')
  const literal = literalOf(url)
  if (isIP(literal) > 0) assertReachable(url, [literal], allowed)
  return url
}

/** One private address among several is enough to refuse, and only private ones may do without TLS. */
function assertReachable(url: URL, addresses: readonly string[], allowed: BlockList): void {
  const isAllowed = (address: string) => isIP(address) > 0 && allowed.check(address, familyOf(address))
  if (addresses.length === 0) throw new RequestRefused("doesn't lead to any address")
  if (!addresses.every((address) => isAllowed(address) || isPublicAddress(address)))
    throw new RequestRefused('leads to a private address, which we never call')
  if (url.protocol === 'http:' && !addresses.every(isAllowed))
    throw new RequestRefused('must start with https://')
}

export type Resolve = (hostname: string) => Promise<string[]>

const resolveHost: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

export interface PublicPost {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
  /** For the whole exchange, including the lookup. */
  timeoutMs: number
  signal: AbortSignal
  /** Private networks that may be called, and without TLS too. */
  allowed: BlockList
  resolve?: Resolve
  /** Certificates to trust besides the usual ones. */
  ca?: string
}

export interface PublicAnswer {
  status: number
  retryAfter: string | null
  /** The beginning of the body. */
  text: string
}

/**
 * Posts to an address that someone typed in. The host is looked up once, all its addresses are checked, and
 * the connection goes to the address that was checked, so a name that changes meanwhile leads nowhere else.
 * Redirects aren't followed.
 */
export async function postPublic(post: PublicPost): Promise<PublicAnswer> {
  const url = readPublicUrl(post.url, post.allowed)
  const ended = AbortSignal.any([post.signal, AbortSignal.timeout(post.timeoutMs)])
  const literal = literalOf(url)
  const resolving = isIP(literal) > 0 ? [literal] : (post.resolve ?? resolveHost)(literal)
  const addresses = await unlessEnded(resolving, ended)
  assertReachable(url, addresses, post.allowed)
  // Servers without IPv6 are more common than receivers without IPv4.
  const address = addresses.find((one) => isIPv4(one)) ?? addresses[0] ?? ''
  return exchange(url, address, post, ended)
}

async function unlessEnded<T>(work: T | Promise<T>, ended: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(ended.reason)
  if (ended.aborted) end()
  ended.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    ended.removeEventListener('abort', end)
  }
}

const mostRead = 16 * 1024

function exchange(url: URL, address: string, post: PublicPost, ended: AbortSignal): Promise<PublicAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PublicAnswer>()
  const secure = url.protocol === 'https:'
  const literal = literalOf(url)
  const request = (secure ? https : http).request({
    host: address,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    // The certificate must be the named host's, not the address's.
    ...(secure && isIP(literal) === 0 ? { servername: literal } : {}),
    ...(post.ca === undefined ? {} : { ca: post.ca }),
    headers: { ...post.headers, host: url.host, 'content-length': String(Buffer.byteLength(post.body)) },
    agent: false,
  })
  const stop = () => request.destroy(ended.reason as Error)
  ended.addEventListener('abort', stop, { once: true })
  request.on('error', (error) => reject(ended.aborted ? ended.reason : error))
  request.on('response', (response) => {
    const chunks: Buffer[] = []
    let size = 0
    // The status is the answer: a body that is too long or never ends changes nothing.
    const finish = () => {
      const text = Buffer.concat(chunks).subarray(0, mostRead).toString()
      resolve({ status: response.statusCode ?? 0, retryAfter: retryAfterOf(response), text })
      request.destroy()
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= mostRead) finish()
    })
    response.on('end', finish)
    response.on('error', finish)
    response.on('close', finish)
    ended.addEventListener('abort', finish, { once: true })
  })
  request.end(post.body)
  return promise.finally(() => ended.removeEventListener('abort', stop))
}

const retryAfterOf = ({ headers }: http.IncomingMessage): string | null => headers['retry-after'] ?? null
