import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { Elysia } from 'elysia'
import type { Deps } from '../deps'
import { outsideApi } from '../http/endpoint'
import { plumbing } from '../http/plumbing'
import { actorOf, scopeOf, type Caller } from '../http/request'
import { forbidden, must } from '../lib/errors'
import { serverFor } from './server'

// A new object each time, because Elysia writes its hooks into it.
const route = (summary: string) => ({ access: { as: 'key', limit: 600 } as const, ...outsideApi(summary) })

/** AI assistants connect here with an API key, over MCP's streamable HTTP and without sessions. */
export const mcpRoutes = (deps: Deps) => {
  let handler: Promise<McpHttpHandler> | undefined
  const answer = async (request: Request, caller: Caller, body?: unknown): Promise<Response> => {
    assertOwnOrigin(deps, request)
    handler ??= openHandler(deps)
    const { key } = caller
    // The token stays out of it; the factory needs only the caller.
    const authInfo = { token: '', clientId: key?.id ?? '', scopes: [], extra: { caller } }
    const { fetch: serve } = await handler
    return serve(request, body === undefined ? { authInfo } : { authInfo, parsedBody: body })
  }
  return new Elysia()
    .use(plumbing(deps))
    .post(
      '/mcp',
      ({ request, caller, body }) => answer(request, caller, body),
      route('A message from an AI assistant'),
    )
    .get('/mcp', ({ request, caller }) => answer(request, caller), route('Messages to an AI assistant'))
    .delete('/mcp', ({ request, caller }) => answer(request, caller), route('The end of a session'))
}

/** Loaded at the first call, because most services never get one. */
async function openHandler(deps: Deps): Promise<McpHttpHandler> {
  const sdk = await import('@modelcontextprotocol/server')
  return sdk.createMcpHandler(
    ({ authInfo }) => {
      const { caller } = must(authInfo?.extra, 'The caller') as { caller: Caller }
      return serverFor(sdk, { deps, caller, actor: actorOf(caller), within: scopeOf(caller) ?? undefined })
    },
    {
      // Our tools don't change while the service runs, so there is nothing to subscribe to.
      maxSubscriptions: 0,
    },
  )
}

/** Another site's page must not reach the service through a visitor's browser. */
function assertOwnOrigin({ config }: Deps, request: Request): void {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== new URL(config.publicUrl).origin)
    throw forbidden("Browsers can't connect from other sites")
}
