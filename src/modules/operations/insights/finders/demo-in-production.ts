import { demoProviders } from '../../../../providers/demo'
import type { Finder, Insight } from '../insight'

/** What a business cannot do without; maps and developer pages do well enough by themselves. */
const needed: Record<string, Pick<Insight, 'severity' | 'detail' | 'action'>> = {
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
  sms: {
    severity: 'low',
    detail: 'Texts stay in the outbox.',
    action: 'Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.',
  },
}

export const demoInProduction: Finder = ({ config }) => {
  if (config.env !== 'production') return []
  return demoProviders(config).flatMap((name) => {
    const advice = needed[name]
    return advice
      ? [{ ...advice, category: 'config' as const, title: `The ${name} provider is the demo one` }]
      : []
  })
}
