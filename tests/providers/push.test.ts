import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { arePushKeys, encryptPush } from '../../src/providers/push/encrypt'
import { sendPush, type PushSender } from '../../src/providers/push/send'
import { vapidHeader, vapidOf } from '../../src/providers/push/vapid'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** The browser's side. */
function browser() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  const hkdf = (salt: Uint8Array, secret: Uint8Array, info: Uint8Array, length: number) => {
    const extracted = createHmac('sha256', salt).update(secret).digest()
    return createHmac('sha256', extracted).update(info).update(Buffer.of(1)).digest().subarray(0, length)
  }
  return {
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read(message: Buffer): string {
      const [salt, sender, sealed] = [message.subarray(0, 16), message.subarray(21, 86), message.subarray(86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
      const shared = hkdf(auth, own.computeSecret(sender), info, 32)
      const key = hkdf(salt, shared, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(salt, shared, Buffer.from('Content-Encoding: nonce\0'), 12)
      const cipher = createDecipheriv('aes-128-gcm', key, nonce)
      cipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      expect(text.at(-1)).toBe(2)
      return text.subarray(0, -1).toString()
    },
  }
}

describe('encryption', () => {
  test('gives the example of RFC 8291, byte for byte', () => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const once = {
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    }
    expect(encryptPush('When I grow up, I want to be a watermelon', keys, once).toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  test('is read by the browser alone, and differs each time', () => {
    const own = browser()
    const [one, other] = [encryptPush('Jordan, 3:00 PM', own.keys), encryptPush('Jordan, 3:00 PM', own.keys)]
    expect(own.read(one)).toBe('Jordan, 3:00 PM')
    expect(one.equals(other)).toBe(false)
    expect(one.includes('Jordan')).toBe(false)
    expect(() => browser().read(one)).toThrow()
  })

  test('refuses keys that no browser has', () => {
    const { keys } = browser()
    expect(arePushKeys(keys)).toBe(true)
    expect(arePushKeys({ ...keys, auth: 'AAAA' })).toBe(false)
    expect(arePushKeys({ ...keys, p256dh: 'AAAA' })).toBe(false)
    const offCurve = Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url')
    expect(arePushKeys({ ...keys, p256dh: offCurve })).toBe(false)
  })
})

test('the sender proves who it is with the key that browsers subscribed with', async () => {
  const vapid = vapidOf('a stored secret')
  expect(vapidOf('a stored secret').publicKey).toBe(vapid.publicKey)
  expect(vapidOf('another secret').publicKey).not.toBe(vapid.publicKey)
  const now = Date.now()
  const header = vapidHeader(vapid, 'https://push.example.com/send/abc', 'mailto:office@example.com', now)
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  expect(key).toBe(vapid.publicKey)
  const point = bytes(key)
  const jwk = { kty: 'EC', crv: 'P-256', x: part(point, 1), y: part(point, 33) }
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { algorithms: ['ES256'] })
  expect(payload).toMatchObject({ aud: 'https://push.example.com', sub: 'mailto:office@example.com' })
  expect(payload.exp! - now / 1_000).toBeWithin(60, 86_400)
})

const part = (point: Buffer, from: number) => point.subarray(from, from + 32).toString('base64url')

describe('a push service', () => {
  let server: ReturnType<typeof Bun.serve>
  const got: { headers: Headers; body: Buffer }[] = []
  beforeAll(() => {
    server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const { pathname } = new URL(request.url)
        got.push({ headers: request.headers, body: Buffer.from(await request.arrayBuffer()) })
        if (pathname === '/silent') await new Promise(() => {})
        const headers = pathname === '/429' ? { 'retry-after': '7' } : {}
        return new Response('x'.repeat(50_000), { status: Number(pathname.slice(1)), headers })
      },
    })
  })
  afterAll(() => server.stop(true))

  const sender = (): PushSender => ({
    vapid: vapidOf('secret'),
    contact: 'mailto:office@example.com',
    now: Date.now(),
    signal: new AbortController().signal,
    privateNetworks: ['loopback'],
    timeoutMs: 10_000,
  })
  const message = { text: 'Hello', topic: 'job-1', ttlSeconds: 3_600 }
  const send = (path: string, more: Partial<PushSender> = {}) => {
    const own = browser()
    const endpoint = `http://127.0.0.1:${server.port}/${path}`
    return sendPush({ ...sender(), ...more }, { endpoint, ...own.keys }, message)
  }

  test.each([
    ['201', { result: 'sent' }],
    ['404', { result: 'gone' }],
    ['410', { result: 'gone' }],
    ['429', { result: 'later', afterMs: 7_000 }],
    ['500', { result: 'later', afterMs: null }],
    ['503', { result: 'later', afterMs: null }],
    ['301', { result: 'refused' }],
    ['400', { result: 'gone' }],
    ['403', { result: 'gone' }],
    ['413', { result: 'refused' }],
    ['silent', { result: 'later', afterMs: null }],
  ])('that answers %s', async (path, result) => {
    // Patience ends with the one that never answers.
    const patience = path === 'silent' ? { timeoutMs: 100 } : {}
    expect(await send(path, patience)).toEqual(result as never)
  })

  test('gets what the standards ask for', async () => {
    got.length = 0
    await send('201')
    const [{ headers, body } = { headers: new Headers(), body: Buffer.alloc(0) }] = got
    expect(headers.get('content-encoding')).toBe('aes128gcm')
    expect(headers.get('ttl')).toBe('3600')
    expect(headers.get('topic')).toBe('job-1')
    expect(headers.get('authorization')).toStartWith('vapid t=')
    expect(body.length).toBeLessThan(4_096)
  })

  test('that is gone, or on a private network, gets nothing', async () => {
    const ended = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') })
    const target = { endpoint: `http://127.0.0.1:${ended.port}/x`, ...browser().keys }
    await ended.stop(true)
    expect(await sendPush(sender(), target, message)).toEqual({ result: 'later', afterMs: null })
    got.length = 0
    expect(await send('201', { privateNetworks: [] })).toEqual({ result: 'refused' })
    expect(got).toEqual([])
  })
})
