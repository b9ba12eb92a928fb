import type { Command } from 'commander'
import { databaseStatus } from '../../db/client'
import type { MigrationStatus } from '../../db/migrate'
import { removeDemo } from '../../db/unseed'
import { reseed } from '../demo'
import { everythingIsDemo } from '../providers/demo'
import { configOf, record, run, withPrepared, CommandFailed, type Environment } from './context'
import { counted, withProgress } from './terminal'

export function addMigrateCommand(program: Command, environment: Environment): void {
  program
    .command('migrate')
    .argument('[what]', '`status` shows what would change, without changing it')
    .description(
      'update the database to this version; the service also does this automatically when it starts',
    )
    .addHelpText('after', '\nExample:\n  truckroll migrate status')
    .action((what: string | undefined, _: unknown, command: Command) => {
      if (what !== undefined && what !== 'status')
        command.error(`error: unknown argument '${what}'. Did you mean status?`)
      return run(command, async () => {
        if (what === undefined)
          await withProgress({ label: 'Migrate', done: () => null }, () =>
            withPrepared(environment, async () => {}),
          )
        const status = await databaseStatus(configOf(environment).database)
        return { data: { ...status }, text: statusInWords(status) }
      })
    })
}

function statusInWords({ applied, pending }: MigrationStatus): string {
  if (pending.length === 0) return `The database is up to date (${counted(applied.length, 'migration')}).\n`
  return `${counted(pending.length, 'migration')} to apply: ${pending.join(', ')}. Run \`migrate\` or start the service.\n`
}

export function addSeedCommand(program: Command, environment: Environment): void {
  program
    .command('seed')
    .description('add or remove the demo company')
    .option('--reset', 'remove the demo company and add it again')
    .option('--remove', 'remove the demo company and nothing else')
    .addHelpText('after', '\nExample:\n  truckroll seed --reset\n  truckroll seed --remove')
    .action((options: { reset?: boolean; remove?: boolean }, command: Command) =>
      run(command, () =>
        withPrepared(environment, async (deps) => {
          if (options.remove) {
            const removedJobs = await removeDemo(deps.store)
            await record(deps, { type: 'demo.removed', summary: 'Removed the demo company' })
            return {
              data: { removedJobs },
              text: `Removed the demo company (${counted(removedJobs, 'job')}).\n`,
            }
          }
          if (deps.config.env === 'production' || !everythingIsDemo(deps.config))
            throw new CommandFailed(
              'The demo company can be added only outside production and while every provider is a demo.',
            )
          const added = await withProgress({ label: 'Seed', done: () => null }, () => reseed(deps))
          await record(deps, { type: 'demo.added', summary: 'Added the demo company' })
          const counts = [
            counted(added.jobs, 'job'),
            counted(added.customers, 'customer'),
            counted(added.payments, 'payment'),
          ]
          return { data: added, text: `Added the demo company: ${counts.join(', ')}.\n` }
        }),
      ),
    )
}
