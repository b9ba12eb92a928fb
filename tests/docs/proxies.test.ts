import { afterAll, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentedConfig } from '../chaos/litestream/config'
import { temporaryFolder } from '../support/temp'

const page = readFileSync(join(import.meta.dir, '../../docs/operating.md'), 'utf8')
const [, caddyfile = ''] = /```caddyfile\n([^]*?)```/.exec(page) ?? []
const [, script = ''] = /```js\n([^]*?)```/.exec(page) ?? []

interface Waiting {
  method: string
  variables: { upstream_connect_time: string }
  return(status: number): void
  internalRedirect(location: string): void
}

/** How nginx's script goes on after a request failed, if the service refuses this many connections first. */
async function afterFailure(method: string, connectTime: string, refusals: number): Promise<unknown> {
  const file = join(temporaryFolder('nginx'), 'truckroll.mjs')
  writeFileSync(file, script)
  const { default: own } = (await import(file)) as { default: { wait(request: Waiting): Promise<void> } }
  let left = refusals
  Object.assign(globalThis, {
    ngx: { fetch: async () => (left-- > 0 ? Promise.reject(new Error('connection refused')) : null) },
  })
  const ended = Promise.withResolvers<unknown>()
  await own.wait({
    method,
    variables: { upstream_connect_time: connectTime },
    return: ended.resolve,
    internalRedirect: ended.resolve,
  })
  return ended.promise
}
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'ngx')
})

test('the nginx example sends a refused request again once the service is back', async () => {
  expect(await afterFailure('POST', '-', 0)).toBe('@truckroll')
  expect(await afterFailure('POST', '-, -', 2)).toBe('@truckroll')
})

test('the nginx example never sends a booking twice that may have arrived', async () => {
  expect(await afterFailure('POST', '0.000', 0)).toBe(502)
  expect(await afterFailure('DELETE', '-, 0.004', 0)).toBe(502)
  expect(await afterFailure('GET', '0.000', 0)).toBe('@truckroll')
})

test('the Caddy example lets requests wait for a restart, each on a connection of its own', () => {
  expect(caddyfile).toMatch(/lb_try_duration 1\d+s\n/)
  expect(caddyfile).toContain('keepalive off')
})

test('the Litestream example keeps a week, at the place where 0.5 looks for it', () => {
  const config = Bun.YAML.parse(documentedConfig('/data/truckroll.db', '/replica')) as Record<string, unknown>
  expect(config).toEqual({
    snapshot: { interval: '24h', retention: '168h' },
    dbs: [
      {
        path: '/data/truckroll.db',
        'monitor-interval': '500ms',
        replica: { type: 'file', path: '/replica', 'sync-interval': '250ms' },
      },
    ],
  })
})
