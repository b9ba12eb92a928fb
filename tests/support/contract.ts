import { test } from 'bun:test'
import { describedRoutes, type DescribedRoute } from '../../src/http/swagger'
import type { EndpointCase, Sent } from '../contract/case'
import { goodCredential } from '../contract/credentials'
import { endpoints, nameOf } from '../contract/endpoints'
import type { World } from '../contract/world'
import type { Answer, CallOptions } from './app'
import { paymentsSignature } from './tokens'

export const routesOf = ({ test: { app } }: World): Map<string, DescribedRoute> =>
  new Map(describedRoutes(app).map((route) => [nameOf(route), route]))

/** The first lookup of a place on a new clone unpacks the gazetteer. */
const patience = 20_000

/**
 * One test per endpoint in the table that `applies` picks; an endpoint we no longer serve fails it.
 */
export function testEach(
  world: World,
  title: string,
  check: (endpoint: EndpointCase) => Promise<void> | void,
  applies: (endpoint: EndpointCase) => boolean = () => true,
): void {
  const served = routesOf(world)
  const chosen = endpoints.filter(applies)
  if (chosen.length === 0) throw new Error(`No endpoint is tested for "${title}"`)
  for (const endpoint of chosen) {
    const name = nameOf(endpoint)
    test(
      `${name} ${title}`,
      () => {
        if (!served.has(name)) throw new Error(`The service has no route ${name}`)
        return check(endpoint)
      },
      patience,
    )
  }
}

/** A path with every parameter filled in. */
export const concrete = (path: string) => path.replaceAll(/:\w+/g, 'unknown')

export function withQuery(path: string, query: Record<string, string> = {}): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? concrete(path) : `${concrete(path)}?${text}`
}

/** Sends what a table row describes, with its kind's credential, from its own address. */
export async function sendAs(world: World, endpoint: EndpointCase, sent: Sent): Promise<Answer> {
  const { deps } = world.test
  const options: CallOptions = {
    from: world.stranger(),
    headers: await goodCredential(deps, endpoint.as),
    ...(sent.body === undefined ? {} : { body: sent.body }),
  }
  if (endpoint.as === 'signature') {
    const payload = JSON.stringify(sent.body)
    options.headers = {
      'payments-signature': paymentsSignature(
        payload,
        deps.secrets.webhookSecrets[0] ?? '',
        deps.clock.now(),
      ),
    }
  }
  return world.test.call(endpoint.method, withQuery(endpoint.path, sent.query), options)
}
