import { join } from 'node:path'
import { openStore } from '../db/client'
import { outageOf, type Store } from '../db/store'
import type { Config } from './config'
import type { Deps, Parts } from './deps'
import { AccessWatch } from './http/access-watch'
import { AddressSet } from './http/request'
import { RequestLog } from './http/request-log'
import { Background, waitUpTo } from './lib/background'
import { systemClock, type Clock } from './lib/clock'
import { createLog, type Log } from './lib/log'
import { ServiceState } from './lib/service-state'
import { HitFile } from './limits/file'
import { MemoryLimiter } from './limits/memory'
import { SharedLimiter, StandbyLimiter } from './limits/shared'
import type { Limiter } from './limits/window'
import { followBusiness, watchHolidays } from './modules/franchises'
import { watchExports } from './modules/office'
import { connectProcessor } from './modules/payments'
import { watchKeys, watchSignIns } from './modules/staff'
import { createProviders } from './providers'
import { loadSecrets } from './secrets'
import { LiveSettings } from './settings/live'
import { ApiKeys } from './tokens/api-keys'
import { Figures } from './telemetry/figures'
import { noTracer, type Tracer } from './telemetry/trace'
import { watchStore } from './telemetry/watch-store'
import { SignInCodes } from './tokens/codes'
import { EmailCodes } from './tokens/email-codes'
import { hqTokens } from './tokens/hq'
import { proofTokens } from './tokens/proof'
import { HqTokenRegister } from './tokens/register'
import { StaffTokens } from './tokens/staff'
import { workerTokens } from './tokens/worker'

/** Opens everything the configuration names; `dismantle` closes it. A command is a guest of the service. */
export async function compose(
  config: Config,
  log = createLog(config.logLevel, systemClock),
  guest = false,
): Promise<Deps> {
  const clock = systemClock
  const secrets = loadSecrets(config)
  const store = await openStore(config.database, clock.now(), {
    strict: config.env !== 'production',
    guest,
    warn: (message) => log.warn(message),
  })
  // Only the service counts requests.
  const limiter = guest ? new MemoryLimiter(clock) : openLimiter(config, store, clock, log)
  const deps = assemble({ config, secrets, store, clock, log, limiter }, await openTracer(config, log))
  await deps.settings.load(deps.store.read)
  return deps
}

/** Loads the code that traces only if there is a collector. */
async function openTracer({ tracing }: Config, log: Log): Promise<Tracer> {
  const { endpoint } = tracing
  if (endpoint === undefined) return noTracer
  const { otlpTracer } = await import('./telemetry/otlp/tracer')
  return otlpTracer({ ...tracing, endpoint }, log)
}

export function assemble(given: Parts, tracer: Tracer = noTracer): Deps {
  const telemetry = { figures: new Figures(), tracer }
  const parts = { ...given, store: watchStore(given.store, telemetry) }
  const { config, clock, log } = parts
  const background = new Background(log, {
    isReported: (error) => outageOf(error)?.isReported === true,
    apart: tracer.apart,
    rest: clock.rest,
  })
  const deps: Deps = {
    ...parts,
    settings: new LiveSettings(config),
    trustedProxies: new AddressSet(config.trustedProxies),
    background,
    telemetry,
    state: new ServiceState(),
    requests: new RequestLog(),
    access: new AccessWatch(log, clock),
    providers: createProviders({ ...parts, background, telemetry }),
    tokens: openTokens(parts),
  }
  connectProcessor(deps)
  watchSignIns(deps)
  watchExports(deps)
  watchKeys(deps)
  watchHolidays(deps)
  followBusiness(deps)
  return deps
}

function openTokens({ config, secrets, store, clock }: Parts): Deps['tokens'] {
  const register = new HqTokenRegister(store, clock)
  const { hq: rules, publicUrl } = config
  const isRevoked = (id: string) => register.isRevoked(id)
  const hq = hqTokens({ hq: rules, publicUrl, secret: secrets.hqJwtSecret, clock, isRevoked })
  const worker = workerTokens(secrets.linkSecret, clock, store)
  const codes = new SignInCodes({ secret: secrets.codeSecret, clock, store, hq, worker })
  const keys = new ApiKeys({ secret: secrets.linkSecret, clock, store })
  return {
    hq,
    register,
    proof: proofTokens(secrets.proofSecret, clock),
    worker,
    codes,
    emailCodes: new EmailCodes({ secret: secrets.codeSecret, clock }),
    keys,
    staff: new StaffTokens({ secret: secrets.linkSecret, clock, store }),
  }
}

/** A single machine has a file for its counts; processes that share a server share their counts too. */
function openLimiter({ dataDir }: Config, store: Store, clock: Clock, log: Log): Limiter {
  if (store.engine === 'libsql')
    return new StandbyLimiter(new SharedLimiter(store, clock), new MemoryLimiter(clock), clock)
  return new MemoryLimiter(clock, { saved: new HitFile(join(dataDir, 'limits.db'), log) })
}

/**
 * Waits for running work, then closes everything in order of dependency. Work that takes longer than the limit is left
 * to the next start, which finds it as it would after a crash.
 */
export async function dismantle(deps: Deps, limitMs?: number): Promise<void> {
  deps.background.stop()
  const idle = deps.background.idle()
  await (limitMs === undefined ? idle : waitUpTo(limitMs, idle))
  if (deps.background.size > 0)
    deps.log.warn('left to the next start', { work: deps.background.names.join(', ') })
  deps.state.close()
  deps.providers.geocoder.close()
  await Promise.all([deps.providers.email.close(), deps.providers.sms.close()])
  await deps.limiter.close()
  await deps.telemetry.tracer.close()
  await deps.store.close()
  deps.log.flush()
}
