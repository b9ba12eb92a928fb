import { demoProviders } from '../../../providers/demo'
import { adviceFor, type ProbeName } from '../../../providers/probes'
import type { Check, Finding } from './check'

/** Without these the business stands still; the others have a stand-in. */
const vital = new Set<ProbeName>(['payments', 'email'])

/** Tells what was last heard of a provider and waits for nothing. */
export const provider = (name: ProbeName): Check => ({
  health: name === 'geocoder' || name === 'routing' ? undefined : name,
  insights: true,
  doctor: name,
  look({ providers }) {
    const heard = providers.probes.look(name)
    if (heard === 'demo') return { health: { status: 'demo', latencyMs: null }, fine: 'demo' }
    if (heard === null) return { health: { status: 'configured', latencyMs: null } }
    const { failure, latencyMs } = heard
    return {
      health: { status: failure === null ? 'configured' : 'down', latencyMs },
      findings: [
        failure !== null && {
          severity: vital.has(name) ? 'high' : 'medium',
          category: 'config',
          title: `The ${name} provider ${failure.kind === 'refused' ? 'refuses us' : 'does not answer'}`,
          detail: `It was asked a moment ago: ${failure.message}.`,
          action: adviceFor(name, failure),
        },
      ],
      fine: `answers in ${Math.round(latencyMs)} ms`,
    }
  },
})

type Advice = Pick<Finding, 'severity' | 'detail' | 'action'>

/** For what a business cannot do without; maps and developer pages work well enough without a provider. */
const demoInProduction = (needed: Partial<Record<ProbeName, Advice>>): Check => ({
  insights: true,
  look({ config }) {
    if (config.env !== 'production') return {}
    const demo = demoProviders(config)
    return {
      findings: Object.entries(needed).map(
        ([name, advice]) =>
          demo.includes(name) && {
            ...advice,
            category: 'config',
            title: `The ${name} provider is the demo one`,
          },
      ),
    }
  },
})

export const vitalDemo: Check = {
  doctor: 'providers',
  ...demoInProduction({
    payments: {
      severity: 'high',
      detail: 'Nobody pays real money.',
      action: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    },
    email: {
      severity: 'high',
      detail: 'Messages stay in the outbox; customers cannot verify their address.',
      action: 'Set RESEND_API_KEY or SMTP_URL, and EMAIL_FROM.',
    },
  }),
}

export const smsDemo: Check = demoInProduction({
  sms: {
    severity: 'low',
    detail: 'Texts stay in the outbox.',
    action: 'Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.',
  },
})
