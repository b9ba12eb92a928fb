import { z } from 'zod'
import { askRest, type RestService } from '../rest'
import type { Hosting } from './types'

export interface VercelOptions {
  /** A team is named in its query: `?teamId=…` goes along with every question. */
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
      // Absent until the upload is complete.
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

/** The interface names hosts, people follow links. */
const withScheme = (host: string) => (host === '' || host.includes('://') ? host : `https://${host}`)
