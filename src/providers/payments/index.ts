import type { Deps, Parts } from '../../deps'
import { watchCalls } from '../../telemetry/calls'
import { chosen, type Choice } from '../choices'
import { canPayOnline } from '../demo'
import { demoPayments, type DemoPayments } from './demo'
import { noPayments } from './none'
import { reportRejections } from './rejections'
import { stripePayments } from './stripe'
import type { Payments } from './types'

export type { DemoPayments } from './demo'
export type { Payments } from './types'

type PaymentParts = Pick<Parts, 'config' | 'secrets' | 'store' | 'clock'> & Partial<Pick<Deps, 'telemetry'>>

/**
 * Stripe if there is a key, otherwise the demo processor or none. The second value is set only for the demo.
 */
export function createPayments({ config, secrets, store, clock, telemetry }: PaymentParts): {
  payments: Payments
  demoPayments: DemoPayments | null
} {
  const { secretKey = '', apiUrl } = config.payments
  const make: Record<Choice<'payments'>, () => Payments> = {
    stripe: () => stripePayments({ secretKey, apiUrl }),
  }
  const [name] = chosen('payments', config.payments)
  if (name !== undefined)
    return { payments: reportRejections(watchCalls(telemetry, name, make[name]())), demoPayments: null }
  if (!canPayOnline(config)) return { payments: noPayments, demoPayments: null }
  const webhookSecret = secrets.webhookSecrets[0] ?? ''
  const demo = demoPayments({ store, clock, publicUrl: config.publicUrl, webhookSecret })
  return { payments: demo, demoPayments: demo }
}
