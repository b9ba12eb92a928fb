import type { Command } from 'commander'
import { sendTestAlert } from '../modules/operations'
import { CommandFailed, record, run, withDeps, type Environment } from './context'

export function addAlertCommand(program: Command, environment: Environment): void {
  program
    .command('alert')
    .description('check that alerts reach you')
    .addHelpText('after', '\nExample:\n  truckroll alert test')
    .command('test')
    .description('send a test alert to everyone who gets alerts')
    .addHelpText('after', '\nExample:\n  truckroll alert test')
    .action((_: unknown, command: Command) =>
      run(command, () =>
        withDeps(environment, async (deps) => {
          const channels = await sendTestAlert(deps)
          if (channels.length === 0)
            throw new CommandFailed(
              'Nobody gets alerts yet. Set ALERT_EMAIL, ALERT_PHONE or ALERT_WEBHOOK_URL.',
            )
          await record(deps, { type: 'alert.tested', summary: 'Sent a test alert' })
          const lines = channels.map(({ channel, to, failure }) => `${channel} ${to}: ${failure ?? 'sent'}\n`)
          return {
            data: { channels },
            text: lines.join(''),
            wrong: channels.some(({ failure }) => failure !== null),
          }
        }),
      ),
    )
}
