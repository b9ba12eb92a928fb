import { probeNames, adviceFor, type ProbeName } from '../../../../providers/probes'
import type { Finder, Insight } from '../insight'

/** Without these the business stands still; the others have a stand-in. */
const vital = new Set<ProbeName>(['payments', 'email'])

/** A provider that is set and does not answer, or does not take our key. */
export const providers: Finder = (deps) =>
  probeNames.flatMap((name): Insight[] => {
    const heard = deps.providers.probes.look(name)
    if (heard === null || heard === 'demo' || heard.failure === null) return []
    const { failure } = heard
    return [
      {
        severity: vital.has(name) ? 'high' : 'medium',
        category: 'config',
        title: `The ${name} provider ${failure.kind === 'refused' ? 'refuses us' : 'does not answer'}`,
        detail: `It was asked a moment ago: ${failure.message}.`,
        action: adviceFor(name, failure),
      },
    ]
  })
