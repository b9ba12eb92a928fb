import type { Parts } from '../../deps'
import { demoPayments, type DemoPayments } from './demo'
import { stripePayments } from './stripe'
import type { Payments } from './types'

export type { DemoPayments } from './demo'
export type { Payments } from './types'

type PaymentParts = Pick<Parts, 'config' | 'secrets' | 'store' | 'clock'>

/** The processor a key names, or the demo one; the second is set only where the demo plays the part. */
export function createPayments({ config, secrets, store, clock }: PaymentParts): {
  payments: Payments
  demoPayments: DemoPayments | null
} {
  const { secretKey, apiUrl } = config.payments
  if (secretKey !== undefined) return { payments: stripePayments({ secretKey, apiUrl }), demoPayments: null }
  const webhookSecret = secrets.webhookSecrets[0] ?? ''
  const demo = demoPayments({ store, clock, publicUrl: config.publicUrl, webhookSecret })
  return { payments: demo, demoPayments: demo }
}
