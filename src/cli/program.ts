import { Command, CommanderError } from 'commander'
import { serve } from '../serve'
import { programVersion, interfaceVersion } from '../version'
import { addBackupCommand, addRestoreCommand } from './backup'
import { exitCodes, run, type Environment } from './context'
import { addMigrateCommand, addSeedCommand } from './database'
import { addDoctorCommand } from './doctor'
import { addExportCommand } from './export'
import { addLedgerCommand } from './ledger'
import { addMapCommands } from './map'
import { addOpenapiCommand } from './openapi'
import { addOutboxCommand } from './outbox'
import { addTaskCommand } from './task'
import { terminalOf, useTerminal, type Terminal } from './terminal'
import { addTokenCommand } from './token'
import { addTriggerCommand, addWebhookCommands } from './webhooks'

/** One file a command, in the order `--help` shows them. */
const commands: ((program: Command, environment: Environment) => void)[] = [
  addServeCommand,
  addDoctorCommand,
  addTokenCommand,
  addSeedCommand,
  addBackupCommand,
  addRestoreCommand,
  addExportCommand,
  addTaskCommand,
  addWebhookCommands,
  addTriggerCommand,
  addOutboxCommand,
  addLedgerCommand,
  addOpenapiCommand,
  addMapCommands,
  addMigrateCommand,
  addVersionCommand,
]

export function createProgram(environment: Environment, terminal?: Terminal): Command {
  const program = new Command('truckroll')
    .description('A field-service business in one process on one box')
    .version(programVersion, '-v, --version')
    .option('--json', 'answer as one JSON object')
    .showHelpAfterError()
    // Subcommands inherit it, so it comes before them.
    .exitOverride()
    .addHelpText('after', `\nExit codes:\n${codesInWords}\n\nExample:\n  truckroll doctor --json`)
  useTerminal(program, terminal)
  for (const add of commands) add(program, environment)
  return program
}

const codesInWords = [
  `  ${exitCodes.done}  done, and nothing wrong was found`,
  `  ${exitCodes.failed}  it could not be done, or something wrong was found`,
  `  ${exitCodes.misused}  the command was not written as it should be`,
].join('\n')

/** Runs what was typed. A wrong command line is told apart from work that failed by its exit code. */
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
    // Asking for help or the version ends that way too.
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
    .description('say which version this is, and of what')
    .addHelpText('after', '\nExample:\n  truckroll version --json')
    .action((_: unknown, command: Command) =>
      run(command, async () => ({
        data: { truckroll: programVersion, interface: interfaceVersion, bun: Bun.version },
      })),
    )
}
