import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { plumbing } from '../http/plumbing'
import { seeOther } from '../http/request'
import { describeError } from '../lib/log'
import { renewOnboarding } from '../modules/payouts'
import { checkoutWords } from '../words/checkout'
import { noticePage } from './layout/notice'
import { visitorOf } from './visitor'

/** The processor sends franchisees here when their link has expired, and we send them on with a new one. */
export const onboardingRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/onboarding/:token', ({ params, request }) => renew(deps, request, params.token), {
      ...endpoint(
        { as: 'public', limit: 20 },
        {
          tag: 'Franchise payments',
          summary: 'Renew an expired onboarding link',
          answer: z.string(),
          bare: true,
          mediaType: 'text/html',
          redirects: true,
          refusals: {
            404: 'The link has expired or is not one of ours',
            502: 'The payment processor failed',
          },
        },
      ),
      params: z.object({ token: z.string().max(600) }),
    })

async function renew(deps: Deps, request: Request, token: string): Promise<Response> {
  const visitor = visitorOf(deps, request)
  const words = checkoutWords(visitor.language).onboarding
  try {
    const url = await renewOnboarding(deps, token)
    if (url !== null) return seeOther(url)
    return noticePage(deps, visitor, {
      title: words.expiredTitle,
      content: <p>{words.expired}</p>,
      status: 404,
    })
  } catch (error) {
    deps.log.warn("couldn't renew an onboarding link", describeError(error))
    return noticePage(deps, visitor, {
      title: words.failedTitle,
      content: <p>{words.failed}</p>,
      status: 502,
    })
  }
}
