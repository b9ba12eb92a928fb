import type { Command } from 'commander'
import { compose, dismantle } from '../compose'
import { ConfigError, loadConfig, type Config } from '../config'
import type { Deps } from '../deps'

export type Environment = Record<string, string | undefined>

/** What the operator can mend: said in one line, without a stack trace, exit code 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/** Runs a command's work and turns what it throws into a message and an exit code. */
export async function run(command: Command, work: () => Promise<Record<string, unknown>>): Promise<void> {
  const json = Boolean(command.optsWithGlobals().json)
  try {
    print(json, await work())
  } catch (error) {
    const message = error instanceof Error && isExpected(error) ? error.message : Bun.inspect(error)
    if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: message })}\n`)
    else process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}

function isExpected(error: Error): boolean {
  return error instanceof ConfigError || /^(CommandFailed|StoreError|SecretsError|Refusal)$/.test(error.name)
}

function print(json: boolean, result: Record<string, unknown>): void {
  if (json) return void process.stdout.write(`${JSON.stringify({ ok: true, ...result })}\n`)
  const width = Math.max(0, ...Object.keys(result).map((name) => name.length))
  for (const [name, value] of Object.entries(result))
    process.stdout.write(`${name.padEnd(width)}  ${typeof value === 'object' ? JSON.stringify(value) : String(value)}\n`)
}

export function configOf(environment: Environment): Config {
  return loadConfig(environment)
}

/** Opens everything the service would open, hands it to the work, and closes it again. */
export async function withDeps<T>(environment: Environment, work: (deps: Deps) => Promise<T>): Promise<T> {
  const config = configOf(environment)
  const deps = await compose({ ...config, logLevel: 'warn' })
  try {
    return await work(deps)
  } finally {
    await dismantle(deps)
  }
}
