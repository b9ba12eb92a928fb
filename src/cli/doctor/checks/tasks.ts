import { taskHealth } from '../../../modules/operations'
import { fault, fine, note, type DeepCheck } from '../finding'

const check = 'tasks'

export const tasks: DeepCheck = async (deps) => {
  const troubled = (await taskHealth(deps)).filter(({ status }) => status !== 'ok')
  if (troubled.length > 0)
    return troubled.map(({ name, status, lastRun }) => {
      const last = lastRun === null ? 'It never ran.' : `It last ran at ${lastRun.startedAt}.`
      return status === 'late'
        ? fault(
            check,
            `${name} is late. ${last}`,
            'Start the service with CRON_ENABLED=true, or call /api/cron/* from your own scheduler.',
          )
        : fault(check, `${name} fails. ${last}`, `Run \`task run ${name}\` to see why.`)
    })
  if (!deps.config.cron.enabled)
    return [note(check, 'CRON_ENABLED is false: somebody else has to call them.')]
  return [fine(check, 'none is late')]
}
