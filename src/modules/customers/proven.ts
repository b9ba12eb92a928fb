import { normaliseEmail } from '../../lib/contact'
import { forbidden } from '../../lib/errors'

/** A proof speaks for one address only. */
export function assertSameEmail(proven: string, named: string | undefined): void {
  if (named !== undefined && normaliseEmail(named) !== proven)
    throw forbidden('The verification is for another e-mail address')
}
