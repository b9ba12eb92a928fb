import { taskHealth } from '../../scheduled-tasks/health'
import type { Check } from '../check'

/** Switched off is fine as long as somebody else runs the tasks in time. */
export const scheduler: Check = async (deps) => {
  const tasks = await taskHealth(deps)
  const late = tasks.filter(({ status }) => status === 'late').length
  const failing = tasks.filter(({ status }) => status === 'failing').length
  const fine = deps.config.cron.enabled ? 'up' : 'off'
  return { status: late + failing > 0 ? 'degraded' : fine, late, failing }
}
