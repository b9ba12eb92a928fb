import { isNotNull } from 'drizzle-orm'
import { franchises } from '../../../../db/schema'
import { prepared } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { invalid } from '../../../lib/errors'
import type { CampaignInput } from '../model'
import { messagesTo, walkAudience, type Recipient } from './audience'

const withAddress = prepared((db) =>
  db.select({ id: franchises.id }).from(franchises).where(isNotNull(franchises.postalAddress)),
)

/**
 * Tells whether an email to someone would have no mailing address at the bottom, where US law (CAN-SPAM) wants that of
 * their franchise or of the company. In a demo nothing reaches anyone, so none is missing.
 */
export async function addressless(
  { providers, settings, store }: Deps,
  { type, franchiseId }: CampaignInput,
): Promise<(person: Recipient) => boolean> {
  if (type === 'sms' || providers.email.name === 'demo' || settings.business.postalAddress !== null)
    return () => false
  const known = new Set((await withAddress.all(store.read, {})).map(({ id }) => id))
  return (person) => !known.has(franchiseId ?? person.franchiseId ?? '')
}

/** Refuses a campaign in which somebody would get an email without a mailing address. */
export async function assertMailingAddress(deps: Deps, input: CampaignInput): Promise<void> {
  const isAddressless = await addressless(deps, input)
  const selection = { targetAudience: input.targetAudience, franchiseId: input.franchiseId ?? null }
  for await (const { recipients } of walkAudience(deps.store.read, selection)) {
    const people = recipients.filter(isAddressless)
    if (people.length > 0 && (await messagesTo(deps.store.read, 'email', people)).length > 0)
      throw invalid(
        'Marketing emails need a mailing address. Enter one under Settings, or for the franchise.',
        ['BUSINESS_ADDRESS: is missing, and so is the mailing address of a franchise that would send this'],
      )
  }
}
