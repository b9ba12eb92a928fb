import type { ProbeName } from '../../../../providers/probes'
import type { Check } from '../check'

/** Tells what was last heard of a provider and waits for nothing. */
export const provider =
  (name: ProbeName): Check =>
  ({ providers }) => {
    const heard = providers.probes.look(name)
    if (heard === 'demo') return { status: 'demo', latencyMs: null }
    if (heard === null) return { status: 'configured', latencyMs: null }
    return { status: heard.failure === null ? 'configured' : 'down', latencyMs: heard.latencyMs }
  }
