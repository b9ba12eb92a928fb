import type { Config } from '../../../config'
import { missingProviders, simulationNotice } from '../../../providers/demo'
import { adviceFor, type ProbeName } from '../../../providers/probes'
import type { Check, Finding, HealthEntry, Seen } from './check'

/** Without these the business stands still; the others have a stand-in. */
const vital = new Set<ProbeName>(['payments', 'email'])

/** Tells what was last heard of a provider and waits for nothing. */
export const provider = (name: ProbeName): Check => ({
  health: name === 'geocoder' || name === 'routing' ? undefined : name,
  insights: true,
  doctor: name,
  look({ providers, config }) {
    const heard = providers.probes.look(name)
    if (heard === 'demo') return withoutProvider(name, config)
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

interface Gap {
  /** A business can do without texts; not without money, or the codes in emails. */
  status: HealthEntry['status']
  /** Anybody may read it. */
  detail: string
  finding: Finding
}

const gap = (status: Gap['status'], detail: string, finding: Omit<Finding, 'category'>): Gap => ({
  status,
  detail,
  finding: { ...finding, category: 'config' },
})

const gaps: Partial<Record<ProbeName, Gap>> = {
  payments: gap('degraded', 'Payments are not set up: nobody can pay online.', {
    severity: 'high',
    title: 'Payments are not set up',
    detail: 'Nobody can pay online, no stored card is charged, and no share is paid out.',
    action:
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET. To try the service out with simulated payments, set DEMO_PAYMENTS=on.',
  }),
  email: gap('degraded', 'No email provider is set: emails are not delivered.', {
    severity: 'high',
    title: 'No email provider is set',
    detail: 'Emails stay in the outbox and are not delivered; customers cannot get the code to sign in.',
    action: 'Set RESEND_API_KEY or SMTP_URL, and EMAIL_FROM.',
  }),
  sms: gap('off', 'No SMS provider is set: text messages are not delivered.', {
    severity: 'low',
    title: 'No SMS provider is set',
    detail: 'Texts stay in the outbox and are not delivered.',
    action: 'Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.',
  }),
}

const simulated: Finding = {
  severity: 'high',
  category: 'config',
  title: 'Payments are simulated in production',
  detail: 'DEMO_PAYMENTS is on: jobs and invoices show as paid, but nobody pays real money.',
  action: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, and start with an empty data folder.',
}

/** There is no real provider: we play its part, or nobody does. */
function withoutProvider(name: ProbeName, config: Config): Seen {
  const missing: string[] = missingProviders(config)
  const found = missing.includes(name) ? gaps[name] : undefined
  if (found) {
    const { status, detail, finding } = found
    return { health: { status, latencyMs: null, detail }, findings: [finding], isNote: !vital.has(name) }
  }
  const detail = name === 'payments' ? simulationNotice(config) : null
  if (detail === null) return { health: { status: 'demo', latencyMs: null }, fine: 'demo' }
  return { health: { status: 'demo', latencyMs: null, detail }, findings: [simulated] }
}
