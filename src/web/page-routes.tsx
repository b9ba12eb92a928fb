import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint, outsideApi } from '../http/endpoint'
import { plumbing } from '../http/plumbing'
import { seeOther } from '../http/request'
import { publicWords } from '../words/public'
import { canPayOnline, missingProviders } from '../providers/demo'
import { manifestIcons, touchIcon } from './app-icon/icons'
import { answerAsset, Asset, askedAgain } from './assets/asset'
import { bundleOf, type Bundle } from './assets/bundles'
import { bytesOf, scriptText } from './assets/fixed'
import { lookOf } from './assets/look'
import { noticedDemo } from './layout/frame'
import { appShell, AppRoot, framedShell } from './layout/page'

const page = { tag: 'Public', answer: z.string(), bare: true, kept: true, mediaType: 'text/html' } as const
const rule = { as: 'public', limit: 120 } as const

/** Pages that are the same for everybody; their scripts speak the same interface as everyone else. */
export const pageRoutes = (deps: Deps) => {
  const admin = consolePage(deps)
  const my = portalPage(deps)
  const work = workPage(deps)
  const offline = offlineScript()
  return new Elysia()
    .use(plumbing(deps))
    .get(
      '/admin',
      ({ request }) => admin(request),
      endpoint(rule, { ...page, operationId: 'showConsole', summary: 'The console' }),
    )
    .get(
      '/admin/sso',
      ({ request }) => admin(request),
      endpoint(rule, {
        ...page,
        operationId: 'showConsoleAfterSso',
        summary: 'The console, when the identity provider sends the browser back',
      }),
    )
    .get(
      '/my',
      ({ request }) => my(request),
      endpoint(rule, { ...page, operationId: 'showCustomerPage', summary: "The customer's page" }),
    )
    .get(
      '/work',
      ({ request }) => work(request),
      endpoint(rule, { ...page, operationId: 'showWorkerPage', summary: "The worker's page" }),
    )
    .use(designRoutes(deps, admin))
    .get('/admin/*', ({ request }) => seeOther(screenOf(new URL(request.url))), {
      ...outsideApi('Redirects a screen of the console typed as a path'),
      params: z.object({ '*': z.string() }),
    })
    .get(
      '/work.webmanifest',
      ({ request }) => answerAsset(workManifest(deps), request),
      outsideApi("The technician's page as an app"),
    )
    .get(
      '/work-offline.js',
      ({ request }) => answerAsset(offline, request),
      outsideApi("Keeps the technician's page for times without a connection"),
    )
}

/** A screen typed as a path, such as `/admin/jobs` or `/admin/customers/<id>`. The console knows the names. */
export function screenOf({ pathname, searchParams }: URL): string {
  const [tab = '', id = ''] = pathname.replace(/^\/admin\/+/, '').split('/')
  const query = new URLSearchParams({ tab: safely(tab).toLowerCase() })
  if (id !== '') query.set(tab === 'jobs' ? 'job' : 'id', safely(id))
  for (const [name, value] of searchParams) if (!query.has(name)) query.append(name, value)
  return `/admin?${query.toString()}`
}

function safely(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Every component in every state, for people who build pages: not where a business runs. */
const designRoutes = ({ config }: Deps, show: (request: Request) => Promise<Response>) =>
  config.env === 'production'
    ? new Elysia()
    : new Elysia().get(
        '/admin/design',
        ({ request }) => show(request),
        outsideApi('Every component in every state'),
      )

export interface ConsoleSettings {
  business: string
  /** The address of the company's logo. */
  logo: string | null
  timeZone: string
  /** Ways to reach people that are not set up in production. */
  undelivered: string[]
  /** No email leaves the box: codes are found in the log. */
  emailIsDemo: boolean
  /** Whether this is no longer the demo company. */
  isStarted: boolean
  /** Whether people can sign in with an identity provider. */
  sso: boolean
  /** The company's own map tiles, instead of ours. */
  mapTiles: { url: string; attribution: string } | null
}

const consolePage = (deps: Deps) => {
  const settings = (): ConsoleSettings => {
    const { name, timeZone } = deps.settings.business
    return {
      business: name,
      logo: lookOf(deps).logo?.path ?? null,
      timeZone,
      undelivered: missingProviders(deps.config),
      emailIsDemo: noticedDemo(deps.config).includes('email'),
      isStarted: deps.settings.startedAt !== null,
      sso: deps.config.sso !== null,
      mapTiles: deps.config.mapTiles,
    }
  }
  // The console's script fetches photos, because they need the token.
  const images = [...tileOrigins(deps.config.mapTiles?.url), 'blob:']
  return appShell(deps, { title: 'Office', entry: 'admin', sheets: ['admin'], settings, partsFor, images })
}

/** Scripts that a part of the address needs, on one tab or on all of them. */
const deeperParts: { tab?: string; field: string; part: string }[] = [
  { field: 'job', part: 'admin/jobs/drawer' },
  { field: 'book', part: 'admin/booking/drawer' },
  { tab: 'customers', field: 'id', part: 'admin/customers/page' },
]

function partsFor(query: URLSearchParams): string[] {
  const open = query.get('tab') || 'today'
  const deeper = deeperParts.filter(({ tab = open, field }) => tab === open && query.get(field))
  return [`admin/${open}/tab`, ...deeper.map(({ part }) => part)]
}

/** The only other places pictures may come from. The map replaces `{s}` by one of three subdomains. */
function tileOrigins(url = ''): string[] {
  const origin = /^https?:\/\/[^/]+/.exec(url)?.[0] ?? ''
  return [...new Set(['a', 'b', 'c'].map((name) => origin.replace('{s}', name)))].filter(Boolean)
}

const portalPage = (deps: Deps) =>
  framedShell(deps, '/my', (language) => ({
    title: publicWords(language).myBookings,
    entry: 'my',
    sheets: ['my'],
    current: 'my',
    settings: {
      business: deps.settings.business.name,
      emailIsDemo: noticedDemo(deps.config).includes('email'),
      sendsEmail: !missingProviders(deps.config).includes('email'),
      paysOnline: canPayOnline(deps.config),
      phone: deps.settings.business.phone,
    } satisfies PortalSettings,
    children: <AppRoot language={language} />,
  }))

/** Settings that the server gives to the portal. */
export interface PortalSettings {
  business: string
  /** No email leaves the box: the code is found in the log. */
  emailIsDemo: boolean
  /** Otherwise nobody can get a code. */
  sendsEmail: boolean
  /** Otherwise customers call to pay. */
  paysOnline: boolean
  /** The company's number. */
  phone: string | null
}

export interface WorkSettings {
  /** The parts of the page that load later, by address: the phone keeps them too, because it may be offline then. */
  later: string[]
  /** The company's number. */
  phone: string | null
}

const workPage = (deps: Deps) =>
  framedShell(deps, '/work', async (language) => ({
    title: publicWords(language).myDay,
    entry: 'work',
    sheets: ['work'],
    settings: {
      later: laterParts(await bundleOf('work')),
      phone: deps.settings.business.phone,
    } satisfies WorkSettings,
    app: {
      name: deps.settings.business.name,
      manifest: '/work.webmanifest',
      touchIcon: touchIcon(deps),
    },
    bare: true,
    width: 'narrow',
    children: <AppRoot language={language} />,
  }))

const laterParts = ({ parts }: Bundle): string[] => [
  ...new Set(
    Object.entries(parts)
      .filter(([part]) => !/^(?:book|my)\//.test(part))
      .flatMap(([, paths]) => paths),
  ),
]

/** The page as an app on the home screen. */
const workManifest = (deps: Deps) => {
  const { name, color } = deps.settings.business
  const manifest = {
    id: '/work',
    name,
    short_name: name,
    start_url: '/work',
    scope: '/work',
    display: 'standalone',
    background_color: '#f7f8f9',
    theme_color: color,
    icons: manifestIcons(deps),
  }
  return new Asset('application/manifest+json', bytesOf(JSON.stringify(manifest)), {
    'cache-control': askedAgain,
  })
}

/** Under a name that stays: a browser looks there for a newer one. */
const offlineScript = (): Asset =>
  new Asset('text/javascript; charset=utf-8', bytesOf(scriptText('work/service-worker.ts')), {
    'cache-control': askedAgain,
  })
