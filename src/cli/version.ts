import type { Command } from 'commander'
import { interfaceVersion, programVersion } from '../version'
import { run, type Environment } from './context'

export function addVersionCommand(program: Command, _environment: Environment): void {
  program
    .command('version')
    .description('say which version this is, and of what')
    .addHelpText('after', '\nExample:\n  truckroll version --json')
    .action((_: unknown, command: Command) =>
      run(command, async () => ({
        data: { truckroll: programVersion, interface: interfaceVersion, bun: Bun.version },
      })),
    )
}
