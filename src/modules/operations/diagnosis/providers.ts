import type { Config } from '../../../config'
import { missingProviders, simulationNotice } from '../../../providers/demo'
import { adviceFor, type ProbeName } from '../../../providers/probes'
import { fault, type Check, type Finding, type HealthEntry, type Seen } from './check'

/** The business can't run without these. */
const vital = new Set<ProbeName>(['payments', 'email'])

const names: Record<ProbeName, string> = {
  payments: 'payment processor',
  email: 'email provider',
  sms: 'SMS provider',
  geocoder: 'address lookup (geocoder)',
  routing: 'routing service',
  codehost: 'code host',
  hosting: 'hosting platform',
}

/** Reports the latest known answer of a provider, so it never has to wait for one. */
export const provider = (name: ProbeName): Check => ({
  health: name === 'geocoder' || name === 'routing' ? undefined : name,
  insights: true,
  doctor: name,
  alert: name,
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
          title: `The ${names[name]} ${failure.kind === 'refused' ? 'rejected our key' : "isn't responding"}`,
          detail: `Result of the latest check: ${failure.message}.`,
          action: adviceFor(name, failure),
        },
      ],
      fine: `responds in ${Math.round(latencyMs)} ms`,
    }
  },
})

interface Gap {
  /** `degraded` for payments and for email with its sign-in codes; a business can run without texts. */
  status: HealthEntry['status']
  /** Shown in the public health answer. */
  detail: string
  finding: Finding
}

const gap = (status: Gap['status'], detail: string, finding: Omit<Finding, 'category'>): Gap => ({
  status,
  detail,
  finding: { ...finding, category: 'config' },
})

const gaps: Partial<Record<ProbeName, Gap>> = {
  payments: gap('degraded', "Payments aren't set up, so customers can't pay online.", {
    severity: 'high',
    title: "Payments aren't set up",
    detail: "Customers can't pay online, saved cards aren't charged and franchises aren't paid out.",
    action:
      'Add your Stripe secret key (STRIPE_SECRET_KEY) and webhook signing secret (STRIPE_WEBHOOK_SECRET), and restart. To try things out with simulated payments first, set DEMO_PAYMENTS=on.',
  }),
  email: gap('degraded', "Email isn't set up, so emails aren't delivered.", {
    severity: 'high',
    title: "Email isn't set up",
    detail: "Emails stay in the outbox and aren't delivered. Customers can't get a code to sign in.",
    action:
      'Add your Resend key (RESEND_API_KEY) or mail server (SMTP_URL) and a sender address (EMAIL_FROM), and restart.',
  }),
  sms: gap('off', "SMS isn't set up, so texts aren't delivered.", {
    severity: 'low',
    title: "SMS isn't set up",
    detail: "Texts stay in the outbox and aren't delivered.",
    action:
      'Add your Twilio account (TWILIO_ACCOUNT_SID), its token (TWILIO_AUTH_TOKEN) and your sending number (TWILIO_FROM), and restart.',
  }),
}

const simulated: Finding = {
  severity: 'high',
  category: 'config',
  title: 'Payments are simulated in production',
  detail: 'Demo payments (DEMO_PAYMENTS) are on. Jobs and invoices show as paid, but no real money moves.',
  action:
    'Add your Stripe secret key (STRIPE_SECRET_KEY) and webhook signing secret (STRIPE_WEBHOOK_SECRET), and start with an empty data folder.',
}

/** Without a real provider, either the built-in demo takes its place or the feature is missing. */
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

/** Asks at once, because sign-ins are rare: there may be no recent answer to report. */
export const identityProvider: Check = {
  doctor: 'sso',
  async look({ providers: { identity }, config }) {
    if (identity === null) return {}
    const failure = await identity.faultNow()
    return {
      findings: [
        failure !== null &&
          fault(
            `"Continue with SSO" doesn't work. ${failure}`,
            `Check HQ_OIDC_ISSUER (${config.sso?.issuer}) and that this machine can reach it. Until then, people sign in with an emailed code.`,
          ),
      ],
      fine: `${config.sso?.issuer} responds`,
    }
  },
}
