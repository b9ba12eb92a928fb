import type { InvitedStaff } from '../../../modules/staff'
import { formatMoment } from '../../client/format'
import { settings } from '../session'
import { ShownOnce } from '../shared/secret'

export const momentOr = (at: string | null, otherwise: string): string =>
  at === null ? otherwise : formatMoment(at, settings.timeZone)

/** The link is shown too, in case the email doesn't arrive or nobody sends any. */
export function Invitation({ person: { name, email, link } }: { person: InvitedStaff }) {
  return (
    <ShownOnce label={`Invitation for ${name}`} value={link}>
      {deliveryOf(email)} It works once, within 7 days, and signs in as {name}. Don't share it with anyone
      else.
    </ShownOnce>
  )
}

/** Says whether the email leaves, or was only simulated, or can't be sent at all. */
function deliveryOf(email: string): string {
  if (settings.emailIsDemo || settings.undelivered.includes('email'))
    return `Email isn't set up, so nothing went to ${email}. Copy this link and send it yourself.`
  return `We're emailing this link to ${email}.`
}
