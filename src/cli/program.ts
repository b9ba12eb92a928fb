import { Command } from 'commander'
import { programVersion } from '../version'
import { addBackupCommands } from './backup'
import type { Environment } from './context'
import { addMigrateCommand } from './migrate'
import { addSeedCommand } from './seed'
import { addServeCommand } from './serve'
import { addTokenCommand } from './token'

/** The command line: one file a command, each adding itself here. */
export function createProgram(environment: Environment): Command {
  const program = new Command('truckroll')
    .description('A field-service business in one process on one box')
    .version(programVersion, '-v, --version')
    .option('--json', 'answer as one JSON object')
    .showHelpAfterError()
  for (const add of [addServeCommand, addTokenCommand, addSeedCommand, addBackupCommands, addMigrateCommand])
    add(program, environment)
  return program
}
