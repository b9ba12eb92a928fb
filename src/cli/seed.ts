import type { Command } from 'commander'
import { removeDemo } from '../../db/unseed'
import { reseed } from '../demo'
import { everythingIsDemo } from '../providers/demo'
import { CommandFailed, run, withPrepared, type Environment } from './context'
import { withProgress } from './progress'

export function addSeedCommand(program: Command, environment: Environment): void {
  program
    .command('seed')
    .description('write the demo company, or take it out again')
    .option('--reset', 'take the demo company out and write it anew')
    .option('--remove', 'take the demo company out and touch nothing else')
    .addHelpText('after', '\nExample:\n  truckroll seed --reset\n  truckroll seed --remove')
    .action((options: { reset?: boolean; remove?: boolean }, command: Command) =>
      run(command, () =>
        withPrepared(environment, async (deps) => {
          if (options.remove) return { data: { removedJobs: await removeDemo(deps.store) } }
          if (deps.config.env === 'production' || !everythingIsDemo(deps.config))
            throw new CommandFailed(
              'Refused: the demo company is written only outside production and while every provider is demo',
            )
          return { data: await withProgress({ label: 'Seed', done: () => null }, () => reseed(deps)) }
        }),
      ),
    )
}
