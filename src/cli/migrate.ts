import type { Command } from 'commander'
import { databaseStatus } from '../../db/client'
import { configOf, run, withDeps, type Environment } from './context'

export function addMigrateCommand(program: Command, environment: Environment): void {
  program
    .command('migrate')
    .argument('[what]', '`status` tells what would be done and does nothing')
    .description('bring the database up to this version; the service does so itself when it starts')
    .addHelpText('after', '\nExample:\n  truckroll migrate status')
    .action((what: string | undefined, _: unknown, command: Command) =>
      run(command, async () => {
        if (what === 'status') return { ...(await databaseStatus(configOf(environment).database)) }
        return withDeps(environment, async () => ({ ...(await databaseStatus(configOf(environment).database)) }))
      }),
    )
}
