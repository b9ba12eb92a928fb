import { eq, sql } from 'drizzle-orm'
import { franchises } from '../../../../db/schema'
import { prepared } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { conflict, invalid } from '../../../lib/errors'
import type { CampaignInput } from '../model'
import { placeholders } from '../templates/campaign-messages'
import { unknownPlaceholders } from '../templates/fill'

const usable = placeholders.map((name) => `{${name}}`)
const known = `${usable.slice(0, -1).join(', ')} and ${usable.at(-1)}`

/** Refuses a text with a placeholder that nobody would be able to fill, such as the `{frist_name}` of a typing error. */
export function assertPlaceholders({ subject, messageTemplate }: CampaignInput): void {
  const faults = Object.entries({ subject: subject ?? '', messageTemplate }).flatMap(([field, text]) =>
    unknownPlaceholders(text, placeholders).map(
      (shown) => `${field}: ${shown} is not a placeholder. You can use ${known}.`,
    ),
  )
  if (faults.length > 0) throw invalid('Validation failed', faults)
}

const findAddress = prepared((db) =>
  db
    .select({ postalAddress: franchises.postalAddress })
    .from(franchises)
    .where(eq(franchises.id, sql.placeholder('id'))),
)

/**
 * US law (CAN-SPAM) wants a postal address in every marketing email. Without an email provider nothing reaches anyone,
 * so a demo needs none.
 */
export async function assertPostalAddress(deps: Deps, { type, franchiseId }: CampaignInput): Promise<void> {
  if (type === 'sms' || deps.providers.email.name === 'demo') return
  if (deps.settings.business.postalAddress !== null) return
  const franchise = franchiseId ? await findAddress.get(deps.store.read, { id: franchiseId }) : undefined
  if (franchise?.postalAddress) return
  throw conflict(
    franchiseId
      ? 'Marketing emails need a mailing address. Enter one for this franchise, or for the whole company under Settings.'
      : 'Marketing emails need a mailing address. Enter one under Settings, or choose a franchise that has one.',
  )
}
