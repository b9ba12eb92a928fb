import type { Deps } from './deps'
import { day } from './lib/clock'
import { demoProviders } from './providers/demo'
import { programVersion } from './version'

/** What somebody who just started the service needs to know, on one screen. */
export async function banner({ config, tokens }: Deps): Promise<string> {
  const address = config.publicUrl
  // In production the log is kept, and a token in it would be a key under the mat.
  const token = config.env === 'production' ? null : await tokens.hq.issue('local-admin', 'admin', day)
  const lines = [
    ['Address', address],
    ['Swagger', `${address}/swagger`],
    [
      'Admin',
      token === null ? `${address}/admin (token: bun src/cli.ts token)` : `${address}/admin#token=${token}`,
    ],
    [
      'Data',
      config.database.url.startsWith('file:') ? config.dataDir : config.database.url.replace(/\?.*/, ''),
    ],
    ['Demo', demoProviders(config).join(', ') || 'none: every provider is real'],
  ]
  const table = lines.map(([name = '', value]) => `  ${name.padEnd(9)}${value}`).join('\n')
  return `\n  Truckroll ${programVersion}\n\n${table}\n\n`
}
