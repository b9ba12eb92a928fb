import { systemClock } from '../../../lib/clock'
import { backupState } from '../../../modules/operations'
import { everythingIsDemo } from '../../../providers/demo'
import { fault, fine, note, type ConfigCheck } from '../finding'

const check = 'backup'
const cure = 'Run `backup` every night, from cron or a systemd timer: see docs/operating.md.'

export const backups: ConfigCheck = (config) => {
  const state = backupState({ config, clock: systemClock })
  if (state.kind === 'elsewhere')
    return [note(check, 'A database server is backed up with its own tools; see that it is.')]
  if (state.kind === 'none') {
    const isPlay = config.env !== 'production' && everythingIsDemo(config)
    return [isPlay ? note(check, 'There is none yet.') : fault(check, 'There is none.', cure)]
  }
  const age = `${((systemClock.now() - state.at) / 3_600_000).toFixed(0)} h old`
  return [
    state.kind === 'old' ? fault(check, `The newest is ${age}.`, cure) : fine(check, `the newest is ${age}`),
  ]
}
