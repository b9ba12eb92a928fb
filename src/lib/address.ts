import { BlockList, isIP, isIPv4 } from 'node:net'

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
  address = address.replace(/%.*$/, '')
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

function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: gap }, () => '0'), ...right]
}
