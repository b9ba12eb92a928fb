import { createCipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'

/** The keys that a browser gave us with its subscription, in base64url. */
export interface PushKeys {
  p256dh: string
  auth: string
}

/** For tests with the examples of the standard; every message has its own otherwise. */
export interface OneTime {
  salt: Uint8Array
  privateKey: Uint8Array
}

const curve = 'prime256v1'
/** The standard's record size: a message is one record. */
const recordSize = 4096

/** A message that only the subscribed browser can read, not the push service between: RFC 8291. */
export function encryptPush(text: string, keys: PushKeys, once: OneTime = fresh()): Buffer<ArrayBuffer> {
  const browser = Buffer.from(keys.p256dh, 'base64url')
  const own = createECDH(curve)
  own.setPrivateKey(once.privateKey)
  const ownPublic = own.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, ownPublic])
  const shared = derive(Buffer.from(keys.auth, 'base64url'), own.computeSecret(browser), info, 32)
  const key = derive(once.salt, shared, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(once.salt, shared, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte after the text says that no other record follows.
  const sealed = [cipher.update(Buffer.from(`${text}\u0002`)), cipher.final(), cipher.getAuthTag()]
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordSize)
  head.writeUInt8(ownPublic.length, 4)
  return Buffer.concat([once.salt, head, ownPublic, ...sealed])
}

function fresh(): OneTime {
  const own = createECDH(curve)
  own.generateKeys()
  return { salt: randomBytes(16), privateKey: own.getPrivateKey() }
}

/** HKDF with SHA-256; no key here is longer than one hash. */
function derive(salt: Uint8Array, secret: Uint8Array, info: Uint8Array, length: number): Buffer {
  const extracted = createHmac('sha256', salt).update(secret).digest()
  return createHmac('sha256', extracted).update(info).update(Buffer.of(1)).digest().subarray(0, length)
}

/** Whether a browser's keys have the form that the standard asks for, with a point on the curve. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const own = createECDH(curve)
    own.generateKeys()
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
