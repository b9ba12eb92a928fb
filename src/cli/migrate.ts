import type { Command } from 'commander'
import { databaseStatus } from '../../db/client'
import { configOf, run, withPrepared, type Environment } from './context'
import { withProgress } from './progress'

export function addMigrateCommand(program: Command, environment: Environment): void {
  program
    .command('migrate')
    .argument('[what]', '`status` tells what would be done and does nothing')
    .description('bring the database up to this version; the service does so itself when it starts')
    .addHelpText('after', '\nExample:\n  truckroll migrate status')
    .action((what: string | undefined, _: unknown, command: Command) => {
      if (what !== undefined && what !== 'status')
        command.error(`error: unknown argument '${what}'; did you mean status?`)
      return run(command, async () => {
        if (what === undefined)
          await withProgress({ label: 'Migrate', done: () => null }, () =>
            withPrepared(environment, async () => {}),
          )
        return { data: { ...(await databaseStatus(configOf(environment).database)) } }
      })
    })
}
