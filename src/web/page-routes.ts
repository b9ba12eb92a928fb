import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { seeOther } from '../http/form'
import { plumbing } from '../http/plumbing'
import { consolePage } from './admin/page'
import { portalPage } from './my/page'
import { answerAsset } from './assets/answer'
import { offlineScript, workPage } from './work/page'

const page = { tag: 'Public', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const rule = { as: 'public', limit: 120 } as const

/** Pages that are the same for everybody; their scripts speak the same interface as everyone else. */
export const pageRoutes = (deps: Deps) => {
  const admin = consolePage(deps)
  const my = portalPage(deps)
  const work = workPage(deps)
  const offline = offlineScript()
  return new Elysia()
    .use(plumbing(deps))
    .get('/admin', ({ request }) => admin(request), endpoint(rule, { ...page, summary: 'The console' }))
    .get('/my', ({ request }) => my(request), endpoint(rule, { ...page, summary: "The customer's page" }))
    .get('/work', ({ request }) => work(request), endpoint(rule, { ...page, summary: "The worker's page" }))
    .get('/work-offline.js', ({ request }) => answerAsset(offline, request), { detail: { hide: true } })
    .get('/', () => seeOther('/book'), { detail: { hide: true } })
}
