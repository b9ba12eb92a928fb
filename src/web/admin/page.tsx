import type { Deps } from '../../deps'
import { appShell } from '../layout/shell'

export interface ConsoleSettings {
  business: string
  timeZone: string
}

export const consolePage = (deps: Deps) => {
  const { name, timeZone } = deps.config.business
  const settings: ConsoleSettings = { business: name, timeZone }
  return appShell(deps, { title: 'Office', entry: 'admin', sheets: ['admin'], settings })
}
