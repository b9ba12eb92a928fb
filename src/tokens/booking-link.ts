import type { Deps } from '../deps'
import { bytesOf, bytesOfId, idIn, inSeries, openSealed, seal, seriesAfter } from './sealed'
import { openLink, signLink } from './signed-link'

type Signing = Pick<Deps, 'secrets'>

/** A job, and the series of links that its customer had when the link was made. */
export interface SealedJob {
  jobId: string
  series: number
}

/**
 * The last part of the address of a booking's page: the job's id, sealed, since the id itself would let its holder
 * cancel the job. A booking has one address in each series.
 */
export function bookingToken(deps: Signing, { jobId, series }: SealedJob): string {
  const content = inSeries(bytesOf(jobId), series)
  const nonce = ['booking nonce', series === 0 ? jobId : content.toString('hex')]
  return seal(deps, { purpose: 'booking page', nonce, content })
}

/** Null for a token we didn't make. */
export function openBookingToken(deps: Signing, token: string): SealedJob | null {
  const content = openSealed(deps, 'booking page', token)
  const series = content && seriesAfter(content, bytesOfId)
  return content === null || series === null ? null : { jobId: idIn(content), series }
}

/** The page that shows this one booking to anyone who has the address. */
export const bookingPathOf = (deps: Signing, job: SealedJob): string =>
  `/book/done/${bookingToken(deps, job)}`

/** The page that confirms a booking. Only the customer's own email or text has its address. */
export const confirmationPath = (deps: Signing, job: SealedJob, until: number): string =>
  `/book/confirm/${signLink(deps, 'booking confirmation', bookingToken(deps, job), until)}`

/** The job that a link confirms; null for a link we didn't make. */
export function openConfirmation(
  deps: Signing & Pick<Deps, 'clock'>,
  token: string,
): (SealedJob & { hasExpired: boolean }) | null {
  const opened = openLink(deps, 'booking confirmation', token)
  const job = opened && openBookingToken(deps, opened.subject)
  return job && { ...job, hasExpired: opened.hasExpired }
}
