import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { localPath } from '../../db/client'
import type { Config } from '../config'
import { day, hour, isoTime, systemClock, parseDuration } from '../lib/clock'
import { sameUuid } from '../lib/text'
import { giveHqToken, listHqTokens, revokeHqToken } from '../modules/staff'
import { TokenInput, giveToken } from '../modules/workforce'
import { loadSecrets } from '../secrets'
import { hqTokens, longestHqToken } from '../tokens/hq'
import { isToken } from '../tokens/register'
import {
  CommandFailed,
  configOf,
  Misused,
  run,
  wholeNumber,
  withDeps,
  type Answer,
  type Environment,
} from './context'
import { columns } from './terminal'

interface TokenOptions {
  subject: string
  worker?: string
  revoke?: string
  ttl: string
}

export function addTokenCommand(program: Command, environment: Environment): void {
  const token = program
    .command('token')
    .description(
      "create a token for HQ or for a worker's phone when you have no identity provider, or revoke one",
    )
    .option('--subject <name>', 'the person the HQ token is for', 'local-admin')
    .option('--worker <id>', "create a token for this worker's phone instead")
    .option('--ttl <duration>', 'how long the token is valid, such as 30m, 12h or 7d; at most 30d', '12h')
    .option('--revoke <id>', 'revoke an HQ token, given its id or the token itself')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll token --subject dana --ttl 8h\n  truckroll token --worker 01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d --ttl 7d\n  truckroll token list\n  truckroll token --revoke 6f1c2a1e-8a4b-4a53-9d0e-3b7f4d2c9a10',
    )
    .action((options: TokenOptions, command: Command) => run(command, () => answer(environment, options)))
  token
    .command('list')
    .description('list the HQ tokens created or revoked here, newest first')
    .option('--limit <count>', 'how many to list', '20')
    .addHelpText('after', '\nExample:\n  truckroll token list')
    .action((options: { limit: string }, command: Command) =>
      run(command, () => hqTokenList(environment, wholeNumber(options.limit, '--limit', 1, 1_000))),
    )
}

async function answer(environment: Environment, options: TokenOptions): Promise<Answer> {
  const { revoke, subject, worker, ttl } = options
  if (revoke !== undefined)
    return withDeps(environment, async (deps) => ({
      data: await revokeHqToken(deps, isToken(revoke) ? { token: revoke } : { id: revoke }, 'cli'),
    }))
  const ttlMs = parseDuration(ttl)
  if (ttlMs === null || ttlMs === 0) throw new Misused(`--ttl ${ttl} isn't a duration. Try 30m, 12h or 7d.`)
  if (ttlMs > longestHqToken)
    throw new Misused(
      `--ttl ${ttl} is too long. A token can be valid for up to ${longestHqToken / day} days.`,
    )
  if (subject.trim() === '') throw new Misused('--subject must be a name, such as dana')
  return worker === undefined
    ? hqToken(environment, subject, ttlMs)
    : workerToken(environment, sameUuid(worker), ttlMs)
}

async function hqToken(environment: Environment, subject: string, ttlMs: number): Promise<Answer> {
  const config = configOf(environment)
  if (!isStarted(config)) return beforeFirstStart(config, subject, ttlMs)
  return withDeps(environment, async (deps) => {
    const { expiresAt, ...given } = await giveHqToken(deps, subject, ttlMs, 'cli')
    return { data: { ...given, expiresAt: isoTime(expiresAt) } }
  })
}

const isStarted = ({ database: { url } }: Config): boolean =>
  !url.startsWith('file:') || existsSync(localPath(url))

/** There is no database yet to record the token in, so there is no sign-in link either. */
async function beforeFirstStart(config: Config, subject: string, ttlMs: number): Promise<Answer> {
  const { hq, publicUrl } = config
  const secret = loadSecrets(config).hqJwtSecret
  const tokens = hqTokens({ hq, publicUrl, secret, clock: systemClock, isRevoked: async () => false })
  const token = await tokens.issue(subject, hq.adminRoles[0] ?? 'admin', ttlMs)
  if (token === null)
    throw new CommandFailed(
      'Your identity provider at HQ_JWKS_URL issues the tokens. Set HQ_JWT_SECRET to create them here too.',
    )
  return { data: { token } }
}

async function hqTokenList(environment: Environment, limit: number): Promise<Answer> {
  return withDeps(environment, async (deps) => {
    const listing = listHqTokens(deps)
    const tokens = (await listing.rows(limit, null)).map((row) => listing.present(row))
    const text = columns(
      ['id', 'subject', 'created', 'valid until', 'revoked'],
      tokens.map((one) => [one.id, one.subject, one.issuedAt, one.expiresAt, one.revokedAt]),
      'No tokens.',
    )
    return { data: { tokens }, text }
  })
}

async function workerToken(environment: Environment, workerId: string, ttlMs: number): Promise<Answer> {
  const input = TokenInput.safeParse({ hours: Math.ceil(ttlMs / hour) })
  if (!input.success)
    throw new CommandFailed("A worker's token can be valid for up to 7 days. Choose a shorter --ttl.")
  return withDeps(environment, async (deps) => {
    const { token, link, expiresAt } = await giveToken(deps, workerId, input.data, 'cli')
    return { data: { token, link, expiresAt } }
  })
}
