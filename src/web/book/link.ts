import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Deps } from '../../deps'
import { keyedHash } from '../../lib/secret'

type Signing = Pick<Deps, 'secrets'>

const method = 'aes-256-ecb'
const bytesOfId = 16

/**
 * What the address of a booking's page ends with. An id is one block of the cipher, so this is as hard to guess
 * as the id, and only we get from one to the other: the id itself would let its holder cancel the job.
 */
export function bookingToken(deps: Signing, jobId: string): string {
  const cipher = createCipheriv(method, keyOf(deps), null).setAutoPadding(false)
  const id = Buffer.from(jobId.replaceAll('-', ''), 'hex')
  return Buffer.concat([cipher.update(id), cipher.final()]).toString('base64url')
}

/** The job a token was made for, or an id that no job has. */
export function jobOfToken(deps: Signing, token: string): string {
  const sealed = Buffer.from(token, 'base64url')
  if (sealed.length !== bytesOfId || sealed.toString('base64url') !== token) return ''
  const decipher = createDecipheriv(method, keyOf(deps), null).setAutoPadding(false)
  const hex = Buffer.concat([decipher.update(sealed), decipher.final()]).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const keyOf = ({ secrets }: Signing): Buffer =>
  Buffer.from(keyedHash(secrets.linkSecret, 'booking page'), 'hex')

export const bookingPath = (deps: Signing, jobId: string): string => `/book/done/${bookingToken(deps, jobId)}`
