import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Deps } from '../deps'
import { day, minute } from '../lib/clock'
import { keyedHash } from '../lib/secret'

type Signing = Pick<Deps, 'secrets'>

/** A link made for one purpose is useless for any other. It works for this long after its message was written. */
const lifetimes = {
  'visit link': 21 * day,
  'track link': 2 * day,
  'rating link': 30 * day,
}
export type JobLinkPurpose = keyof typeof lifetimes

const method = 'aes-256-gcm'
const [bytesOfNonce, bytesOfId, bytesOfTime, bytesOfTag] = [12, 16, 4, 16]

/**
 * The last part of a link in a message to a job's customer: the job's id and the minute of the message, sealed, since
 * the id itself would let its holder cancel the job. The nonce comes from both, so none seals two of them.
 */
export function jobLinkToken(
  deps: Signing,
  purpose: JobLinkPurpose,
  jobId: string,
  issuedAt: number,
): string {
  const content = Buffer.alloc(bytesOfId + bytesOfTime)
  content.write(jobId.replaceAll('-', ''), 'hex')
  content.writeUInt32BE(Math.floor(issuedAt / minute), bytesOfId)
  const nonce = secretOf(deps, 'link nonce', purpose, content.toString('hex')).subarray(0, bytesOfNonce)
  const cipher = createCipheriv(method, secretOf(deps, purpose), nonce)
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

export interface JobLink {
  jobId: string
  hasExpired: boolean
}

/** Null for a link we didn't make for this purpose. */
export function openJobLink(
  deps: Signing & Pick<Deps, 'clock'>,
  purpose: JobLinkPurpose,
  token: string,
): JobLink | null {
  const sealed = Buffer.from(token, 'base64url')
  const size = bytesOfNonce + bytesOfId + bytesOfTime + bytesOfTag
  if (sealed.length !== size || sealed.toString('base64url') !== token) return null
  const decipher = createDecipheriv(method, secretOf(deps, purpose), sealed.subarray(0, bytesOfNonce))
  decipher.setAuthTag(sealed.subarray(-bytesOfTag))
  try {
    const opened = decipher.update(sealed.subarray(bytesOfNonce, -bytesOfTag))
    const content = Buffer.concat([opened, decipher.final()])
    const hex = content.subarray(0, bytesOfId).toString('hex')
    const issuedAt = content.readUInt32BE(bytesOfId) * minute
    return {
      jobId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      hasExpired: deps.clock.now() > issuedAt + lifetimes[purpose],
    }
  } catch {
    // Not made by us, or changed on the way.
    return null
  }
}

const secretOf = ({ secrets }: Signing, ...purpose: string[]): Buffer =>
  Buffer.from(keyedHash(secrets.linkSecret, ...purpose), 'hex')
