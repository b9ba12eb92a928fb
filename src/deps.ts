import type { Store } from '../db/store'
import type { Config } from './config'
import type { AccessWatch } from './http/access-watch'
import type { AddressSet } from './http/request'
import type { RequestLog } from './http/root'
import type { Background } from './lib/background'
import type { Clock } from './lib/clock'
import type { Log } from './lib/log'
import type { ServiceState } from './lib/service-state'
import type { Limiter } from './limits/window'
import type { Providers } from './providers'
import type { Secrets } from './secrets'
import type { SignInCodes } from './tokens/codes'
import type { HqTokens } from './tokens/hq'
import type { ProofTokens } from './tokens/proof'
import type { HqTokenRegister } from './tokens/register'
import type { WorkerTokens } from './tokens/worker'

/** What a service is given. Nothing reaches for the environment, the time or the outside world on its own. */
export interface Deps {
  config: Config
  secrets: Secrets
  store: Store
  clock: Clock
  log: Log
  limiter: Limiter
  trustedProxies: AddressSet
  background: Background
  /** What modules remember between requests; gone at a restart. */
  state: ServiceState
  /** How quickly requests were answered lately. */
  requests: RequestLog
  /** How many sign-ins were refused lately. */
  access: AccessWatch
  providers: Providers
  tokens: {
    hq: HqTokens
    /** Which HQ tokens there are, and which were revoked. */
    register: HqTokenRegister
    proof: ProofTokens
    worker: WorkerTokens
    codes: SignInCodes
  }
}

/** What differs between the running service and a test of it. */
export type Parts = Pick<Deps, 'config' | 'secrets' | 'store' | 'clock' | 'log' | 'limiter'>
