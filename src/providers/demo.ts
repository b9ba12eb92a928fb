import type { Config } from '../config'

/** Whether each part of the outside world is real. */
function configured(config: Config): Record<string, boolean> {
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

/** The parts that are played by the service itself. */
export function demoProviders(config: Config): string[] {
  return Object.entries(configured(config)).flatMap(([name, real]) => (real ? [] : [name]))
}

/** True while nothing the service does reaches anybody outside. */
export const everythingIsDemo = (config: Config): boolean =>
  Object.values(configured(config)).every((real) => !real)
