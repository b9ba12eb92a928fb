import type { Command } from 'commander'
import { serve } from '../serve'
import type { Environment } from './context'

export function addServeCommand(program: Command, environment: Environment): void {
  program
    .command('serve')
    .description('start the service')
    .addHelpText('after', '\nExample:\n  PORT=8080 truckroll serve')
    .action(() => serve(environment))
}
