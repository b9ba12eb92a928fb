import { z } from 'zod'
import type { Config } from '../../config'
import { minute, second, type Clock } from '../../lib/clock'
import { watchCalls, type Telemetry } from '../../telemetry/calls'
import { programVersion } from '../../version'
import { chosen, type Choice } from '../choices'
import { Remembered } from '../lookups'
import { askRest, type RestService } from '../upstream'

interface HostingTools {
  config: Config
  clock: Clock
  telemetry?: Telemetry
  timeLimitMs?: number
}

export function createHosting({ config, clock, telemetry, timeLimitMs = 8 * second }: HostingTools): Hosting {
  const { url = 'https://api.vercel.com', project = '', token } = config.hosting
  const make: Record<Choice<'hosting'>, () => Hosting> = {
    vercel: () => vercelHosting({ url, project, token, timeLimitMs }),
  }
  const [name] = chosen('hosting', config.hosting)
  if (name === undefined) return thisProcess(config.publicUrl, clock.now())
  const platform = watchCalls(telemetry, name, make[name]())
  const summary = new Remembered(() => platform.summary(), minute, clock)
  return { name: platform.name, summary: () => summary.get(), probe: () => platform.probe() }
}

export interface Deployment {
  id: string
  url: string
  state: string
}

export interface HostingSummary {
  /** The latest first. */
  deployments: Deployment[]
  productionUrl: string | null
}

/** The platform the service runs on. */
export interface Hosting {
  readonly name: Choice<'hosting'> | 'process'
  summary(): Promise<HostingSummary>
  /** Throws unless the platform accepts our request now. */
  probe(): Promise<void>
}

/** Without a platform, this process is the only deployment. */
export function thisProcess(publicUrl: string, startedAt: number): Hosting {
  return {
    name: 'process',
    probe: async () => {},
    summary: async () => ({
      deployments: [{ id: `${programVersion}-${startedAt.toString(36)}`, url: publicUrl, state: 'READY' }],
      productionUrl: publicUrl,
    }),
  }
}

export interface VercelOptions {
  /** Can name a team in its query: `?teamId=…` is sent with every request. */
  url: string
  project: string
  token?: string | undefined
  timeLimitMs: number
}

const listed = 20

const Deployments = z.object({
  deployments: z.array(
    z.object({
      uid: z.string(),
      // Missing until the upload is complete.
      url: z.string().nullish(),
      state: z.string().nullish(),
      readyState: z.string().nullish(),
      target: z.string().nullish(),
    }),
  ),
})
const Project = z.object({
  targets: z.object({ production: z.object({ alias: z.array(z.string()).nullish() }).nullish() }).nullish(),
})

export function vercelHosting({ url, project, token, timeLimitMs }: VercelOptions): Hosting {
  const service: RestService = {
    who: 'The hosting platform',
    url,
    token,
    tokenVariable: 'HOSTING_PROJECT and HOSTING_TOKEN',
  }
  const path = `/v9/projects/${encodeURIComponent(project)}`
  const findProject = (signal: AbortSignal) => askRest(service, { path, answer: Project, signal })
  return {
    name: 'vercel',
    async probe() {
      await findProject(AbortSignal.timeout(timeLimitMs))
    },
    async summary() {
      const signal = AbortSignal.timeout(timeLimitMs)
      const [{ deployments }, { targets }] = await Promise.all([
        askRest(service, {
          path: '/v6/deployments',
          query: { projectId: project, limit: String(listed) },
          answer: Deployments,
          signal,
        }),
        findProject(signal),
      ])
      const live = deployments.find(
        ({ target, state, readyState }) => target === 'production' && (state ?? readyState) === 'READY',
      )
      return {
        deployments: deployments.map(({ uid, url, state, readyState }) => ({
          id: uid,
          url: withScheme(url ?? ''),
          state: state ?? readyState ?? 'UNKNOWN',
        })),
        productionUrl: withScheme(targets?.production?.alias?.[0] ?? live?.url ?? '') || null,
      }
    },
  }
}

/** The API returns hosts, but people need links. */
const withScheme = (host: string) => (host === '' || host.includes('://') ? host : `https://${host}`)
