import type { Command } from 'commander'
import { systemClock } from '../lib/clock'
import { parseDuration } from '../lib/duration'
import { loadSecrets } from '../secrets'
import { hqTokens } from '../tokens/hq'
import { CommandFailed, configOf, run, type Environment } from './context'

export function addTokenCommand(program: Command, environment: Environment): void {
  program
    .command('token')
    .description('make an HQ access token for a box without an identity provider')
    .option('--subject <name>', 'whom the token stands for', 'local-admin')
    .option('--ttl <duration>', 'how long it is valid, e.g. 30m, 12h, 7d', '12h')
    .addHelpText('after', '\nExample:\n  truckroll token --subject dana --ttl 8h')
    .action((options: { subject: string; ttl: string }, command: Command) =>
      run(command, async () => {
        const config = configOf(environment)
        const ttlMs = parseDuration(options.ttl)
        if (ttlMs === null) throw new CommandFailed(`--ttl ${options.ttl} is not a duration; try 30m, 12h or 7d`)
        const secret = loadSecrets(config).hqJwtSecret
        const tokens = hqTokens({ hq: config.hq, publicUrl: config.publicUrl, secret, clock: systemClock })
        const token = await tokens.issue(options.subject, config.hq.adminRoles[0] ?? 'admin', ttlMs)
        if (token === null)
          throw new CommandFailed('Tokens come from the identity provider at HQ_JWKS_URL; set HQ_JWT_SECRET to make them here too')
        return { token, link: `${config.publicUrl}/admin#token=${token}` }
      }),
    )
}
