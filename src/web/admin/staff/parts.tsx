import type { InvitedStaff } from '../../../modules/staff'
import { formatMoment } from '../../client/format'
import { settings } from '../session'
import { ShownOnce } from '../shared/secret'

export const momentOr = (at: string | null, otherwise: string): string =>
  at === null ? otherwise : formatMoment(at, settings.timeZone)

/** The link is shown too, in case email isn't set up or doesn't arrive. */
export function Invitation({ person: { name, email, link } }: { person: InvitedStaff }) {
  return (
    <ShownOnce label={`Invitation for ${name}`} value={link}>
      We emailed this link to {email}. It signs {name} in once, within 7 days, so give it to no one else.
    </ShownOnce>
  )
}
