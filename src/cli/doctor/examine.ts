import { compose, dismantle } from '../../compose'
import { ConfigError, loadConfig, type Config } from '../../config'
import { describeError, silentLog } from '../../lib/log'
import type { Environment } from '../context'
import { backups } from './checks/backups'
import { books } from './checks/books'
import { rightTime } from './checks/clock'
import { database } from './checks/database'
import { disk } from './checks/disk'
import { privacy } from './checks/privacy'
import { providers } from './checks/providers'
import { proxies } from './checks/proxies'
import { publicUrl } from './checks/public-url'
import { queues } from './checks/queues'
import { secrets } from './checks/secrets'
import { tasks } from './checks/tasks'
import { webhookSecret } from './checks/webhook-secret'
import { fault, fine, type ConfigCheck, type DeepCheck, type Finding } from './finding'

const shallow: ConfigCheck[] = [proxies, webhookSecret, disk, privacy, secrets, publicUrl, backups]
const deep: DeepCheck[] = [rightTime, providers, tasks, queues, books]

/** Everything there is to find, the first thing that would stop a start first. Changes nothing. */
export async function examine(environment: Environment): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults.map(({ variable, reason }) =>
      fault(
        'configuration',
        `${variable} ${reason}`,
        `Correct ${variable}; docs/configuration.md has an example.`,
      ),
    )
  }
  const findings = [fine('configuration', `${config.env}, port ${config.port}`)]
  const { findings: stored, usable } = await database(config)
  findings.push(...stored)
  for (const check of shallow) findings.push(...(await check(config)))
  const isOpenable = usable && findings.every(({ check, state }) => check !== 'secrets' || state !== 'fault')
  return isOpenable ? [...findings, ...(await lookInside(config))] : findings
}

async function lookInside(config: Config): Promise<Finding[]> {
  try {
    const deps = await compose(config, silentLog)
    try {
      const found = await Promise.all(deep.map(async (check) => check(deps)))
      return found.flat()
    } finally {
      await dismantle(deps)
    }
  } catch (error) {
    const { error: what = 'unknown' } = describeError(error)
    return [fault('service', `It cannot be opened: ${what}`, 'Start the service and read what it says.')]
  }
}
