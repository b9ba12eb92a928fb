import { Option, type Command } from 'commander'
import { webhookStates, type WebhookState } from '../../db/schema/webhook-events'
import type { Deps } from '../deps'
import { listEvents, replayEvent } from '../modules/webhooks/admin'
import type { WebhookEvent } from '../modules/webhooks/model'
import { CommandFailed, run, wholeNumber, withDeps, type Answer, type Environment } from './context'
import { columns } from './text'

export function addWebhookCommands(program: Command, environment: Environment): void {
  const webhooks = program
    .command('webhooks')
    .description('look at payment events, and process them again')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll webhooks list --state dead\n  truckroll webhooks replay --dead',
    )

  webhooks
    .command('list')
    .description('list events and what became of them, newest first')
    .addOption(new Option('--state <state>', 'only those in this state').choices(webhookStates))
    .option('--limit <count>', 'how many', '20')
    .addHelpText('after', '\nExample:\n  truckroll webhooks list --state dead --limit 50')
    .action((options: { state?: WebhookState; limit: string }, command: Command) =>
      run(command, async () => {
        const limit = wholeNumber(options.limit, '--limit', 1, 1_000)
        return withDeps(environment, async (deps) => listed(await eventsIn(deps, options.state, limit)))
      }),
    )

  webhooks
    .command('replay')
    .argument('[id]', 'the event')
    .option('--dead', 'every event that was given up')
    .description('process an event again; nothing that happened once happens twice')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll webhooks replay evt_1PqR\n  truckroll webhooks replay --dead',
    )
    .action((id: string | undefined, options: { dead?: boolean }, command: Command) => {
      if ((id === undefined) !== Boolean(options.dead)) command.error('error: name an event, or say --dead')
      return run(command, () => withDeps(environment, (deps) => replay(deps, id)))
    })
}

async function eventsIn(deps: Deps, state: WebhookState | undefined, limit: number): Promise<WebhookEvent[]> {
  const listing = listEvents(deps, { limit, format: 'json', state })
  return (await listing.rows(limit, null)).map((row) => listing.present(row))
}

const mostAtOnce = 10_000

async function replay(deps: Deps, id: string | undefined): Promise<Answer> {
  const ids = id === undefined ? (await eventsIn(deps, 'dead', mostAtOnce)).map((event) => event.id) : [id]
  const replayed: WebhookEvent[] = []
  // Oldest first, as they happened.
  for (const one of ids.toReversed()) replayed.push(await replayEvent(deps, one, 'cli'))
  const failed = replayed.filter(({ state }) => state !== 'done')
  if (id !== undefined && failed[0])
    throw new CommandFailed(`The event failed again: ${failed[0].lastError ?? 'unknown'}`)
  return { ...listed(replayed), wrong: failed.length > 0 }
}

function listed(events: WebhookEvent[]): Answer {
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
  )
  return { data: { events }, text }
}
