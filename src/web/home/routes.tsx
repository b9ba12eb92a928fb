import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { endpoint, outsideApi } from '../../http/endpoint'
import { formOf } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { addressOf, readForm, seeOther } from '../../http/request'
import { isEmail } from '../../lib/contact'
import { askForArea } from '../../modules/franchises'
import { canPayOnline } from '../../providers/demo'
import { homeWords } from '../../words/home'
import { answerPage } from '../layout/page'
import { visitorOf } from '../visitor'
import { legalPage } from './legal-page'
import { metaOf, robotsText, sitemapText } from './listing'
import { HomePage } from './page'
import { franchisePaths, franchiseSite, homeSite, type Site } from './site'
import { aboutBusiness } from './structured-data'

const page = { tag: 'Public', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const rule = { as: 'public', limit: 120 } as const

/** The pages that search engines list, and the files that tell them so. */
export const homeRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/',
      async ({ request }) => {
        const isNoted = addressOf(request).searchParams.get('noted') !== null
        return show(deps, request, await homeSite(deps, zipOf(request), { isNoted, wrong: null }))
      },
      endpoint(rule, { ...page, operationId: 'showHome', summary: 'The home page' }),
    )
    .post(
      '/area',
      async ({ request }) => noteRequest(deps, request, await readForm(request)),
      endpoint(
        { as: 'public', limit: 5, raw: true },
        {
          ...page,
          operationId: 'askForArea',
          summary: 'Leave an email address where we don’t come yet',
          description: 'Redirects to the home page, which says thanks. Nobody is sent anything.',
          redirects: true,
          takes: formOf('zip', 'email'),
          refusals: { 422: 'The email address is invalid' },
        },
      ),
    )
    .get(
      '/f/:slug',
      async ({ params, request }) => {
        const site = await franchiseSite(deps, params.slug, zipOf(request))
        return site ? show(deps, request, site) : seeOther('/')
      },
      {
        ...endpoint(rule, {
          ...page,
          operationId: 'showFranchise',
          summary: 'The page of a franchise',
          redirects: true,
          refusals: { 404: 'Page not found' },
        }),
        params: z.object({ slug: z.string().max(200) }),
      },
    )
    .get(
      '/terms',
      ({ request }) => legalPage(deps, visitorOf(deps, request), 'terms'),
      endpoint(rule, { ...page, operationId: 'showTerms', summary: 'The terms of service' }),
    )
    .get(
      '/privacy',
      ({ request }) => legalPage(deps, visitorOf(deps, request), 'privacy'),
      endpoint(rule, { ...page, operationId: 'showPrivacy', summary: 'The privacy policy' }),
    )
    .get('/robots.txt', () => textFile('text/plain', robotsText(deps)), {
      access: rule,
      ...outsideApi('The pages that search engines may list'),
    })
    .get(
      '/sitemap.xml',
      async () => textFile('application/xml', sitemapText(deps, await franchisePaths(deps))),
      { access: rule, ...outsideApi('The addresses of those pages') },
    )

const zipOf = (request: Request): string | null => addressOf(request).searchParams.get('zip')?.trim() ?? null

const textFile = (type: string, text: string): Response =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' } })

async function noteRequest(deps: Deps, request: Request, form: URLSearchParams): Promise<Response> {
  const zip = (form.get('zip') ?? '').trim().slice(0, 20)
  const email = (form.get('email') ?? '').trim()
  const site = await homeSite(deps, zip, { isNoted: false, wrong: email.slice(0, 200) })
  // The page answers a ZIP code that we serve, or that nobody has.
  if (site.answer?.kind !== 'outside') return seeOther(`/?zip=${encodeURIComponent(zip)}#area`)
  if (email.length > 200 || !isEmail(email)) return show(deps, request, site, 422)
  const { language } = visitorOf(deps, request)
  const isNoted = await askForArea(deps, { email, zip: site.answer.zip, language })
  return seeOther(`/?zip=${site.answer.zip}${isNoted ? '&noted=yes' : ''}#area`)
}

function show(deps: Deps, request: Request, site: Site, status = 200): Promise<Response> {
  const visitor = visitorOf(deps, request)
  const words = homeWords(visitor.language)
  const names = site.services.slice(0, 3).map(({ label }) => label)
  const title = [site.name, names.join(', ') || words.book].join(' · ')
  return answerPage(deps, visitor, {
    title,
    status,
    wholeTitle: true,
    business: site.name,
    ...(site.color === undefined ? {} : { color: site.color }),
    sheets: ['home'],
    width: 'wide',
    listed: true,
    keptForBack: true,
    meta: {
      ...metaOf(deps, visitor.language, site.path),
      description: words.description(site.name, names.join(', ')),
      structured: aboutBusiness(deps, site),
    },
    children: <HomePage language={visitor.language} site={site} paysOnline={canPayOnline(deps.config)} />,
  })
}
