import type { Store } from '../db/store'
import type { Config } from './config'
import type { AccessWatch } from './http/access-watch'
import type { AddressSet } from './http/request'
import type { RequestLog } from './http/request-log'
import type { Background } from './lib/background'
import type { Clock } from './lib/clock'
import type { Log } from './lib/log'
import type { ServiceState } from './lib/service-state'
import type { Limiter } from './limits/window'
import type { Providers } from './providers'
import type { Secrets } from './secrets'
import type { LiveSettings } from './settings/live'
import type { Telemetry } from './telemetry/calls'
import type { ApiKeys } from './tokens/api-keys'
import type { SignInCodes } from './tokens/codes'
import type { HqTokens } from './tokens/hq'
import type { ProofTokens } from './tokens/proof'
import type { HqTokenRegister } from './tokens/register'
import type { StaffTokens } from './tokens/staff'
import type { WorkerTokens } from './tokens/worker'

/**
 * Everything a service function depends on. Code never uses the environment, the time or the outside world
 * directly.
 */
export interface Deps {
  config: Config
  /** Values that the office can change in the console. */
  settings: LiveSettings
  secrets: Secrets
  store: Store
  clock: Clock
  log: Log
  limiter: Limiter
  trustedProxies: AddressSet
  background: Background
  /** State that modules keep between requests, lost at a restart. */
  state: ServiceState
  /** Counters and traces for operators. */
  telemetry: Telemetry
  /** Durations of recent requests. */
  requests: RequestLog
  /** Counts recently refused sign-ins. */
  access: AccessWatch
  providers: Providers
  tokens: {
    hq: HqTokens
    /** The HQ tokens that were issued, and those that were revoked. */
    register: HqTokenRegister
    proof: ProofTokens
    worker: WorkerTokens
    codes: SignInCodes
    keys: ApiKeys
    staff: StaffTokens
  }
}

/** The parts that differ between the running service and a test. */
export type Parts = Pick<Deps, 'config' | 'secrets' | 'store' | 'clock' | 'log' | 'limiter'>
