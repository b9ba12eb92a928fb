import type { Deps } from '../../../deps'
import { demoInProduction } from '../../../modules/insights/finders/demo-in-production'
import { probeNames, type ProbeName } from '../../../providers/probes'
import { failureOf } from '../../../providers/probes/failure'
import { fault, fine, type DeepCheck, type Finding } from '../finding'

/** Where to look when a provider does not answer, or does not know us. */
const variables: Record<ProbeName, string> = {
  payments: 'STRIPE_SECRET_KEY',
  email: 'RESEND_API_KEY and SMTP_URL',
  sms: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
  geocoder: 'GEOCODER_URL',
  routing: 'ROUTING_URL',
  codehost: 'CODEHOST_REPO and CODEHOST_TOKEN',
  hosting: 'HOSTING_PROJECT and HOSTING_TOKEN',
}

export const providers: DeepCheck = async (deps) => {
  const found = await Promise.all(probeNames.map((name) => askOne(deps, name)))
  const missing = (await demoInProduction(deps))
    .filter(({ severity }) => severity === 'high')
    .map(({ title, detail, action }) => fault('providers', `${title}. ${detail}`, action))
  return [...found, ...missing]
}

async function askOne({ providers }: Deps, name: ProbeName): Promise<Finding> {
  const probe = providers.probes.probes[name]
  if (!probe) return fine(name, 'demo')
  const started = performance.now()
  try {
    await probe()
    return fine(name, `answers in ${Math.round(performance.now() - started)} ms`)
  } catch (error) {
    const { kind, message } = failureOf(error)
    const refused = `Check ${variables[name]}: a key may have been revoked, or belong to another account.`
    const unreachable = `See whether this box reaches it, and check ${variables[name]}.`
    return fault(name, `The provider is set, but ${message}.`, kind === 'refused' ? refused : unreachable)
  }
}
