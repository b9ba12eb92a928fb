import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../../config'
import { isGuessable } from '../../../config/guessable'
import { isTooWide } from '../../../config/production'
import { variables } from '../../../config/variables'
import { second } from '../../../lib/clock'
import { loadSecrets, SecretsError, type Secrets } from '../../../secrets'
import { fault, type Box, type Check } from './check'

export const proxies: Check<Box> = {
  insights: true,
  doctor: 'proxies',
  look({ config: { trustedProxies } }) {
    const wide = trustedProxies.filter(isTooWide)
    return {
      findings: [
        wide.length > 0 && {
          severity: 'high',
          category: 'security',
          title: 'Nearly anybody is a trusted proxy',
          detail: `TRUSTED_PROXIES names ${wide.join(', ')}. A trusted proxy can claim any address, so limits by address mean nothing.`,
          action: 'Name only your own proxy in TRUSTED_PROXIES, such as loopback or 10.0.0.5.',
        },
      ],
      fine: `X-Forwarded-For is believed from ${trustedProxies.join(', ')}`,
    }
  },
}

export const webhookSecret: Check<Box> = {
  doctor: 'webhook secret',
  look({ config: { payments, publicUrl } }) {
    if (payments.secretKey === undefined) return { fine: 'needed once STRIPE_SECRET_KEY is set' }
    return {
      findings: [
        payments.webhookSecrets.length === 0 &&
          fault(
            'Payments are real, but without STRIPE_WEBHOOK_SECRET every event of the processor is refused.',
            `Add ${publicUrl}/api/payments-webhook as an endpoint at the processor and set STRIPE_WEBHOOK_SECRET to its signing secret.`,
          ),
      ],
      fine: `${payments.webhookSecrets.length} set`,
    }
  },
}

/** Below this, guessing pays. */
const shortestSecret = 16

function weaknessOf(secret: string, example: string, all: readonly (string | null)[]): string | null {
  if (secret === example) return 'is the example from the documentation'
  if (secret.length < shortestSecret) return `is shorter than ${shortestSecret} characters`
  if (isGuessable(secret)) return 'is easy to guess'
  if (all.filter((other) => other === secret).length > 1) return 'is used for more than one purpose'
  return null
}

/** Secrets that somebody chose and should choose again. Those we made ourselves are good. */
function weakSecrets({ hq, proofSecret, cron, payments }: Config, secrets: Secrets) {
  const chosen = [
    ['HQ_JWT_SECRET', hq.jwtSecret] as const,
    ['PROOF_SECRET', proofSecret] as const,
    ['CRON_SECRET', cron.secret] as const,
    ...payments.webhookSecrets.map((secret) => ['STRIPE_WEBHOOK_SECRET', secret] as const),
  ]
  const all = [secrets.hqJwtSecret, secrets.proofSecret, secrets.cronSecret, ...secrets.webhookSecrets]
  return chosen.flatMap(([variable, secret]) => {
    const why = secret === undefined ? null : weaknessOf(secret, variables[variable].example, all)
    return why === null ? [] : [{ variable, why }]
  })
}

export const secrets: Check<Box> = {
  insights: true,
  doctor: 'secrets',
  look({ config, secrets: opened }) {
    // Loading would make them, and a look makes nothing.
    if (!opened && !existsSync(join(config.dataDir, 'secrets.json')))
      return { note: 'The first start makes them.' }
    try {
      const weak = weakSecrets(config, opened ?? loadSecrets(config))
      return {
        findings: weak.map(({ variable, why }) => ({
          severity: config.env === 'production' ? 'high' : 'medium',
          category: 'security',
          title: `${variable} is weak`,
          detail: `It ${why}.`,
          action: `Set ${variable} to the output of \`openssl rand -hex 32\`, or leave it out to have one made.`,
        })),
        fine: 'strong, and each for one purpose',
      }
    } catch (error) {
      if (!(error instanceof SecretsError)) throw error
      const action = 'Restore secrets.json from your own safe, or delete it to have new ones made.'
      return { findings: [fault(error.message, action)] }
    }
  },
}

const isLocal = (address: string): boolean =>
  /^(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(new URL(address).hostname)

export const publicAddress: Check<Box> = {
  insights: true,
  doctor: 'public URL',
  look({ config: { env, publicUrl } }) {
    const isEncrypted = new URL(publicUrl).protocol === 'https:'
    return {
      findings: [
        env === 'production' &&
          (isLocal(publicUrl) || !isEncrypted) && {
            severity: 'high',
            category: 'config',
            title: `The public address ${isLocal(publicUrl) ? 'works only on this box' : 'is not encrypted'}`,
            detail: `Links in emails, checkout pages and invoices start with ${publicUrl}.`,
            action: 'Set PUBLIC_URL to the https:// address customers use.',
          },
      ],
    }
  },
}

const Vitals = z.object({
  ok: z.literal(true),
  data: z.object({ status: z.literal('ok'), version: z.string() }),
})

/** Takes the path a customer would take. */
export const reachable: Check<Box> = {
  doctor: 'public URL',
  async look({ config: { env, publicUrl } }) {
    const answer: unknown = await fetch(`${publicUrl}/api/vitals`, {
      signal: AbortSignal.timeout(5 * second),
      redirect: 'manual',
    }).then(
      (response) => response.json().catch(() => null),
      () => undefined,
    )
    if (answer === undefined && env !== 'production' && isLocal(publicUrl))
      return { note: `Nothing answers at ${publicUrl}: the service is not running.` }
    return {
      findings: [
        answer === undefined
          ? fault(
              `Nothing answers at ${publicUrl}.`,
              'Start the service and the proxy before it, and see that the name leads to this box.',
            )
          : !Vitals.safeParse(answer).success &&
            fault(
              `Something else answers at ${publicUrl}.`,
              'Point the name, or the proxy behind it, at this service.',
            ),
      ],
      fine: `${publicUrl} leads here`,
    }
  },
}
