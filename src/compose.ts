import { join } from 'node:path'
import { openStore } from '../db/client'
import type { Store } from '../db/store'
import type { Config } from './config'
import type { Deps, Parts } from './deps'
import { AddressSet } from './http/request'
import { RequestLog } from './http/root'
import { Background } from './lib/background'
import { systemClock, type Clock } from './lib/clock'
import { createLog } from './lib/log'
import { ServiceState } from './lib/service-state'
import { openWindowArchive } from './limits/archive'
import { MemoryLimiter } from './limits/memory'
import { SharedLimiter, StandbyLimiter } from './limits/shared'
import type { Limiter } from './limits/window'
import { connectProcessor } from './modules/payments'
import { createProviders } from './providers'
import { loadSecrets } from './secrets'
import { hqTokens } from './tokens/hq'
import { proofTokens } from './tokens/proof'
import { workerTokens } from './tokens/worker'

/** Opens everything a configuration names; `dismantle` is its counterpart. */
export async function compose(config: Config, log = createLog(config.logLevel, systemClock)): Promise<Deps> {
  const clock = systemClock
  const secrets = loadSecrets(config)
  const store = await openStore(config.database, clock.now(), {
    strict: config.env !== 'production',
    warn: (message) => log.warn(message),
  })
  return assemble({ config, secrets, store, clock, log, limiter: openLimiter(config, store, clock) })
}

export function assemble(parts: Parts): Deps {
  const { config, secrets, clock, log } = parts
  const background = new Background(log)
  const deps: Deps = {
    ...parts,
    trustedProxies: new AddressSet(config.trustedProxies),
    background,
    state: new ServiceState(),
    requests: new RequestLog(),
    providers: createProviders({ ...parts, background }),
    tokens: {
      hq: hqTokens({ hq: config.hq, publicUrl: config.publicUrl, secret: secrets.hqJwtSecret, clock }),
      proof: proofTokens(secrets.proofSecret, clock),
      worker: workerTokens(secrets.linkSecret, clock, parts.store),
    },
  }
  connectProcessor(deps)
  return deps
}

/** One box keeps its windows to itself; processes that share a server share them too. */
function openLimiter(config: Config, store: Store, clock: Clock): Limiter {
  if (store.engine === 'libsql')
    return new StandbyLimiter(new SharedLimiter(store, clock), new MemoryLimiter(clock), clock)
  return new MemoryLimiter(clock, { archive: openWindowArchive(join(config.dataDir, 'limits.db')) })
}

/** Waits for what is still running, then closes in the order in which things depend on each other. */
export async function dismantle(deps: Deps): Promise<void> {
  deps.background.stop()
  await deps.background.idle()
  deps.state.close()
  deps.providers.geocoder.close()
  await Promise.all([deps.providers.email.close(), deps.providers.sms.close()])
  await deps.limiter.close()
  await deps.store.close()
  deps.log.flush()
}
