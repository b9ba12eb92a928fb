import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Deps } from '../deps'
import { keyedHash } from '../lib/secret'

type Signing = Pick<Deps, 'secrets'>

const method = 'aes-256-gcm'
const [bytesOfNonce, bytesOfTag] = [12, 16]
export const bytesOfId = 16

interface Seal {
  /** Names the key, so what is sealed for one purpose opens for no other. */
  purpose: string
  /** The nonce comes from these. They must hold all of the content, so that no nonce seals two contents. */
  nonce: string[]
  content: Buffer
}

/** The last part of a link, which says nothing about its content and can't be changed. */
export function seal(deps: Signing, { purpose, nonce: from, content }: Seal): string {
  const nonce = secretOf(deps, ...from).subarray(0, bytesOfNonce)
  const cipher = createCipheriv(method, secretOf(deps, purpose), nonce)
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** The content; null for a token we didn't make for this purpose. */
export function openSealed(deps: Signing, purpose: string, token: string): Buffer | null {
  const sealed = Buffer.from(token, 'base64url')
  if (sealed.length < bytesOfNonce + bytesOfId + bytesOfTag || sealed.toString('base64url') !== token)
    return null
  const decipher = createDecipheriv(method, secretOf(deps, purpose), sealed.subarray(0, bytesOfNonce))
  decipher.setAuthTag(sealed.subarray(-bytesOfTag))
  try {
    const content = decipher.update(sealed.subarray(bytesOfNonce, -bytesOfTag))
    return Buffer.concat([content, decipher.final()])
  } catch {
    // Not made by us, or changed on the way.
    return null
  }
}

export const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

/** The id that content starts with. */
export const idIn = (content: Buffer): string =>
  content
    .subarray(0, bytesOfId)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const bytesOfSeries = 4

/** Content with the customer's series. The first series adds nothing, as in links from before there were others. */
export function inSeries(content: Buffer, series: number): Buffer {
  if (series === 0) return content
  const number = Buffer.alloc(bytesOfSeries)
  number.writeUInt32BE(series)
  return Buffer.concat([content, number])
}

/** The series after so many bytes of content; null for content of another size. */
export function seriesAfter(content: Buffer, size: number): number | null {
  if (content.length === size) return 0
  return content.length === size + bytesOfSeries ? content.readUInt32BE(size) : null
}

const secretOf = ({ secrets }: Signing, ...purpose: string[]): Buffer =>
  Buffer.from(keyedHash(secrets.linkSecret, ...purpose), 'hex')
