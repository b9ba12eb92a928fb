import { join } from 'node:path'
import { openStore } from '../db/client'
import type { Store } from '../db/store'
import type { Config } from './config'
import type { Deps } from './deps'
import { AddressSet } from './lib/address'
import { Background } from './lib/background'
import { systemClock, type Clock } from './lib/clock'
import { createLog } from './lib/log'
import { openWindowArchive } from './limits/archive'
import type { Limiter } from './limits/limiter'
import { MemoryLimiter } from './limits/memory'
import { SharedLimiter } from './limits/shared'
import { createProviders } from './providers'
import { loadSecrets } from './secrets'
import { hqTokens } from './tokens/hq'
import { proofTokens } from './tokens/proof'
import { workerTokens } from './tokens/worker'

/** What differs between the running service and a test of it. */
export type Parts = Pick<Deps, 'config' | 'secrets' | 'store' | 'clock' | 'log' | 'limiter'>

/** Opens everything a configuration names; `dismantle` is its counterpart. */
export async function compose(config: Config): Promise<Deps> {
  const clock = systemClock
  const log = createLog(config.logLevel, clock)
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
  return {
    ...parts,
    trustedProxies: new AddressSet(config.trustedProxies),
    background,
    providers: createProviders({ ...parts, background }),
    tokens: {
      hq: hqTokens({ hq: config.hq, publicUrl: config.publicUrl, secret: secrets.hqJwtSecret, clock }),
      proof: proofTokens(secrets.proofSecret, clock),
      worker: workerTokens(secrets.linkSecret, clock, parts.store),
    },
  }
}

/** One box keeps its windows to itself; processes that share a server share them too. */
function openLimiter(config: Config, store: Store, clock: Clock): Limiter {
  if (store.engine === 'libsql') return new SharedLimiter(store, clock)
  return new MemoryLimiter(clock, { archive: openWindowArchive(join(config.dataDir, 'limits.db')) })
}

/** Waits for what is still running, then closes in the order in which things depend on each other. */
export async function dismantle(deps: Deps): Promise<void> {
  deps.background.stop()
  await deps.background.idle()
  deps.providers.geocoder.close()
  await deps.limiter.close()
  await deps.store.close()
  deps.log.flush()
}
