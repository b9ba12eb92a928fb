import type { Config } from '../config'
import { chosen, parts, type Part } from './choices'

/** Whether the part has a real provider. */
export const isReal = (config: Config, part: Part): boolean => chosen(part, config[part]).length > 0

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
  return parts.filter((part) => !isReal(config, part) && !missing.includes(part))
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
export const everythingIsDemo = (config: Config): boolean => parts.every((part) => !isReal(config, part))
