import { Command, CommanderError } from 'commander'
import { serve } from '../serve'
import { programVersion, interfaceVersion } from '../version'
import { addAlertCommand } from './alert'
import { addBackupCommand, addRestoreCommand } from './backup'
import { exitCodes, run, type Environment } from './context'
import { addMigrateCommand, addSeedCommand } from './database'
import { addDoctorCommand } from './doctor'
import { addExportCommand } from './export'
import { addFontsCommands } from './fonts'
import { addImportCommand } from './import'
import { addLedgerCommand } from './ledger'
import { addMapCommands } from './map'
import { addOpenapiCommand } from './openapi'
import { addOutboxCommand } from './outbox'
import { addStaffCommand } from './staff'
import { addStartCommand } from './start-for-real'
import { addTaskCommand } from './task'
import { terminalOf, useTerminal, type Terminal } from './terminal'
import { addTokenCommand } from './token'
import { addTriggerCommand, addWebhookCommands } from './webhooks'

/** The commands, in the order `--help` shows them. */
const commands: ((program: Command, environment: Environment) => void)[] = [
  addServeCommand,
  addDoctorCommand,
  addAlertCommand,
  addStaffCommand,
  addTokenCommand,
  addSeedCommand,
  addStartCommand,
  addBackupCommand,
  addRestoreCommand,
  addExportCommand,
  addImportCommand,
  addTaskCommand,
  addWebhookCommands,
  addTriggerCommand,
  addOutboxCommand,
  addLedgerCommand,
  addOpenapiCommand,
  addMapCommands,
  addFontsCommands,
  addMigrateCommand,
  addVersionCommand,
]

export function createProgram(environment: Environment, terminal?: Terminal): Command {
  const program = new Command('truckroll')
    .description('Run a field-service business on one machine')
    .version(programVersion, '-v, --version')
    .option('--json', 'print the result as one JSON object')
    .showHelpAfterError()
    // Subcommands inherit this setting only if it is set before they are added.
    .exitOverride()
    .addHelpText('after', `\nExit codes:\n${codesInWords}\n\nExample:\n  truckroll doctor --json`)
  useTerminal(program, terminal)
  for (const add of commands) add(program, environment)
  return program
}

const codesInWords = [
  `  ${exitCodes.done}  success: the command finished and found no problem`,
  `  ${exitCodes.failed}  the command failed, or it found a problem`,
  `  ${exitCodes.misused}  the command line isn't valid`,
].join('\n')

/** A command line that isn't valid and a command that fails have different exit codes. */
export async function runProgram(
  environment: Environment,
  words: string[],
  terminal?: Terminal,
): Promise<void> {
  const program = createProgram(environment, terminal)
  const { out, exitWith } = terminalOf(program)
  try {
    await program.parseAsync(words)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Commander also throws after printing help or the version.
    if (error.exitCode === 0) return
    exitWith(exitCodes.misused)
    if (words.includes('--json')) out(`${JSON.stringify({ ok: false, error: error.message })}\n`)
  }
}

export function addServeCommand(program: Command, environment: Environment): void {
  program
    .command('serve')
    .description('start the service')
    .addHelpText('after', '\nExample:\n  PORT=8080 truckroll serve')
    .action(() => serve(environment))
}

export function addVersionCommand(program: Command, _environment: Environment): void {
  program
    .command('version')
    .description('show the versions of Truckroll, its API and Bun')
    .addHelpText('after', '\nExample:\n  truckroll version --json')
    .action((_: unknown, command: Command) =>
      run(command, async () => ({
        data: { truckroll: programVersion, interface: interfaceVersion, bun: Bun.version },
        text: `Truckroll ${programVersion}, API ${interfaceVersion}, Bun ${Bun.version}\n`,
      })),
    )
}
