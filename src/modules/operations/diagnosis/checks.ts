import { probeNames } from '../../../providers/probes'
import type { Box, Check } from './check'
import { proxies, publicAddress, reachable, secrets, webhookSecret } from './configuration'
import { books, franchises, prices, queues, simulatedMoney } from './money'
import { errors, memory, rightTime, signIns, slowRoutes, tasks } from './process'
import { provider } from './providers'
import { backups, database, disk, privacy, writable } from './storage'
import { crews, services, unplacedJobs, visits } from './work'

/** Those that `doctor` can make on a box whose database cannot be opened. */
export const boxChecks: Check<Box>[] = [
  proxies,
  webhookSecret,
  writable,
  disk,
  privacy,
  secrets,
  publicAddress,
  reachable,
  backups,
]

export const serviceChecks: Check[] = [
  database,
  memory,
  rightTime,
  ...probeNames.map(provider),
  tasks,
  queues,
  books,
  simulatedMoney,
  errors,
  signIns,
  slowRoutes,
  franchises,
  crews,
  services,
  prices,
  unplacedJobs,
  visits,
]

/** Everything there is to look at, in the order in which it is reported. */
export const checks: Check[] = [...boxChecks, ...serviceChecks]
