import { describe, expect, test } from 'bun:test'
import { clientAddress, AddressSet } from '../../src/http/request'

const behindLoopback = ['loopback']
const behindTwo = ['loopback', '10.0.0.0/8', '2001:db8:ffff::/48']

interface Arrival {
  trusted: string[]
  peer: string | null
  forwarded: string | null
  client: string
}

const arrivals: Record<string, Arrival> = {
  'is the address of a direct visitor': {
    trusted: behindLoopback,
    peer: '203.0.113.7',
    forwarded: null,
    client: '203.0.113.7',
  },
  'ignores the claim of a direct visitor to be another': {
    trusted: behindLoopback,
    peer: '203.0.113.7',
    forwarded: '198.51.100.1',
    client: '203.0.113.7',
  },
  'ignores the claim of a direct visitor to be loopback': {
    trusted: behindLoopback,
    peer: '203.0.113.7',
    forwarded: '127.0.0.1',
    client: '203.0.113.7',
  },
  'is what a trusted proxy says': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '203.0.113.7',
    client: '203.0.113.7',
  },
  'is what a trusted proxy says over IPv6': {
    trusted: behindLoopback,
    peer: '::1',
    forwarded: '203.0.113.7',
    client: '203.0.113.7',
  },
  'accepts a trusted proxy in IPv6-mapped form': {
    trusted: behindLoopback,
    peer: '::ffff:127.0.0.1',
    forwarded: '203.0.113.7',
    client: '203.0.113.7',
  },
  'ignores everything left of the rightmost stranger, which the visitor wrote': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '1.1.1.1, 2.2.2.2, 203.0.113.7',
    client: '203.0.113.7',
  },
  'skips trusted hops': {
    trusted: behindTwo,
    peer: '127.0.0.1',
    forwarded: '203.0.113.7, 10.1.2.3, 2001:db8:ffff::2',
    client: '203.0.113.7',
  },
  'ignores a trusted address left of a stranger': {
    trusted: behindTwo,
    peer: '10.0.0.1',
    forwarded: '10.9.9.9, 203.0.113.7',
    client: '203.0.113.7',
  },
  'is the leftmost in a chain of only trusted hops': {
    trusted: behindTwo,
    peer: '10.0.0.1',
    forwarded: '10.0.0.3, 10.0.0.2',
    client: '10.0.0.3',
  },
  'is the proxy when garbage is on the right': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '203.0.113.7, garbage',
    client: '127.0.0.1',
  },
  'ignores garbage on the left': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: 'garbage, , 203.0.113.7',
    client: '203.0.113.7',
  },
  'is the proxy when the header is empty': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '',
    client: '127.0.0.1',
  },
  'leaves out ports and brackets': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '[2001:db8::7]:51234',
    client: '2001:db8::7',
  },
  'is the IPv4 address of a mapped visitor': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '::ffff:cb00:7107',
    client: '203.0.113.7',
  },
  'trusts nobody when no proxy is set': {
    trusted: [],
    peer: '127.0.0.1',
    forwarded: '203.0.113.7',
    client: '127.0.0.1',
  },
  'is loopback for a peer without an address': {
    trusted: behindLoopback,
    peer: null,
    forwarded: '203.0.113.7',
    client: '203.0.113.7',
  },
  'is one shared window for nonsensical peers': {
    trusted: behindLoopback,
    peer: 'nonsense',
    forwarded: '203.0.113.7',
    client: 'unknown',
  },
}

describe('the client address', () => {
  test.each(Object.entries(arrivals))('%s', (_, { trusted, peer, forwarded, client }) => {
    expect(clientAddress(peer, forwarded, new AddressSet(trusted))).toBe(client)
  })

  test('is found however long the chain is', () => {
    const chain = Array.from({ length: 2_000 }, () => '10.0.0.1').join(', ')
    expect(clientAddress('127.0.0.1', `203.0.113.7, ${chain}`, new AddressSet(behindTwo))).toBe('203.0.113.7')
  })
})
