import { describe, expect, test } from 'bun:test'
import { AddressSet, limitKeyOf, networkKeyOf, normaliseAddress } from '../../src/http/request'

describe('an address', () => {
  const spellings: [string, string | null][] = [
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8:0000::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['::ffff:0:1', '0.0.0.1'],
    ['::1', '::1'],
    ['', null],
    ['unknown', null],
    ['_hidden', null],
    ['203.0.113', null],
    ['203.0.113.256', null],
    ['0xcb.0.113.7', null],
    ['3405803783', null],
    ['2001:db8', null],
    ['2001:db8::1::2', null],
    ['[203.0.113.7', null],
    ['localhost', null],
    ['203.0.113.7, 198.51.100.1', null],
    ['<script>', null],
  ]
  test.each(spellings)('%p is %p', (text, address) => {
    expect(normaliseAddress(text)).toBe(address)
  })
})

describe('the rate limit', () => {
  test('counts an IPv4 address alone', () => {
    expect(limitKeyOf('203.0.113.7')).toBe('203.0.113.7')
  })

  const networks: [string, string][] = [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
  ]
  test.each(networks)('counts %s by its /64, %s', (address, key) => {
    expect(limitKeyOf(address)).toBe(key)
  })

  test('counts an IPv6 address by its /48 too', () => {
    expect(networkKeyOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
    expect(networkKeyOf('2001:db8::1')).toBe('2001:db8:0::/48')
    expect(networkKeyOf('203.0.113.7')).toBeNull()
  })
})

describe('a set of addresses', () => {
  test('contains single ones, blocks and loopback of both families', () => {
    const set = new AddressSet(['loopback', '10.0.0.0/8', '192.0.2.9', '2001:db8:aa::/48', '2001:db8::9'])
    const inside = [
      '127.0.0.1',
      '127.9.9.9',
      '::1',
      '10.0.0.1',
      '10.255.255.255',
      '192.0.2.9',
      '2001:db8:aa:1::1',
      '2001:db8::9',
    ]
    const outside = [
      '128.0.0.1',
      '11.0.0.1',
      '9.255.255.255',
      '192.0.2.10',
      '2001:db8:ab::1',
      '2001:db8::8',
      '::2',
    ]
    for (const address of inside) expect([address, set.has(address)]).toEqual([address, true])
    for (const address of outside) expect([address, set.has(address)]).toEqual([address, false])
    // The second answer comes from memory.
    for (const address of inside) expect(set.has(address)).toBe(true)
  })

  test("contains nothing that isn't an address, and can be empty", () => {
    const everything = new AddressSet(['0.0.0.0/0', '::/0'])
    for (const text of ['', 'unknown', 'localhost', '1.2.3', '1.2.3.4:5'])
      expect(everything.has(text)).toBe(false)
    expect(new AddressSet([]).has('127.0.0.1')).toBe(false)
  })

  test('still decides correctly after more addresses than it remembers', () => {
    const set = new AddressSet(['10.0.0.0/8'])
    for (let last = 0; last < 3_000; last++) expect(set.has(`11.0.${last >> 8}.${last & 255}`)).toBe(false)
    expect(set.has('10.0.0.1')).toBe(true)
  })
})
