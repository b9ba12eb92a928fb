import type { Config } from '../config'

/** Whether each part has a real provider. */
function configured(config: Config) {
  return {
    payments: config.payments.secretKey !== undefined,
    email: config.email.resendKey !== undefined || config.email.smtpUrl !== undefined,
    sms: config.sms.accountSid !== undefined,
    geocoder: config.geocoder.url !== undefined,
    routing: config.routing.url !== undefined,
    codehost: config.codehost.repo !== undefined,
    hosting: config.hosting.project !== undefined,
  }
}
type Part = keyof ReturnType<typeof configured>

export const isReal = (config: Config, part: Part): boolean => configured(config)[part]

const partsWithout = (config: Config): Part[] =>
  (Object.keys(configured(config)) as Part[]).filter((part) => !isReal(config, part))

/**
 * Parts without any provider. In production, money isn't simulated unless the operator asks for it, and a
 * message that stays in the outbox doesn't count as sent.
 */
export function missingProviders(config: Config): ('payments' | 'email' | 'sms')[] {
  const isProduction = config.env === 'production'
  const { demo } = config.payments
  const isMissing = {
    payments: demo === 'off' || (demo === 'auto' && isProduction),
    email: isProduction,
    sms: isProduction,
  }
  return (['payments', 'email', 'sms'] as const).filter((part) => isMissing[part] && !isReal(config, part))
}

/** Parts that the service simulates. */
export function demoProviders(config: Config): string[] {
  const missing: string[] = missingProviders(config)
  return partsWithout(config).filter((part) => !missing.includes(part))
}

/** Whether customers can pay on our pages, with real or demo payments. */
export const canPayOnline = (config: Config): boolean => !missingProviders(config).includes('payments')

/**
 * Shown on everything a production service sends while it simulates payments. Elsewhere the banner is enough.
 */
export const simulationNotice = (config: Config): string | null =>
  config.env === 'production' && demoProviders(config).includes('payments')
    ? 'Demo: payments are simulated. No money moves and no card is charged.'
    : null

/** True while nothing the service does reaches anyone outside. */
export const everythingIsDemo = (config: Config): boolean =>
  Object.values(configured(config)).every((real) => !real)
