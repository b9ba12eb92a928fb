import { Option, type Command } from 'commander'
import { webhookStates, type WebhookState } from '../../db/schema/payments'
import { newId } from '../../db/store'
import type { Config } from '../config'
import type { Deps } from '../deps'
import { commandLine } from '../lib/actor'
import { second, systemClock } from '../lib/clock'
import { listEvents, replayEvent, type EventRecord } from '../modules/payments'
import { canPayOnline } from '../providers/demo'
import { signBody } from '../providers/payments/signature'
import { loadSecrets } from '../secrets'
import {
  CommandFailed,
  run,
  wholeNumber,
  withDeps,
  configOf,
  Misused,
  type Answer,
  type Environment,
} from './context'
import { columns } from './terminal'

export function addWebhookCommands(program: Command, environment: Environment): void {
  const webhooks = program
    .command('webhooks')
    .description('list payment events, or process them again')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll webhooks list --state dead\n  truckroll webhooks replay --dead',
    )

  webhooks
    .command('list')
    .description('list events with their state, newest first')
    .addOption(new Option('--state <state>', 'only events in this state').choices(webhookStates))
    .option('--limit <count>', 'how many to list', '20')
    .addHelpText('after', '\nExample:\n  truckroll webhooks list --state dead --limit 50')
    .action((options: { state?: WebhookState; limit: string }, command: Command) =>
      run(command, async () => {
        const limit = wholeNumber(options.limit, '--limit', 1, 1_000)
        return withDeps(environment, async (deps) => listed(await eventsIn(deps, options.state, limit)))
      }),
    )

  webhooks
    .command('replay')
    .argument('[id]', 'the id of the event')
    .option('--dead', 'every event that ran out of attempts')
    .description('process an event again; effects that already happened are not repeated')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll webhooks replay evt_1PqR\n  truckroll webhooks replay --dead',
    )
    .action((id: string | undefined, options: { dead?: boolean }, command: Command) => {
      if ((id === undefined) !== Boolean(options.dead))
        command.error('error: give the id of an event, or --dead')
      return run(command, () => withDeps(environment, (deps) => replay(deps, id)))
    })
}

async function eventsIn(deps: Deps, state: WebhookState | undefined, limit: number): Promise<EventRecord[]> {
  const listing = listEvents(deps, { limit, format: 'json', state })
  return (await listing.rows(limit, null)).map((row) => listing.present(row))
}

const mostAtOnce = 10_000

async function replay(deps: Deps, id: string | undefined): Promise<Answer> {
  const ids = id === undefined ? (await eventsIn(deps, 'dead', mostAtOnce)).map((event) => event.id) : [id]
  const replayed: EventRecord[] = []
  // Oldest first, in the order they happened.
  for (const one of ids.toReversed()) replayed.push(await replayEvent(deps, one, commandLine))
  const failed = replayed.filter(({ state }) => state !== 'done')
  if (id !== undefined && failed[0])
    throw new CommandFailed(`The event failed again: ${failed[0].lastError ?? 'unknown'}`)
  return { ...listed(replayed), wrong: failed.length > 0 }
}

function listed(events: EventRecord[]): Answer {
  const text = columns(
    ['received', 'state', 'attempts', 'id', 'type', 'error'],
    events.map((event) => [
      event.receivedAt,
      event.state,
      event.attempts,
      event.id,
      event.type,
      event.lastError,
    ]),
    'No events.',
  )
  return { data: { events }, text }
}

interface TriggerOptions {
  job?: string
  amount: string
  payment?: string
  url?: string
}

export function addTriggerCommand(program: Command, environment: Environment): void {
  program
    .command('trigger')
    .argument('<event>', 'the event type, such as payment_intent.succeeded')
    .option('--job <id>', 'the job the event is about; only while payments are a demo')
    .option('--amount <cents>', 'the amount in cents', '12900')
    .option('--payment <id>', "the payment's id; by default a new one")
    .option('--url <address>', 'the address of the service; by default the configured port on this machine')
    .description('send a signed test event to the running service')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll trigger payment_intent.succeeded\n  truckroll trigger payment_intent.payment_failed --job 01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
    )
    .action((type: string, options: TriggerOptions, command: Command) =>
      run(command, async () => {
        const config = configOf(environment)
        if (options.job !== undefined && config.payments.secretKey !== undefined)
          throw new CommandFailed(
            'Payments are real here, so a test event would be booked as real money. Leave out --job.',
          )
        if (!canPayOnline(config))
          throw new CommandFailed(
            "Payments aren't set up, so the service accepts no events. Set STRIPE_SECRET_KEY, or set DEMO_PAYMENTS=on to try it out.",
          )
        if (options.url !== undefined && !/^https?:$/.test(URL.parse(options.url)?.protocol ?? ''))
          throw new Misused('--url must be an address, such as http://127.0.0.1:3000')
        const event = testEvent(type, options)
        const answer = await send(config, options.url ?? ownAddress(config), event)
        return { data: { event: event.id, type, status: answer.status, answer: answer.body } }
      }),
    )
}

function testEvent(type: string, { job, amount, payment }: TriggerOptions) {
  const cents = wholeNumber(amount, '--amount', 0, 99_999_999)
  const [kind = 'unknown'] = type.split('.')
  return {
    id: `evt_test_${newId().replaceAll('-', '')}`,
    object: 'event',
    type,
    created: Math.floor(systemClock.now() / second),
    livemode: false,
    data: {
      object: {
        id: payment ?? `pi_test_${newId().replaceAll('-', '')}`,
        object: kind,
        amount: cents,
        amount_received: type.endsWith('succeeded') ? cents : 0,
        currency: 'usd',
        metadata: job === undefined ? {} : { jobId: job },
      },
    },
  }
}

async function send(
  config: Config,
  address: string,
  event: object,
): Promise<{ status: number; body: unknown }> {
  const body = JSON.stringify(event)
  const [secret = ''] = loadSecrets(config).webhookSecrets
  const headers = {
    'content-type': 'application/json',
    'payments-signature': signBody(body, secret, systemClock.now()),
  }
  const url = `${address}/api/payments-webhook`
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(15 * second),
    })
  } catch {
    throw new CommandFailed(
      `Nothing is responding at ${address}. Start the service, or give its address with --url.`,
    )
  }
  const text = await response.text()
  if (response.ok) return { status: response.status, body: JSON.parse(text) as unknown }
  if (response.status === 401)
    throw new CommandFailed(
      "The service didn't accept the signature. Run this command with the service's DATA_DIR and STRIPE_WEBHOOK_SECRET.",
    )
  throw new CommandFailed(`The service answered ${response.status}: ${text.slice(0, 300)}`)
}

/** Some addresses can be listened on but not called, such as 0.0.0.0. */
function ownAddress({ host, port }: Config): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
