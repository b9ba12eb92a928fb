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
      {deliveryOf(email)} It signs {name} in once, within 7 days, so give it to no one else.
    </ShownOnce>
  )
}

/** What happened to the email: it left, it was only simulated, or there is no way to send it. */
function deliveryOf(email: string): string {
  if (settings.emailIsDemo || settings.undelivered.includes('email'))
    return `Email isn't set up, so nothing went to ${email}. Copy this link and send it yourself.`
  return `We're emailing this link to ${email}.`
}
