import type { Deps } from '../deps'
import { day, minute } from '../lib/clock'
import { bytesOf, bytesOfId, idIn, openSealed, seal } from './sealed'

type Signing = Pick<Deps, 'secrets'>

/** A link made for one purpose is useless for any other. It works for this long after its message was written. */
const lifetimes = {
  'visit link': 21 * day,
  'track link': 2 * day,
  'rating link': 30 * day,
}
export type JobLinkPurpose = keyof typeof lifetimes

const bytesOfTime = 4

/**
 * The last part of a link in a message to a job's customer: the job's id and the minute of the message, sealed, since
 * the id itself would let its holder cancel the job.
 */
export function jobLinkToken(
  deps: Signing,
  purpose: JobLinkPurpose,
  jobId: string,
  issuedAt: number,
): string {
  const time = Buffer.alloc(bytesOfTime)
  time.writeUInt32BE(Math.floor(issuedAt / minute))
  const content = Buffer.concat([bytesOf(jobId), time])
  return seal(deps, { purpose, nonce: ['link nonce', purpose, content.toString('hex')], content })
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
  const content = openSealed(deps, purpose, token)
  if (content?.length !== bytesOfId + bytesOfTime) return null
  const issuedAt = content.readUInt32BE(bytesOfId) * minute
  return { jobId: idIn(content), hasExpired: deps.clock.now() > issuedAt + lifetimes[purpose] }
}
