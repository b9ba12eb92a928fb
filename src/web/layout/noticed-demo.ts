import type { Config } from '../../config'
import { demoProviders } from '../../providers/demo'

/** What customers notice when it is not real; which code host the office uses is not their business. */
const noticed = new Set(['payments', 'email', 'sms'])

export const noticedDemo = (config: Config): string[] =>
  demoProviders(config).filter((name) => noticed.has(name))
