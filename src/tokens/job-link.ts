import type { Deps } from '../deps'
import { day, minute } from '../lib/clock'
import type { SealedJob } from './booking-link'
import { bytesOf, bytesOfId, idIn, inSeries, openSealed, seal, seriesAfter } from './sealed'

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
  { jobId, series }: SealedJob,
  issuedAt: number,
): string {
  const time = Buffer.alloc(bytesOfTime)
  time.writeUInt32BE(Math.floor(issuedAt / minute))
  const content = inSeries(Buffer.concat([bytesOf(jobId), time]), series)
  return seal(deps, { purpose, nonce: ['link nonce', purpose, content.toString('hex')], content })
}

export interface JobLink extends SealedJob {
  hasExpired: boolean
}

/** Null for a link we didn't make for this purpose. */
export function openJobLink(
  deps: Signing & Pick<Deps, 'clock'>,
  purpose: JobLinkPurpose,
  token: string,
): JobLink | null {
  const content = openSealed(deps, purpose, token)
  const series = content && seriesAfter(content, bytesOfId + bytesOfTime)
  if (content === null || series === null) return null
  const issuedAt = content.readUInt32BE(bytesOfId) * minute
  return { jobId: idIn(content), series, hasExpired: deps.clock.now() > issuedAt + lifetimes[purpose] }
}
