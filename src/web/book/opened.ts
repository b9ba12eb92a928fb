import type { Deps } from '../../deps'
import { missing } from '../../lib/errors'
import { jobOfBookingPage, jobToConfirm, type JobRow } from '../../modules/jobs'
import { brokenLinkPage, endedLinkPage } from '../layout/notice'
import type { Visitor } from '../visitor'

/** The booking behind the address of its page, or the answer to an address that has ended. */
export async function openBooking(deps: Deps, visitor: Visitor, token: string): Promise<JobRow | Response> {
  const linked = await jobOfBookingPage(deps, token)
  if (!linked) throw missing('Job')
  return linked.hasEnded ? endedLinkPage(deps, visitor) : linked.job
}

/** The booking that a link confirms, or the answer to a link that doesn't work. */
export async function openConfirmation(
  deps: Deps,
  visitor: Visitor,
  token: string,
): Promise<JobRow | Response> {
  const linked = await jobToConfirm(deps, token)
  if (!linked) return brokenLinkPage(deps, visitor)
  return linked.hasEnded ? endedLinkPage(deps, visitor) : linked.job
}
