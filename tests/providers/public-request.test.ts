import { afterAll, describe, expect, test } from 'bun:test'
import { blocks, isPublicAddress, postPublic, readPublicUrl } from '../../src/providers/public-request'
import { failureOf } from '../support/failure'
import { hooksCertificate } from '../support/hooks-certificate'

const nothing = blocks()
const loopback = blocks('loopback')

describe('an address is', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '2001:4860:4860::8888',
    '2001:200::1',
  ])('public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3fff::1',
    '4000::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
    '1.1.1',
  ])('not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('a URL is', () => {
  test.each([
    'https://hooks.example.com/truckroll?key=1',
    'https://hooks.example.com:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://bücher.example/hook',
  ])('accepted: %s', (url) => {
    expect(readPublicUrl(url, nothing).protocol).toBe('https:')
  })

  test.each([
    ['hooks.example.com', 'https://'],
    ['', 'https://'],
    ['ftp://hooks.example.com', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['gopher://hooks.example.com', 'https://'],
    ['https://', 'https://'],
    ['https://user@hooks.example.com', 'user name'],
    ['https://user:password@hooks.example.com', 'user name'],
    ['https://hooks.example.com/#part', '#'],
    ['https://hooks.example.com:22/', 'port 22'],
    ['https://hooks.example.com:25/', 'port 25'],
    ['https://hooks.example.com:0/', 'port 0'],
    ['http://8.8.8.8/', 'https://'],
    ['http://hooks.example.com/', 'https://'],
    ['https://127.0.0.1/', 'private'],
    ['https://127.1/', 'private'],
    ['https://2130706433/', 'private'],
    ['https://0x7f000001/', 'private'],
    ['https://0177.0.0.1/', 'private'],
    ['https://0x7f.1/', 'private'],
    ['https://127.0.0.1./', 'private'],
    ['https://①②⑦.0.0.1/', 'private'],
    ['https://0/', 'private'],
    ['https://3232235777/', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['https://[::1]/', 'private'],
    ['https://[::]/', 'private'],
    ['https://[::ffff:127.0.0.1]/', 'private'],
    ['https://[::ffff:a9fe:a9fe]/', 'private'],
    ['https://[64:ff9b::7f00:1]/', 'private'],
    ['https://[2002:7f00:1::]/', 'private'],
    ['https://[fd00:ec2::254]/', 'private'],
    ['https://[fe80::1]/', 'private'],
  ])('refused: %s', (url, why) => {
    expect(() => readPublicUrl(url, nothing)).toThrow(why)
  })

  test('accepted without TLS only for a network that was allowed', () => {
    expect(readPublicUrl('http://127.0.0.1:9000/', loopback).port).toBe('9000')
    expect(() => readPublicUrl('http://10.0.0.1:9000/', loopback)).toThrow('private')
    expect(() => readPublicUrl('http://8.8.8.8/', loopback)).toThrow('https://')
  })
})

describe('a post', () => {
  const received: { host: string | null; url: string; body: string }[] = []
  const answer = async (request: Request) => {
    const { url, headers } = request
    received.push({ url, host: headers.get('host'), body: await request.text() })
    if (url.endsWith('/redirect')) return Response.redirect('http://127.0.0.1:1/inside', 307)
    return new Response('fine', { headers: { 'retry-after': '7' } })
  }
  const plain = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  const secure = Bun.serve({ port: 0, hostname: '127.0.0.1', tls: hooksCertificate, fetch: answer })
  afterAll(() => Promise.all([plain.stop(true), secure.stop(true)]))

  const posted = (url: string, more: Partial<Parameters<typeof postPublic>[0]> = {}) => {
    received.length = 0
    const { signal } = new AbortController()
    const usual = { headers: {}, body: 'text', timeoutMs: 20_000, allowed: loopback }
    return postPublic({ url, signal, ...usual, ...more })
  }

  test('reaches the address that was checked, under the name that was typed', async () => {
    const given = await posted(`http://hooks.example.com:${plain.port}/a?b=1`, {
      resolve: async () => ['127.0.0.1'],
    })
    expect(given).toEqual({ status: 200, retryAfter: '7', text: 'fine' })
    expect(received).toEqual([
      {
        url: `http://hooks.example.com:${plain.port}/a?b=1`,
        host: `hooks.example.com:${plain.port}`,
        body: 'text',
      },
    ])
  })

  test('looks the name up once, so a name that changes meanwhile leads nowhere else', async () => {
    let lookups = 0
    const resolve = async () => (++lookups === 1 ? ['127.0.0.1'] : ['169.254.169.254'])
    await posted(`http://rebinding.example.com:${plain.port}/`, { resolve })
    expect({ lookups, received: received.length }).toEqual({ lookups: 1, received: 1 })
  })

  test('accepts only a certificate for the name that was typed', async () => {
    const here = { resolve: async () => ['127.0.0.1'], ca: hooksCertificate.cert }
    const { status } = await posted(`https://hooks.example.com:${secure.port}/`, here)
    expect(status).toBe(200)
    const other = await failureOf(posted(`https://other.example.com:${secure.port}/`, here))
    expect(String((other as Error & { code?: string }).code)).toContain('CERT')
    expect(received).toEqual([])
  })

  test('accepts no certificate that nobody vouches for', async () => {
    const url = `https://hooks.example.com:${secure.port}/`
    await failureOf(posted(url, { resolve: async () => ['127.0.0.1'] }))
    expect(received).toEqual([])
  })

  test.each([
    ['a private address', ['10.0.0.5']],
    ['a private address among public ones', ['8.8.8.8', '127.0.0.1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['no address', []],
  ])('goes nowhere when the name leads to %s', async (_, addresses) => {
    const url = `https://hooks.example.com:${secure.port}/`
    const failure = await failureOf(posted(url, { resolve: async () => addresses, allowed: nothing }))
    expect(failure.name).toBe('RequestRefused')
    expect(received).toEqual([])
  })

  test('goes nowhere without TLS when the name leads to a public address', async () => {
    const failure = await failureOf(posted('http://hooks.example.com/', { resolve: async () => ['8.8.8.8'] }))
    expect(failure.message).toBe('must start with https://')
  })

  test('follows no redirect', async () => {
    expect((await posted(`http://127.0.0.1:${plain.port}/redirect`)).status).toBe(307)
    expect(received).toHaveLength(1)
  })

  test('ends when its time is over, even during the lookup', async () => {
    const failure = await failureOf(
      posted('https://hooks.example.com/', { timeoutMs: 1, resolve: () => new Promise(() => {}) }),
    )
    expect(failure.name).toBe('TimeoutError')
  })
})
