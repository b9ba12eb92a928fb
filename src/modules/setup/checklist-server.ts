import { newestBackup } from '../../backups'
import type { VariableName } from '../../config/variables'
import type { Deps } from '../../deps'
import { day } from '../../lib/clock'
import { isReal, missingProviders } from '../../providers/demo'
import { adviceFor } from '../../providers/probes'
import type { ChecklistItem } from './model'

export interface Item {
  id: string
  title: string
  state: ChecklistItem['state']
  optional?: boolean
  detail: string
  variables?: VariableName[]
  page?: string
  docs?: string
}

export const stateOf = (done: boolean): 'done' | 'open' => (done ? 'done' : 'open')
export const tab = (name: string, part?: string) =>
  `/admin?tab=${name}${part === undefined ? '' : `&part=${part}`}`

const providers = [
  {
    id: 'payments',
    title: 'Card payments',
    demo: 'Payments are simulated: no card is charged.',
    missing: "Customers can't pay online.",
    how: 'To take real payments, connect your Stripe account.',
    variables: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  },
  {
    id: 'email',
    title: 'Email',
    demo: 'Emails are simulated: they stay in the outbox.',
    missing: "Emails stay in the outbox and aren't delivered.",
    how: 'To deliver them, connect Resend or your own mail server.',
    variables: ['RESEND_API_KEY', 'SMTP_URL', 'EMAIL_FROM'],
  },
  {
    id: 'sms',
    title: 'Text messages',
    optional: true,
    demo: 'Texts are simulated: they stay in the outbox.',
    missing: "Texts stay in the outbox and aren't delivered.",
    how: 'To deliver them, connect your Twilio account.',
    variables: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  },
  {
    id: 'geocoder',
    title: 'Exact addresses on the map',
    optional: true,
    demo: 'Addresses are placed by ZIP code and town.',
    missing: '',
    how: 'To place them by street, connect a service that looks up addresses (a geocoder).',
    variables: ['GEOCODER', 'GEOCODER_URL'],
  },
  {
    id: 'routing',
    title: 'Real drive times',
    optional: true,
    demo: 'Drive times are estimated from the distance.',
    missing: '',
    how: 'To follow the roads, import a street map with `./truckroll map import` or connect a Valhalla server.',
    variables: ['ROUTING_URL'],
  },
] as const satisfies { variables: VariableName[]; [field: string]: unknown }[]

/** The outside world: real, simulated, missing, or not answering. */
export function providerItems(deps: Deps): Item[] {
  const { config, providers: outside } = deps
  const missing: string[] = missingProviders(config)
  return providers.map(({ demo, how, missing: gap, ...item }) => {
    const { id, variables } = item
    const about = { ...item, variables: [...variables], docs: `configuration.md` }
    const heard = outside.probes.look(id)
    const isOwnMap = id === 'routing' && outside.routing.source !== 'estimate'
    if (!isReal(config, id) && !isOwnMap)
      return missing.includes(id)
        ? { ...about, state: 'open', detail: `${gap} ${how}` }
        : { ...about, state: 'demo', detail: `${demo} ${how}` }
    if (id === 'payments' && config.payments.webhookSecrets.length === 0)
      return {
        ...about,
        state: 'open',
        detail: 'Stripe is set up, but its webhook signing secret is missing.',
      }
    if (heard !== 'demo' && heard !== null && heard.failure !== null)
      return { ...about, state: 'open', detail: adviceFor(id, heard.failure) }
    return { ...about, state: 'done', detail: 'Set up.' }
  })
}

export function serverItems({ config, clock }: Deps): Item[] {
  const { protocol, hostname } = new URL(config.publicUrl)
  const isPublic = protocol === 'https:' && !/^(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(hostname)
  const isFile = config.database.url.startsWith('file:')
  const backup = isFile ? newestBackup(config.dataDir, clock.now()) : null
  const isBackedUp = !isFile || (backup !== null && clock.now() - backup < 2 * day)
  return [
    {
      id: 'address',
      title: 'Your own web address',
      state: stateOf(isPublic),
      detail: isPublic
        ? `Customers reach you at ${config.publicUrl}.`
        : `Links in emails lead to ${config.publicUrl}. Change it to the public https:// address that customers use.`,
      variables: ['PUBLIC_URL'],
      docs: 'server.md',
    },
    {
      id: 'production',
      title: 'Production mode',
      state: stateOf(config.env === 'production'),
      detail:
        'Real customers need production mode (`NODE_ENV=production`). Truckroll then requires strong secret keys and takes only real payments, unless you turn on `DEMO_PAYMENTS`.',
      variables: ['NODE_ENV'],
      docs: 'operating.md',
    },
    {
      id: 'backups',
      title: 'Backups',
      state: stateOf(isBackedUp),
      detail: isFile
        ? 'Without a backup, you lose everything if the disk fails. Run `./truckroll backup` every night, or copy continuously with Litestream.'
        : "Use your database server's own backups.",
      page: tab('health', 'backups'),
      docs: 'operating.md',
    },
  ]
}
