import type { Command } from 'commander'
import { hour, systemClock, parseDuration } from '../lib/clock'
import { sameUuid } from '../lib/text'
import { TokenInput, giveToken } from '../modules/workforce'
import { loadSecrets } from '../secrets'
import { hqTokens } from '../tokens/hq'
import { CommandFailed, configOf, Misused, run, withDeps, type Answer, type Environment } from './context'

interface TokenOptions {
  subject: string
  worker?: string
  ttl: string
}

export function addTokenCommand(program: Command, environment: Environment): void {
  program
    .command('token')
    .description(
      "make an HQ access token, or one for a worker's phone, on a box without an identity provider",
    )
    .option('--subject <name>', 'whom an HQ token stands for', 'local-admin')
    .option('--worker <id>', "make a token for this worker's phone instead")
    .option('--ttl <duration>', 'how long it is valid, e.g. 30m, 12h, 7d', '12h')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll token --subject dana --ttl 8h\n  truckroll token --worker 01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d --ttl 7d',
    )
    .action((options: TokenOptions, command: Command) =>
      run(command, async () => {
        const ttlMs = parseDuration(options.ttl)
        if (ttlMs === null || ttlMs === 0)
          throw new Misused(`--ttl ${options.ttl} is not a duration; try 30m, 12h or 7d`)
        if (options.subject.trim() === '') throw new Misused('--subject must name somebody')
        return options.worker === undefined
          ? hqToken(environment, options.subject, ttlMs)
          : workerToken(environment, sameUuid(options.worker), ttlMs)
      }),
    )
}

async function hqToken(environment: Environment, subject: string, ttlMs: number): Promise<Answer> {
  const config = configOf(environment)
  const secret = loadSecrets(config).hqJwtSecret
  const tokens = hqTokens({ hq: config.hq, publicUrl: config.publicUrl, secret, clock: systemClock })
  const token = await tokens.issue(subject, config.hq.adminRoles[0] ?? 'admin', ttlMs)
  if (token === null)
    throw new CommandFailed(
      'Tokens come from the identity provider at HQ_JWKS_URL; set HQ_JWT_SECRET to make them here too',
    )
  return { data: { token, link: `${config.publicUrl}/admin#token=${token}` } }
}

async function workerToken(environment: Environment, workerId: string, ttlMs: number): Promise<Answer> {
  const input = TokenInput.safeParse({ hours: Math.ceil(ttlMs / hour) })
  if (!input.success) throw new CommandFailed("A worker's token lasts a week at the most")
  return withDeps(environment, async (deps) => {
    const { token, link, expiresAt } = await giveToken(deps, workerId, input.data, 'cli')
    return { data: { token, link, expiresAt } }
  })
}
