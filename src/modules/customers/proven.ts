import { z } from 'zod'
import { emailOf } from '../../http/fields'
import { normaliseEmail } from '../../lib/contact'
import { forbidden } from '../../lib/errors'

const ownEmail = emailOf(254).optional().describe('Must be the proven address')

/** Every name under which a request may name an address. */
export const namedEmails = { email: ownEmail, customerEmail: ownEmail }
export const NamedEmails = z.object(namedEmails)
export type NamedEmails = z.infer<typeof NamedEmails>

/** A proof speaks for one address only. */
export function assertSameEmail(proven: string, ...named: NamedEmails[]): void {
  const addresses = named.flatMap(({ email, customerEmail }) => [email, customerEmail])
  for (const address of addresses)
    if (address !== undefined && normaliseEmail(address) !== proven)
      throw forbidden('The verification is for another e-mail address')
}
