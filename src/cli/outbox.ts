import { Option, type Command } from 'commander'
import { outboxStates, type OutboxState } from '../../db/schema/messages'
import { listOutbox } from '../modules/messages'
import { run, wholeNumber, withDeps, type Environment } from './context'
import { columns } from './terminal'

interface OutboxOptions {
  state?: OutboxState
  channel?: 'email' | 'sms'
  limit: string
}

export function addOutboxCommand(program: Command, environment: Environment): void {
  program
    .command('outbox')
    .description('list emails and texts with their delivery state, newest first')
    .addOption(new Option('--state <state>', 'only messages in this state').choices(outboxStates))
    .addOption(new Option('--channel <channel>', 'only emails or only texts').choices(['email', 'sms']))
    .option('--limit <count>', 'how many to list', '20')
    .addHelpText('after', '\nExample:\n  truckroll outbox --state dead')
    .action((options: OutboxOptions, command: Command) =>
      run(command, async () => {
        const limit = wholeNumber(options.limit, '--limit', 1, 1_000)
        const { state, channel } = options
        return withDeps(environment, async (deps) => {
          const listing = listOutbox(deps, { limit, format: 'json', state, channel })
          const messages = (await listing.rows(limit, null)).map((row) => listing.present(row))
          const text = columns(
            ['created', 'state', 'channel', 'template', 'recipient', 'error'],
            messages.map((one) => [
              one.createdAt,
              one.state,
              one.channel,
              one.template,
              one.recipient,
              one.lastError,
            ]),
            'No messages.',
          )
          return { data: { messages }, text }
        })
      }),
    )
}
