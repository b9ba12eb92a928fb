import type { Finder } from '../insight'

const enough = 20
const slowMs = 500
const verySlowMs = 2_000
const listed = 5

/** One request in twenty is slower than the figure. */
export const slowRoutes: Finder = ({ requests }) =>
  requests
    .figures()
    .filter(({ sample, p95Ms }) => sample >= enough && p95Ms > slowMs)
    .slice(0, listed)
    .map(({ route, sample, p95Ms }) => ({
      severity: p95Ms > verySlowMs ? 'high' : 'medium',
      category: 'performance',
      title: `${route} is slow`,
      detail: `One request in twenty took more than ${Math.round(p95Ms)} ms, over the last ${sample}.`,
      action:
        'Look at the provider it asks and at the load of the box; Health shows both (GET /api/dev/health).',
    }))
