import type { Config } from '../../config'
import { minute, second, type Clock } from '../../lib/clock'
import { Remembered } from '../remembered'
import { thisProcess } from './process'
import type { Hosting } from './types'
import { vercelHosting } from './vercel'

export type { Hosting, HostingSummary } from './types'

interface HostingTools {
  config: Config
  clock: Clock
  timeLimitMs?: number
}

export function createHosting({ config, clock, timeLimitMs = 8 * second }: HostingTools): Hosting {
  const { url = 'https://api.vercel.com', project, token } = config.hosting
  if (project === undefined) return thisProcess(config.publicUrl, clock.now())
  const platform = vercelHosting({ url, project, token, timeLimitMs })
  const summary = new Remembered(() => platform.summary(), minute, clock)
  return { name: platform.name, summary: () => summary.get(), probe: () => platform.probe() }
}
