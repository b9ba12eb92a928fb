import type { Finder } from '../insight'
import { backups } from './backups'
import { crews } from './crews'
import { demoInProduction } from './demo-in-production'
import { disk } from './disk'
import { errorSpikes } from './error-spikes'
import { franchises } from './franchises'
import { prices } from './prices'
import { providers } from './providers'
import { proxies } from './proxies'
import { publicAddress } from './public-address'
import { queues } from './queues'
import { secrets } from './secrets'
import { services } from './services'
import { slowRoutes } from './slow-routes'
import { tasks } from './tasks'
import { unplacedJobs } from './unplaced-jobs'
import { visits } from './visits'

/** Everything that is looked into. */
export const finders: Finder[] = [
  secrets,
  proxies,
  publicAddress,
  demoInProduction,
  providers,
  backups,
  disk,
  tasks,
  queues,
  errorSpikes,
  slowRoutes,
  franchises,
  crews,
  services,
  prices,
  unplacedJobs,
  visits,
]
