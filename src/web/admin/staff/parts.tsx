import type { InvitedStaff } from '../../../modules/staff'
import { formatPast } from '../../client/format'
import { settings } from '../session'
import { ShownOnce } from '../shared/secret'

export const momentOr = (at: string | null, otherwise: string): string =>
  at === null ? otherwise : formatPast(at, settings.timeZone)

/** The link is shown too, in case the email doesn't arrive or nobody sends any. */
export function Invitation({ person: { name, email, link } }: { person: InvitedStaff }) {
  return (
    <ShownOnce label={`Invitation for ${name}`} value={link} tone={sendsEmail() ? 'good' : 'warn'}>
      {sendsEmail()
        ? `We're emailing this link to ${email}.`
        : `Email isn't set up, so nothing went to ${email}. Copy this link and send it yourself.`}{' '}
      The link signs in as {name}, works once and expires in 7 days. Don't share it with anyone else.
    </ShownOnce>
  )
}

/** Whether an invitation leaves by email, which may be simulated or not set up at all. */
export const sendsEmail = (): boolean => !settings.emailIsDemo && !settings.undelivered.includes('email')
