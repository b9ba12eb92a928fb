import { Elysia, type AnyElysia } from 'elysia'
import { join } from 'node:path'
import { z } from 'zod'
import { nextTurn } from '../../db/store'
import type { Deps } from '../deps'
import { interfaceVersion } from '../version'
import { endpointOf, outsideApi, tags, type Endpoint } from './endpoint'
import { Components } from './openapi/components'
import { operation, schemesOf, templateOf } from './openapi/operation'
import { describeEvent, type Announced } from './openapi/webhooks'
import { plumbing } from './plumbing'
import { pluginDocument, pluginPage } from './swagger-plugin'

const script = 'text/javascript; charset=utf-8'
const assets = { 'swagger-ui-bundle.js': script, 'swagger-ui.css': 'text/css; charset=utf-8' } as const

/** Serves a text that never changes as bytes that are prepared once. */
type Kept = (text: string) => (request: Request) => Promise<Response>

/**
 * Nothing is loaded or written before somebody opens the page. Its files are served from here, so it also works without
 * internet access.
 */
export function mountSwagger(
  app: AnyElysia,
  deps: Deps,
  kept: Kept,
  events: readonly Announced[],
): AnyElysia {
  const page = once(() => pluginPage({ ...info, title: 'Truckroll API' }))
  // Writing the document takes longer than any other answer.
  const document = once(async () => kept(await pluginDocument(await describeApp(app, events))))
  app.use(
    new Elysia()
      .use(plumbing(deps))
      .get('/swagger/json', async ({ request }) => (await document())(request), {
        access: { as: 'public', limit: 120 },
        ...outsideApi('The API document'),
      }),
  )
  app.get(
    '/swagger',
    async () => new Response(await page(), { headers: pageHeaders }),
    outsideApi('The Swagger page'),
  )
  app.get(
    '/swagger/start.js',
    () => new Response(fileOf('start.js'), { headers: { 'content-type': script } }),
    outsideApi('The script of the Swagger page'),
  )
  for (const [name, type] of Object.entries(assets))
    app.get(
      `/swagger/${name}`,
      ({ request }) => packedFile(name, type, request),
      outsideApi('A file of Swagger UI'),
    )
  return app
}

/** Makes something at the first request, for all later ones. After a failure the next request tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

const fileOf = (name: string) => Bun.file(join(import.meta.dir, 'swagger-ui', name))

/** Kept compressed, which is how browsers take it. `bun run build:swagger` makes these files. */
async function packedFile(name: string, type: string, request: Request): Promise<Response> {
  const file = fileOf(`${name}.gz`)
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=86400',
    vary: 'accept-encoding',
  }
  if (/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
    return new Response(file, { headers: { ...headers, 'content-encoding': 'gzip' } })
  return new Response(Bun.gunzipSync(await file.bytes()), { headers })
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // Swagger UI sets styles from its script, which needs no permission, and its icons are data URLs.
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
}

export interface OpenApiDocument {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, unknown>>
  /** The events we post to other software. */
  webhooks: Record<string, { post: unknown }>
  components: Record<string, unknown>
}

const info = {
  title: 'Truckroll',
  description:
    'Bookings, payments, dispatch, invoices, recurring billing, payouts and campaigns for a field-service business.',
  version: interfaceVersion,
  license: { name: 'MIT', identifier: 'MIT' },
}

/** Built from the schemas that validate requests, so it always matches the behavior. */
export const describeApp = async (
  app: AnyElysia,
  events: readonly Announced[],
): Promise<OpenApiDocument> => ({
  openapi: '3.1.0',
  info,
  // Relative, because the same service can be reached by its name, its address or as localhost.
  servers: [{ url: '/' }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  ...(await describeRoutes(describedRoutes(app), events)),
})

/** Takes most of a second, so other requests get their turn after every route. */
async function describeRoutes(
  routes: DescribedRoute[],
  events: readonly Announced[],
): Promise<Pick<OpenApiDocument, 'paths' | 'webhooks' | 'components'>> {
  const components = new Components()
  // Answers come first: a model that reads differently in a request is called `…Input` there.
  for (const answer of [ErrorAnswer, ...routes.map(({ endpoint }) => endpoint.doc.answer)]) {
    components.describe(answer, 'output')
    await nextTurn()
  }
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    ;(paths[templateOf(route.path)] ??= {})[route.method.toLowerCase()] = operation(route, components)
    await nextTurn()
  }
  const webhooks: OpenApiDocument['webhooks'] = {}
  for (const event of events) {
    webhooks[event.type] = { post: describeEvent(event, components) }
    await nextTurn()
  }
  const schemas = Object.entries(components.schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: schemesOf(routes.map(({ endpoint }) => endpoint)),
    },
  }
}

export const ErrorAnswer = z
  .object({
    ok: z.literal(false),
    error: z.string().describe('A message you can show to people'),
    details: z.array(z.string()).optional().describe('Every problem with the request, as "field: reason"'),
  })
  .meta({ id: 'Error' })

export interface RouteHooks {
  body?: z.ZodType
  query?: z.ZodType
  params?: z.ZodType
}

export interface DescribedRoute {
  method: string
  path: string
  endpoint: Endpoint
  hooks: RouteHooks
}

/** Lists our routes and skips those added by plugins. */
export function describedRoutes(app: AnyElysia): DescribedRoute[] {
  return app.routes.flatMap(({ method, path, hooks }) => {
    const endpoint = endpointOf(hooks.detail)
    return endpoint ? [{ method, path, endpoint, hooks: hooks as RouteHooks }] : []
  })
}
