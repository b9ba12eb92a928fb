import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hqTasks } from '../../db/schema'
import { describedRoutes, describeApp } from '../../src/http/swagger'
import { may, permissions, permissionsOf, roles, type Role } from '../../src/lib/permissions'
import { tools } from '../../src/mcp/server'
import { apiKey, bearer } from '../contract/credentials'
import { endpoints, nameOf } from '../contract/endpoints'
import { startTestApp } from '../support/app'
import { concrete } from '../support/contract'
import { columnsOf, reachOf, tableUnder } from '../support/permission-table'
import { addTwoFranchises, idOf } from '../support/two-franchises'

const service = await startTestApp()
afterAll(() => service.close())
await addTwoFranchises(service)
const all = describedRoutes(service.app)
const routes = all.filter(({ endpoint }) => endpoint.rule.as === 'hq')
const keys = new Map<Role, Record<string, string>>()
for (const role of roles) {
  const franchiseId = role === 'franchisee' ? 'northmark-franchise' : null
  keys.set(role, bearer(await apiKey(service.deps, { role, franchiseId })))
}
const limited = bearer(await apiKey(service.deps, { role: 'bookkeeper', franchiseId: 'northmark-franchise' }))

/** The written tables, against which the service is tested. */
const page = readFileSync(join(import.meta.dir, '../../docs/permissions.md'), 'utf8')
const plain = (cell = '') => cell.replaceAll('`', '')
const table = new Map(
  tableUnder(page, 'Permissions').map(([name, , ...cells]) => [
    plain(name),
    new Set(roles.filter((_, place) => cells[place] === 'yes')),
  ]),
)
const written = tableUnder(page, 'HQ endpoints')
const open = tableUnder(page, 'Other endpoints')

const lineFor = (cells: string[]) => `| ${cells.join(' | ')} |`

let strangers = 0
const stranger = () => `10.9.${++strangers >> 8}.${strangers & 255}`

// A body that isn't JSON is refused after the guard and before any effect.
const bodyFor = (method: string) => (method === 'GET' ? {} : { raw: '{"broken":' })

describe('docs/permissions.md', () => {
  test('has every permission with the roles that have it', () => {
    const known = permissions.map((name) => [name, roles.filter((role) => may(role, name))])
    expect([...table].map(([name, those]) => [name, [...those]])).toEqual(known)
  })

  test('has one line for every endpoint, with its permission and its reach', () => {
    const lines = all.map((route) => lineFor([`\`${nameOf(route)}\``, ...columnsOf(route.endpoint.rule)]))
    expect([...written, ...open].map(lineFor).toSorted()).toEqual(lines.toSorted())
  })

  test('has one line for every tool of an assistant', () => {
    const lines = tools.map(({ name, needs, scope }) =>
      lineFor([`\`${name}\``, `\`${needs}\``, reachOf(scope)]),
    )
    expect(tableUnder(page, 'Tools for AI assistants').map(lineFor)).toEqual(lines)
  })
})

describe('every HQ endpoint', () => {
  test('needs an administrator where the specification asks for one, and nowhere else', () => {
    const asked = endpoints.filter(({ as }) => as === 'hq').map(nameOf)
    const guarded = written.filter(([, needs]) => plain(needs) === 'administrator')
    expect(guarded.map(([name]) => plain(name)).toSorted()).toEqual(asked.toSorted())
  })

  for (const [name, needs, reach] of written) {
    const [method = '', path = ''] = plain(name).split(' ')
    const permission = plain(needs)
    const call = async (headers: Record<string, string>) =>
      service.call(method, concrete(path), { headers, from: stranger(), ...bodyFor(method) })

    test(`${method} ${path} lets in exactly the roles in its line`, async () => {
      for (const role of roles) {
        const { status, body } = await call(keys.get(role)!)
        const isOpen = table.get(permission)?.has(role) === true
        const isShut = role === 'franchisee' && reach === 'nothing'
        if (isOpen && !isShut) expect([role, status]).not.toEqual([role, 403])
        else expect([role, status]).toEqual([role, 403])
        if (!isOpen)
          expect(body.error).toContain(`"${role}", which doesn't have the permission "${permission}"`)
        else if (isShut) expect(body.error).toContain('the whole company')
      }
    })

    test(`${method} ${path} refuses the public`, async () => {
      expect((await call({})).status).toBe(401)
    })

    if (table.get(permission)?.has('bookkeeper'))
      test(`${method} ${path} limits a bookkeeper of one franchise like a franchisee`, async () => {
        const { status } = await call(limited)
        if (reach === 'nothing') expect(status).toBe(403)
        else expect(status).not.toBe(403)
      })
  }

  test('shows its permission and its roles in the API document', async () => {
    const { paths } = await describeApp(service.app, [])
    const described = (path: string, method: string) => paths[path]![method] as Record<string, unknown>
    for (const { method, path, endpoint } of routes) {
      const shown = described(path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase())
      expect([path, shown['x-permission']]).toEqual([path, (endpoint.rule as { needs: string }).needs])
    }
    expect(described('/api/admin/jobs', 'get').description).toContain(
      'owner, dispatcher, bookkeeper, franchisee',
    )
    expect(described('/api/admin/promos', 'get').description).not.toContain('franchisee')
  })
})

describe('every other endpoint', () => {
  for (const [name, caller] of open.filter(([, who]) => who !== 'a signed call')) {
    const [method = '', path = ''] = plain(name).split(' ')
    test(`${method} ${path} is open to ${caller} and gives a role nothing extra`, async () => {
      for (const headers of [{}, keys.get('dispatcher')!, keys.get('franchisee')!]) {
        const answer = await service.call(method, concrete(path), {
          headers,
          from: stranger(),
          ...bodyFor(method),
        })
        if (caller === 'anyone') expect([401, 403]).not.toContain(answer.status)
        else expect(answer.status).toBe(401)
      }
    })
  }
})

describe('the roles', () => {
  test('an owner may do everything', () => {
    expect(permissionsOf('owner')).toEqual(permissions)
  })

  test('a dispatcher has nothing to do with money beyond a price', () => {
    const allowed = permissionsOf('dispatcher')
    expect(allowed).toContain('jobs.price')
    expect(allowed.filter((name) => /^(?:money|invoices|reports)/.test(name))).toEqual([])
  })

  test('a dispatcher sees no payouts, shares, fees or entries of the ledger on any page', async () => {
    const headers = keys.get('dispatcher')!
    const paths = ['jobs?limit=200', 'customers?limit=200', 'customers/northmark-customer/export', 'workers']
    for (const place of [...paths, `jobs/${idOf('northmark', 'paid-job')}`, 'templates', 'plans']) {
      const { status, text } = await service.call('GET', `/api/admin/${place}`, { headers, from: stranger() })
      expect([place, status]).toEqual([place, 200])
      expect(text.match(/"[^"]*(?:payout|split|share|fee|ledger|transfer|refundable)[^"]*":/gi)).toBeNull()
    }
  })

  test('a dispatcher gets no to-dos about money', async () => {
    const now = service.deps.clock.now()
    const todo = { kind: 'transfer.refused' as const, subject: 'transfer-1', title: 'Payout refused' }
    await service.deps.store.write((tx) =>
      tx.insert(hqTasks).values({ id: 'payout', ...todo, createdAt: now }),
    )
    const call = (role: Role, method: string, path: string) =>
      service.call(method, `/api/admin/tasks${path}`, { headers: keys.get(role)!, from: stranger() })
    expect((await call('bookkeeper', 'GET', '')).text).toContain('Payout refused')
    expect((await call('bookkeeper', 'GET', '/payout')).status).toBe(200)
    expect((await call('dispatcher', 'GET', '')).text).not.toContain('Payout refused')
    expect((await call('dispatcher', 'GET', '')).text).toContain('Call northmark')
    for (const [method, path] of [
      ['GET', '/payout'],
      ['POST', '/payout/done'],
      ['POST', '/payout/reopen'],
    ] as const)
      expect([path, (await call('dispatcher', method, path)).status]).toEqual([path, 404])
  })

  test("a bookkeeper doesn't dispatch", () => {
    const allowed = permissionsOf('bookkeeper')
    expect(allowed).toContain('money.write')
    expect(allowed.filter((name) => /^(?:dispatch|workers|jobs\.write)/.test(name))).toEqual([])
  })

  test('only an owner changes the company, its staff and its server', () => {
    for (const name of ['settings', 'staff', 'system', 'administrator', 'customers.erase'] as const)
      expect(roles.filter((role) => may(role, name))).toEqual(['owner'])
    expect(roles).toContain('franchisee')
  })
})
