import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { databaseStatus, localPath } from '../../db/client'
import { compose, dismantle } from '../compose'
import { ConfigError, loadConfig, type Config } from '../config'
import type { Deps } from '../deps'
import { systemClock } from '../lib/clock'
import { createLog } from '../lib/log'
import { terminalOf, keysAndValues } from './terminal'

export type Environment = Record<string, string | undefined>

export const exitCodes = { done: 0, failed: 1, misused: 2 } as const

/** What the operator can mend: said in one line, without a stack trace. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/** The command line itself is wrong, whatever the state of things. */
export class Misused extends CommandFailed {
  override name = 'Misused'
}

/** What a command has to say: as JSON its data, to people its text, or the data line by line. */
export interface Answer {
  data: Record<string, unknown>
  text?: string
  /** Something wrong was found, although the command did its work. */
  wrong?: boolean
}

/** Runs a command's work and turns what it says, or throws, into output and an exit code. */
export async function run(command: Command, work: () => Promise<Answer>): Promise<void> {
  const json = Boolean(command.optsWithGlobals().json)
  const { out, err, exitWith } = terminalOf(command)
  try {
    const { data, text, wrong = false } = await work()
    out(json ? `${JSON.stringify({ ok: !wrong, ...data })}\n` : (text ?? keysAndValues(data)))
    exitWith(wrong ? exitCodes.failed : exitCodes.done)
  } catch (error) {
    const message = error instanceof Error && isExpected(error) ? error.message : Bun.inspect(error)
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

/** Opens everything the service would open, hands it to the work, and closes it again. */
export async function withDeps<T>(environment: Environment, work: (deps: Deps) => Promise<T>): Promise<T> {
  const config = configOf(environment)
  await assertReady(config)
  return withPrepared(environment, work)
}

/**
 * A command that only looks makes and changes no database: an empty one where there should be another would
 * be taken for it, and a running service of the version before must not have its tables changed under it.
 */
async function assertReady({ database, dataDir }: Config): Promise<void> {
  if (database.url.startsWith('file:') && !existsSync(localPath(database.url)))
    throw new CommandFailed(
      `There is no database at ${localPath(database.url)}. Is DATA_DIR (now ${dataDir}) the one of the service? The first start makes it.`,
    )
  const { pending } = await databaseStatus(database)
  if (pending.length > 0)
    throw new CommandFailed(
      `The database is older than this version (${pending.join(', ')}). Start this version, or run \`migrate\`, then try again.`,
    )
}

/** The same for commands that make the database where there is none, and bring it up to this version. */
export async function withPrepared<T>(
  environment: Environment,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const config = configOf(environment)
  // The output is the command's own, so the log goes to the other side.
  const log = createLog('warn', systemClock, (text) => void process.stderr.write(text))
  const deps = await compose(config, log)
  try {
    return await work(deps)
  } finally {
    await dismantle(deps)
  }
}

/** A number an option names, within bounds. */
export function wholeNumber(text: string, option: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new Misused(`${option} must be a whole number from ${least} to ${most}`)
}
