import { taskHealth } from '../../scheduled-tasks/health'
import type { Finder, Insight } from '../insight'

export const tasks: Finder = async (deps) => {
  const found = (await taskHealth(deps)).flatMap(({ name, status, lastSuccessAt }): Insight[] => {
    if (status === 'ok') return []
    const since =
      lastSuccessAt === null ? 'It has never run through.' : `It last ran through at ${lastSuccessAt}.`
    return [
      {
        severity: 'high',
        category: 'config',
        title: status === 'late' ? `The task ${name} is late` : `The task ${name} fails`,
        detail: since,
        action:
          status === 'late'
            ? 'See that a process with CRON_ENABLED=true is up, or that your own scheduler calls /api/cron/*.'
            : `Run \`task run ${name}\` by hand to see why.`,
      },
    ]
  })
  if (deps.config.cron.enabled || found.length > 0) return found
  return [
    {
      severity: 'low',
      category: 'config',
      title: 'This process runs no scheduled tasks',
      detail:
        'Dispatch, recurring jobs, onboarding e-mails and retries happen only when somebody calls them.',
      action: 'Set CRON_ENABLED=true in one process, or call /api/cron/* from a scheduler of your own.',
    },
  ]
}
