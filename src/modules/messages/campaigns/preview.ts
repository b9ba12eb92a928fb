import type { Deps } from '../../../deps'
import { unsubscribeUrl } from '../../customers'
import type { CampaignInput, CampaignPreview } from '../model'
import { brandOf } from '../brand'
import { checkMessage, renderMessage } from '../prepare'
import { walkAudience, messagesTo, type Addressed } from './audience'
import { addressless } from './mailing-address'

const mostSamples = 5

/** Counts the audience and renders the first messages. Nothing is sent and nothing is kept. */
export async function previewCampaign(deps: Deps, input: CampaignInput): Promise<CampaignPreview> {
  const isAddressless = await addressless(deps, input)
  let addressMissing = false
  const seen = { email: new Set<string>(), sms: new Set<string>() }
  const people = new Set<string>()
  const samples: Addressed[] = []
  const selection = { targetAudience: input.targetAudience, franchiseId: input.franchiseId ?? null }
  for await (const { recipients } of walkAudience(deps.store.read, selection))
    for (const message of await messagesTo(deps.store.read, input.type, recipients)) {
      if (seen[message.channel].has(message.key)) continue
      seen[message.channel].add(message.key)
      addressMissing ||= message.channel === 'email' && isAddressless(message.person)
      people.add(message.person.id)
      if (samples.length < mostSamples) samples.push(message)
    }
  return {
    customers: people.size,
    emails: seen.email.size,
    texts: seen.sms.size,
    total: seen.email.size + seen.sms.size,
    addressMissing,
    samples: await Promise.all(samples.map((sample) => renderSample(deps, input, sample))),
  }
}

async function renderSample(
  deps: Deps,
  { subject, messageTemplate, franchiseId }: CampaignInput,
  { channel, recipient, person }: Addressed,
): Promise<CampaignPreview['samples'][number]> {
  const data = { name: person.name, email: person.email, subject, text: messageTemplate }
  const brand = await brandOf(deps, {
    channel,
    recipient,
    template: 'campaign',
    franchiseId: franchiseId ?? person.franchiseId,
    jobId: null,
    language: null,
    elsewhere: false,
    data: {},
    createdAt: deps.clock.now(),
  })
  const unsubscribeLink = channel === 'email' ? unsubscribeUrl(deps, recipient) : null
  return {
    channel,
    to: recipient,
    ...renderMessage(checkMessage('campaign', channel, data), channel, brand, unsubscribeLink),
  }
}
