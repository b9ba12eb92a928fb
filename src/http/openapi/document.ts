import type { AnyElysia } from 'elysia'
import { z } from 'zod'
import { interfaceVersion } from '../../version'
import { endpointOf, tags, type Endpoint } from '../endpoint'
import { jsonSchema, operation } from './operation'
import { schemesOf } from './security'

export interface OpenApiDocument {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, unknown>>
  components: Record<string, unknown>
}

/**
 * Made from the schemas that validate, so that it cannot say anything else than what happens. The paths
 * are described when they are first read: that takes longer than the rest of a start together.
 */
export function describeApp(app: AnyElysia): OpenApiDocument {
  let made: Pick<OpenApiDocument, 'paths' | 'components'> | undefined
  const described = () => (made ??= describeRoutes(describedRoutes(app)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Truckroll',
      version: interfaceVersion,
      description:
        'Bookings, payments, dispatch, invoices, recurring billing, payouts and campaigns of a field-service business.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Wherever the document was read from: a box answers under its name, its address and as localhost.
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    get paths() {
      return described().paths
    },
    get components() {
      return described().components
    },
  }
}

function describeRoutes(routes: DescribedRoute[]): Pick<OpenApiDocument, 'paths' | 'components'> {
  const paths: OpenApiDocument['paths'] = {}
  for (const { method, path, endpoint, hooks } of routes) {
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] ??= {}
    paths[template][method.toLowerCase()] = operation(method, template, endpoint, hooks)
  }
  return {
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorAnswer, 'output') },
      securitySchemes: schemesOf(routes.map(({ endpoint }) => endpoint)),
    },
  }
}

const ErrorAnswer = z.object({
  ok: z.literal(false),
  error: z.string().describe('What went wrong, for people to read'),
  details: z.array(z.string()).optional().describe('Every fault of the request, as "path: reason"'),
})

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

/** Every route of ours; those that plugins add for their own pages have no description. */
export function describedRoutes(app: AnyElysia): DescribedRoute[] {
  return app.routes.flatMap(({ method, path, hooks }) => {
    const endpoint = endpointOf(hooks.detail)
    return endpoint ? [{ method, path, endpoint, hooks: hooks as RouteHooks }] : []
  })
}
