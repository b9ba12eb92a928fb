import type { Deps } from '../deps'
import { bytesOf, bytesOfId, idIn, openSealed, seal } from './sealed'
import { openLink, signLink } from './signed-link'

type Signing = Pick<Deps, 'secrets'>

/**
 * The last part of the address of a booking's page: the job's id, sealed, since the id itself would let its holder
 * cancel the job. A booking has one address.
 */
export const bookingToken = (deps: Signing, jobId: string): string =>
  seal(deps, { purpose: 'booking page', nonce: ['booking nonce', jobId], content: bytesOf(jobId) })

/** The job a token was made for, or an id that no job has. */
export function jobOfToken(deps: Signing, token: string): string {
  const content = openSealed(deps, 'booking page', token)
  return content?.length === bytesOfId ? idIn(content) : ''
}

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
