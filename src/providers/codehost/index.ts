import { join } from 'node:path'
import type { Config } from '../../config'
import { minute, second, type Clock } from '../../lib/clock'
import { programVersion } from '../../version'
import { Remembered } from '../remembered'
import { localGit } from './git'
import { githubHost } from './github'
import type { CodeHost } from './types'

export type { CodeHost, CodeSummary } from './types'

interface CodeHostTools {
  config: Config
  clock: Clock
  timeLimitMs?: number
}

export function createCodeHost({ config, clock, timeLimitMs = 8 * second }: CodeHostTools): CodeHost {
  const host = chooseHost(config, timeLimitMs)
  const summary = new Remembered(() => host.summary(), minute, clock)
  return { name: host.name, summary: () => summary.get(), probe: () => host.probe() }
}

function chooseHost({ codehost }: Config, timeLimitMs: number): CodeHost {
  const { url = 'https://api.github.com', repo, token } = codehost
  if (repo === undefined) return localGit(join(import.meta.dir, '../../..'), timeLimitMs)
  return githubHost({ url, repo, token, userAgent: `Truckroll/${programVersion}`, timeLimitMs })
}
