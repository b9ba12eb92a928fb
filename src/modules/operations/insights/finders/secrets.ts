import type { Config } from '../../../../config'
import { variables } from '../../../../config/variables'
import type { Secrets } from '../../../../secrets'
import type { Finder, Insight } from '../insight'

/** Below this, guessing pays. */
const shortest = 16

export interface WeakSecret {
  variable: 'HQ_JWT_SECRET' | 'PROOF_SECRET' | 'CRON_SECRET' | 'STRIPE_WEBHOOK_SECRET'
  why: string
}

/** Secrets that somebody chose and should choose again. Those we made ourselves are good. */
export function weakSecrets(config: Config, secrets: Secrets): WeakSecret[] {
  const chosen: [WeakSecret['variable'], string | undefined][] = [
    ['HQ_JWT_SECRET', config.hq.jwtSecret],
    ['PROOF_SECRET', config.proofSecret],
    ['CRON_SECRET', config.cron.secret],
    ...config.payments.webhookSecrets.map((secret): [WeakSecret['variable'], string] => [
      'STRIPE_WEBHOOK_SECRET',
      secret,
    ]),
  ]
  const all = [secrets.hqJwtSecret, secrets.proofSecret, secrets.cronSecret, ...secrets.webhookSecrets]
  return chosen.flatMap(([variable, secret]) => {
    if (secret === undefined) return []
    const why = weaknessOf(secret, variables[variable].example, all)
    return why === null ? [] : [{ variable, why }]
  })
}

function weaknessOf(secret: string, example: string, all: readonly (string | null)[]): string | null {
  if (secret === example) return 'is the example from the documentation'
  if (secret.length < shortest) return `is shorter than ${shortest} characters`
  if (new Set(secret).size < 6) return 'is made of very few different characters'
  if (all.filter((other) => other === secret).length > 1) return 'is used for more than one purpose'
  return null
}

export const secrets: Finder = ({ config, secrets }) =>
  weakSecrets(config, secrets).map(({ variable, why }): Insight => ({
    severity: config.env === 'production' ? 'high' : 'medium',
    category: 'security',
    title: `${variable} is weak`,
    detail: `It ${why}.`,
    action: `Set ${variable} to the output of \`openssl rand -hex 32\`, or leave it out to have one made.`,
  }))
