import { Elysia } from 'elysia'
import { z } from 'zod'
import { isMigrated } from '../../db/migrate'
import type { Deps } from '../deps'
import { within } from '../lib/background'
import { second } from '../lib/clock'
import { Busy } from '../lib/errors'
import { endpoint, unlimited } from './endpoint'
import { plumbing } from './plumbing'

/** Whether this process should get requests. */
export class Readiness {
  #isDraining = false

  /** From now on, the process only finishes what it has. */
  drain(): void {
    this.#isDraining = true
  }

  get isDraining(): boolean {
    return this.#isDraining
  }
}

const paths = { alive: '/healthz', ready: '/readyz' } as const

/** Probes come every few seconds, so the log has them only in detail. */
export const isProbe = (route: string | undefined): boolean => route === paths.alive || route === paths.ready

const rule = { as: 'public', limit: unlimited } as const
const timeLimit = second
const notReady = (reason: string) => new Busy(1, reason)
const silent = () => notReady("The database isn't answering.")

/** For load balancers, containers and Kubernetes: is the process up, and should it get requests? */
export const probeRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      paths.alive,
      ({ set }) => {
        set.headers['cache-control'] = 'no-store'
        return { status: 'up' }
      },
      endpoint(rule, {
        tag: 'Operations',
        summary: 'Check that the process is up',
        description: 'Looks at nothing else, so restart the process if this fails.',
        answer: z.object({ status: z.literal('up') }),
      }),
    )
    .get(
      paths.ready,
      async ({ set }) => {
        set.headers['cache-control'] = 'no-store'
        await assertReady(deps)
        return { status: 'ready' }
      },
      endpoint(rule, {
        tag: 'Operations',
        summary: 'Check that the process can take requests',
        description:
          'The database answers within a second, its migrations are done, and the process is not shutting down. Otherwise the answer is 503 with the reason, so send requests elsewhere for now.',
        answer: z.object({ status: z.literal('ready') }),
        refusals: { 503: 'Not ready; `error` says why' },
      }),
    )

async function assertReady({ state, store }: Pick<Deps, 'state' | 'store'>): Promise<void> {
  if (state.of(Readiness).isDraining) throw notReady('This process is shutting down.')
  const migrated = await within(isMigrated(store.read), timeLimit, silent).catch(() => {
    throw silent()
  })
  if (!migrated) throw notReady("The database's migrations aren't done.")
}
