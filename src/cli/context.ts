import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { databaseStatus, localPath } from '../../db/client'
import { compose, dismantle } from '../compose'
import { ConfigError, loadConfig, type Config } from '../config'
import type { Deps } from '../deps'
import { commandLine } from '../lib/actor'
import { systemClock } from '../lib/clock'
import { createLog, traceOf } from '../lib/log'
import { recordActivity, type ActivityEntry } from '../modules/office'
import { terminalOf, keysAndValues } from './terminal'

export type Environment = Record<string, string | undefined>

export const exitCodes = { done: 0, failed: 1, misused: 2 } as const

/** A failure the operator can fix, printed on one line without a stack trace. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/** The command line isn't valid. */
export class Misused extends CommandFailed {
  override name = 'Misused'
}

/** A command's result. `--json` prints the data; otherwise people see the text, or the data line by line. */
export interface Answer {
  data: Record<string, unknown>
  text?: string
  /** The command finished but found a problem. */
  wrong?: boolean
}

/** Turns what the work returns or throws into output and an exit code. */
export async function run(command: Command, work: () => Promise<Answer>): Promise<void> {
  const json = Boolean(command.optsWithGlobals().json)
  const { out, err, exitWith } = terminalOf(command)
  try {
    const { data, text, wrong = false } = await work()
    out(json ? `${JSON.stringify({ ok: !wrong, ...data })}\n` : (text ?? keysAndValues(data)))
    exitWith(wrong ? exitCodes.failed : exitCodes.done)
  } catch (error) {
    const message = error instanceof Error && isExpected(error) ? error.message : traceOf(error)
    if (json) out(`${JSON.stringify({ ok: false, error: message })}\n`)
    else err(`${message}\n`)
    exitWith(error instanceof Misused ? exitCodes.misused : exitCodes.failed)
  }
}

function isExpected(error: Error): boolean {
  return (
    error instanceof ConfigError ||
    /^(CommandFailed|Misused|StoreError|SecretsError|Refusal|PaymentRefused)$/.test(error.name)
  )
}

export const configOf = (environment: Environment): Config => loadConfig(environment)

/** Opens everything the service would open, runs the work, and closes it again. */
export async function withDeps<T>(environment: Environment, work: (deps: Deps) => Promise<T>): Promise<T> {
  const config = configOf(environment)
  await assertReady(config)
  return withPrepared(environment, work)
}

/**
 * A command that only reads must not create or migrate a database: an operator could mistake an empty one for
 * the real one, and an older service that is still running must not have its tables changed.
 */
async function assertReady({ database, dataDir }: Config): Promise<void> {
  if (database.url.startsWith('file:') && !existsSync(localPath(database.url)))
    throw new CommandFailed(
      `There's no database at ${localPath(database.url)}. Check that DATA_DIR (now ${dataDir}) is the folder your service uses. The first start creates the database.`,
    )
  const { pending } = await databaseStatus(database)
  if (pending.length > 0)
    throw new CommandFailed(
      `The database is older than this version (${pending.join(', ')}). Start the service or run \`migrate\`, then try again.`,
    )
}

/** Like `withDeps`, but creates a missing database and migrates an old one. */
export async function withPrepared<T>(
  environment: Environment,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const config = configOf(environment)
  // Standard output holds only the command's result, so the log goes to standard error.
  const log = createLog('warn', systemClock, (text) => void process.stderr.write(text))
  const deps = await compose(config, log, true)
  try {
    return await work(deps)
  } finally {
    await dismantle(deps)
  }
}

/** Writes to the activity log what a command does, if no module does so. */
export async function record(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  entry: Pick<ActivityEntry, 'type' | 'summary'>,
): Promise<void> {
  await store.write((tx) => recordActivity(tx, clock.now(), { ...entry, actor: commandLine }))
}

export function wholeNumber(text: string, option: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new Misused(`${option} must be a whole number from ${least} to ${most}`)
}
