import { probeNames } from '../../../providers/probes'
import type { Box, Check } from './check'
import { companySettings, proxies, publicAddress, reachable, secrets, webhookSecret } from './configuration'
import { books, franchises, prices, queues, simulatedMoney } from './money'
import { errors, memory, rightTime, signIns, slowRoutes, tasks } from './process'
import { identityProvider, provider } from './providers'
import { backups, database, disk, privacy, replication, writable } from './storage'
import { services, technicians, unplacedJobs, visits } from './work'

/** Checks that `doctor` can run even when the database won't open. */
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
  replication,
]

export const serviceChecks: Check[] = [
  database,
  memory,
  rightTime,
  companySettings,
  ...probeNames.map(provider),
  identityProvider,
  tasks,
  queues,
  books,
  simulatedMoney,
  errors,
  signIns,
  slowRoutes,
  franchises,
  technicians,
  services,
  prices,
  unplacedJobs,
  visits,
]

/** Every check, in the order of the reports. */
export const checks: Check[] = [...boxChecks, ...serviceChecks]
