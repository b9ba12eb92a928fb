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
  'a direct visitor is himself': {
    trusted: behindLoopback,
    peer: '203.0.113.7',
    forwarded: null,
    client: '203.0.113.7',
  },
  'a direct visitor cannot claim to be another': {
    trusted: behindLoopback,
    peer: '203.0.113.7',
    forwarded: '198.51.100.1',
    client: '203.0.113.7',
  },
  'a direct visitor cannot claim to be loopback': {
    trusted: behindLoopback,
    peer: '203.0.113.7',
    forwarded: '127.0.0.1',
    client: '203.0.113.7',
  },
  'the word of a trusted proxy counts': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '203.0.113.7',
    client: '203.0.113.7',
  },
  'the word of a trusted proxy over IPv6 counts': {
    trusted: behindLoopback,
    peer: '::1',
    forwarded: '203.0.113.7',
    client: '203.0.113.7',
  },
  'a trusted proxy in IPv6 wrapping is the same one': {
    trusted: behindLoopback,
    peer: '::ffff:127.0.0.1',
    forwarded: '203.0.113.7',
    client: '203.0.113.7',
  },
  'what stands left of the right-most stranger was written by the visitor': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '1.1.1.1, 2.2.2.2, 203.0.113.7',
    client: '203.0.113.7',
  },
  'trusted hops are stepped over': {
    trusted: behindTwo,
    peer: '127.0.0.1',
    forwarded: '203.0.113.7, 10.1.2.3, 2001:db8:ffff::2',
    client: '203.0.113.7',
  },
  'a trusted address left of a stranger does not help': {
    trusted: behindTwo,
    peer: '10.0.0.1',
    forwarded: '10.9.9.9, 203.0.113.7',
    client: '203.0.113.7',
  },
  'a chain of nothing but trusted hops ends at the left-most': {
    trusted: behindTwo,
    peer: '10.0.0.1',
    forwarded: '10.0.0.3, 10.0.0.2',
    client: '10.0.0.3',
  },
  'garbage on the right is the proxy itself': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '203.0.113.7, garbage',
    client: '127.0.0.1',
  },
  'garbage on the left does not matter': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: 'garbage, , 203.0.113.7',
    client: '203.0.113.7',
  },
  'an empty header is the proxy itself': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '',
    client: '127.0.0.1',
  },
  'ports and brackets are not part of an address': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '[2001:db8::7]:51234',
    client: '2001:db8::7',
  },
  'a mapped visitor is the IPv4 one': {
    trusted: behindLoopback,
    peer: '127.0.0.1',
    forwarded: '::ffff:cb00:7107',
    client: '203.0.113.7',
  },
  'nobody is trusted where none is set': {
    trusted: [],
    peer: '127.0.0.1',
    forwarded: '203.0.113.7',
    client: '127.0.0.1',
  },
  'a peer that has no address is loopback': {
    trusted: behindLoopback,
    peer: null,
    forwarded: '203.0.113.7',
    client: '203.0.113.7',
  },
  'a peer that makes no sense shares one window': {
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
