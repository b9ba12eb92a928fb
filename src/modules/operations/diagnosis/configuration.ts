import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../../config'
import { isGuessable } from '../../../config/guessable'
import { isTooWide } from '../../../config/production'
import { variables } from '../../../config/variables'
import { second } from '../../../lib/clock'
import { loadSecrets, SecretsError, type Secrets } from '../../../secrets'
import { groups, variableOf, type GroupName, type Origin } from '../../../settings/live'
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
          title: 'Almost any address counts as a trusted proxy',
          detail: `The list of trusted proxies (TRUSTED_PROXIES) includes ${wide.join(', ')}. A trusted proxy can claim any address, so rate limits protect nothing.`,
          action: 'List only your own proxy in TRUSTED_PROXIES, such as loopback or 10.0.0.5, and restart.',
        },
      ],
      fine: `trusting X-Forwarded-For from ${trustedProxies.join(', ')}`,
    }
  },
}

export const webhookSecret: Check<Box> = {
  doctor: 'webhook secret',
  look({ config: { payments, publicUrl } }) {
    if (payments.secretKey === undefined) return { fine: 'not needed until Stripe is set up' }
    return {
      findings: [
        payments.webhookSecrets.length === 0 &&
          fault(
            'Payment events are refused because the webhook signing secret (STRIPE_WEBHOOK_SECRET) is missing.',
            `In Stripe, add the webhook endpoint ${publicUrl}/api/payments-webhook. Then set STRIPE_WEBHOOK_SECRET to its signing secret and restart.`,
          ),
      ],
      fine: `${payments.webhookSecrets.length} set`,
    }
  },
}

/** Shorter secrets can be guessed. */
const shortestSecret = 16

function weaknessOf(secret: string, example: string, all: readonly (string | null)[]): string | null {
  if (secret === example) return 'is the example from the documentation'
  if (secret.length < shortestSecret) return `is shorter than ${shortestSecret} characters`
  if (isGuessable(secret)) return 'is easy to guess'
  if (all.filter((other) => other === secret).length > 1) return 'is used for more than one purpose'
  return null
}

const purposes = {
  HQ_JWT_SECRET: 'signs HQ tokens',
  PROOF_SECRET: 'signs customer sign-ins',
  CRON_SECRET: 'protects the scheduled tasks',
  STRIPE_WEBHOOK_SECRET: 'verifies payment events',
  METRICS_TOKEN: 'protects the metrics',
} as const

/** Weak secrets among those a person chose; generated ones are always strong. */
function weakSecrets({ hq, proofSecret, cron, payments, metrics }: Config, secrets: Secrets) {
  const chosen = [
    ['HQ_JWT_SECRET', hq.jwtSecret] as const,
    ['PROOF_SECRET', proofSecret] as const,
    ['CRON_SECRET', cron.secret] as const,
    ['METRICS_TOKEN', metrics.token] as const,
    ...payments.webhookSecrets.map((secret) => ['STRIPE_WEBHOOK_SECRET', secret] as const),
  ]
  const all = [
    secrets.hqJwtSecret,
    secrets.proofSecret,
    secrets.cronSecret,
    ...secrets.webhookSecrets,
    metrics.token ?? null,
  ]
  return chosen.flatMap(([variable, secret]) => {
    const why = secret === undefined ? null : weaknessOf(secret, variables[variable].example, all)
    return why === null ? [] : [{ variable, why }]
  })
}

export const secrets: Check<Box> = {
  insights: true,
  doctor: 'secrets',
  look({ config, secrets: opened }) {
    // Loading would create the file, and a check must not change anything.
    if (!opened && !existsSync(join(config.dataDir, 'secrets.json')))
      return { note: 'The first start will create them.' }
    try {
      const weak = weakSecrets(config, opened ?? loadSecrets(config))
      return {
        findings: weak.map(({ variable, why }) => ({
          severity: config.env === 'production' ? 'high' : 'medium',
          category: 'security',
          title: `The secret that ${purposes[variable]} is weak`,
          detail: `${variable} ${why}.`,
          action: `Set ${variable} to the output of \`openssl rand -hex 32\`, or remove it and we'll generate one at the next start.`,
        })),
        fine: 'strong, and each used for one purpose',
      }
    } catch (error) {
      if (!(error instanceof SecretsError)) throw error
      const action =
        "Restore secrets.json from your own copy. Or delete it to get new secrets; everyone who's signed in will have to sign in again."
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
            title: isLocal(publicUrl)
              ? 'Your public address only works on this server'
              : "Your public address isn't encrypted",
            detail: `Links in emails, checkout pages and invoices start with ${publicUrl}.`,
            action:
              'Set the public address (PUBLIC_URL) to the https:// address your customers use, and restart.',
          },
      ],
    }
  },
}

const Vitals = z.object({
  ok: z.literal(true),
  data: z.object({ status: z.literal('ok'), version: z.string() }),
})

/** Calls the public address the way a customer's browser would. */
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
      return { note: `Nothing is responding at ${publicUrl}. The service isn't running.` }
    return {
      findings: [
        answer === undefined
          ? fault(
              `Nothing is responding at ${publicUrl}.`,
              'Start the service and its proxy, and make sure the domain points to this server.',
            )
          : !Vitals.safeParse(answer).success &&
            fault(
              `Something else is responding at ${publicUrl}.`,
              'Point the domain, or the proxy behind it, to this service.',
            ),
      ],
      fine: `${publicUrl} reaches this service`,
    }
  },
}

/** Says where the company's settings come from: a variable loses to the console. */
export const companySettings: Check = {
  doctor: 'settings',
  look({ settings }) {
    const fields = (Object.keys(groups) as GroupName[]).flatMap((name) =>
      Object.keys(groups[name].fields).map((field) => ({
        name: `${name}.${field}`,
        origin: settings.originOf(name, field),
        variable: variableOf(name, field),
      })),
    )
    const from = (origin: Origin) => fields.filter((field) => field.origin === origin)
    const ofConsole = from('console').map(({ name, variable }) =>
      variable !== null && settings.isGiven(variable) ? `${name} (instead of ${variable})` : name,
    )
    const ofEnvironment = from('environment').map(({ name, variable }) => `${name} (${variable})`)
    const parts = [
      ofConsole.length > 0 && `changed in the console: ${ofConsole.join(', ')}`,
      ofEnvironment.length > 0 && `from the environment: ${ofEnvironment.join(', ')}`,
      `default: ${from('default').length}`,
    ]
    return { fine: parts.filter((part) => part !== false).join('; ') }
  },
}
