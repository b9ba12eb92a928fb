import type { Deps, Parts } from '../deps'
import { createCodeHost, type CodeHost } from './codehost'
import { createEmail, type Email } from './email'
import { createGeocoder, type Geocoder } from './geocoder'
import { createHosting, type Hosting } from './hosting'
import { createIdentity, type Identity } from './identity'
import { createPayments, type DemoPayments, type Payments } from './payments'
import { createProbes, ProbeBoard } from './probes'
import { createRouting, type Routing } from './routing'
import { createSms, type Sms } from './sms'

/** The outside world. The service simulates each part until a key makes it real. */
export interface Providers {
  email: Email
  sms: Sms
  payments: Payments
  /** Set while the service simulates the payment processor. */
  demoPayments: DemoPayments | null
  geocoder: Geocoder
  routing: Routing
  codehost: CodeHost
  hosting: Hosting
  /** Where people sign in to the console; null if they only do so here. */
  identity: Identity | null
  /** Whether the real providers are working. */
  probes: ProbeBoard
}

export function createProviders(parts: Parts & Pick<Deps, 'background' | 'telemetry'>): Providers {
  const { config, log, telemetry } = parts
  const providers = {
    email: createEmail(config.email, { log, telemetry, publicUrl: config.publicUrl }),
    sms: createSms(config.sms, { log, telemetry }),
    ...createPayments(parts),
    geocoder: createGeocoder(parts),
    routing: createRouting(parts),
    codehost: createCodeHost(parts),
    hosting: createHosting(parts),
    identity: createIdentity(parts),
  }
  return { ...providers, probes: new ProbeBoard(createProbes(config, providers), parts) }
}
