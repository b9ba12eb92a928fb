import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Deps } from '../deps'
import { keyedHash } from '../lib/secret'
import { openLink, signLink } from './signed-link'

type Signing = Pick<Deps, 'secrets'>

const method = 'aes-256-gcm'
const [bytesOfNonce, bytesOfId, bytesOfTag] = [12, 16, 16]

/**
 * The last part of the address of a booking's page: the job's id, sealed, since the id itself would let its holder
 * cancel the job. The nonce comes from the id, so a booking has one address and no nonce seals two ids.
 */
export function bookingToken(deps: Signing, jobId: string): string {
  const nonce = secretOf(deps, 'booking nonce', jobId).subarray(0, bytesOfNonce)
  const cipher = createCipheriv(method, secretOf(deps, 'booking page'), nonce)
  const id = Buffer.from(jobId.replaceAll('-', ''), 'hex')
  return Buffer.concat([nonce, cipher.update(id), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** The job a token was made for, or an id that no job has. */
export function jobOfToken(deps: Signing, token: string): string {
  const sealed = Buffer.from(token, 'base64url')
  if (sealed.length !== bytesOfNonce + bytesOfId + bytesOfTag || sealed.toString('base64url') !== token)
    return ''
  const nonce = sealed.subarray(0, bytesOfNonce)
  const decipher = createDecipheriv(method, secretOf(deps, 'booking page'), nonce)
  decipher.setAuthTag(sealed.subarray(-bytesOfTag))
  try {
    const id = decipher.update(sealed.subarray(bytesOfNonce, -bytesOfTag))
    const hex = Buffer.concat([id, decipher.final()]).toString('hex')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  } catch {
    // Not made by us, or changed on the way.
    return ''
  }
}

const secretOf = ({ secrets }: Signing, ...purpose: string[]): Buffer =>
  Buffer.from(keyedHash(secrets.linkSecret, ...purpose), 'hex')

/** The page that shows this one booking to anyone who has the address. */
export const bookingPath = (deps: Signing, jobId: string): string => `/book/done/${bookingToken(deps, jobId)}`

/** The page that confirms a booking. Only the customer's own email or text has its address. */
export const confirmationPath = (deps: Signing, jobId: string, until: number): string =>
  `/book/confirm/${signLink(deps, 'booking confirmation', bookingToken(deps, jobId), until)}`

/** The job that a link confirms, or an id that no job has. */
export function jobToConfirm(deps: Signing & Pick<Deps, 'clock'>, token: string): string {
  const opened = openLink(deps, 'booking confirmation', token)
  return opened === null ? '' : jobOfToken(deps, opened.subject)
}
