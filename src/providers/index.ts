import type { Parts } from '../compose'
import type { Deps } from '../deps'
import { createEmail, type Email } from './email'
import { createGeocoder, type Geocoder } from './geocoder'
import { createPayments, type DemoPayments, type Payments } from './payments'
import { createRouting, type Routing } from './routing'
import { createSms, type Sms } from './sms'

/** The outside world. Each part is played by the service itself until a key makes it real. */
export interface Providers {
  email: Email
  sms: Sms
  payments: Payments
  /** Set while the payment processor is played by ourselves. */
  demoPayments: DemoPayments | null
  geocoder: Geocoder
  routing: Routing
}

export function createProviders(parts: Parts & Pick<Deps, 'background'>): Providers {
  const { config, log } = parts
  return {
    email: createEmail(config.email, { log }),
    sms: createSms(config.sms, { log }),
    ...createPayments(parts),
    geocoder: createGeocoder(parts),
    routing: createRouting(parts),
  }
}
