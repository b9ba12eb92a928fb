import { afterAll, describe, expect, test } from 'bun:test'
import { describedRoutes, describeApp } from '../../src/http/swagger'
import { may, permissions, permissionsOf, roles } from '../../src/lib/permissions'
import { apiKey, bearer } from '../contract/credentials'
import { endpoints, nameOf } from '../contract/endpoints'
import { startTestApp } from '../support/app'
import { concrete } from '../support/contract'

const service = await startTestApp()
afterAll(() => service.close())
const routes = describedRoutes(service.app).filter(({ endpoint }) => endpoint.rule.as === 'hq')
const keyRoles = ['owner', 'dispatcher', 'bookkeeper'] as const
const keys = new Map<string, Record<string, string>>()
for (const role of keyRoles) keys.set(role, bearer(await apiKey(service.deps, { role })))

let strangers = 0
const stranger = () => `10.9.${++strangers >> 8}.${strangers & 255}`

describe('every HQ endpoint', () => {
  test('names a permission that exists', () => {
    expect(routes.length).toBeGreaterThan(100)
    const nameless = routes.filter(
      ({ endpoint: { rule } }) => !permissions.includes((rule as never)['needs']),
    )
    expect(nameless.map(nameOf)).toEqual([])
  })

  test('needs an administrator where the specification asks for one, and nowhere else', () => {
    const asked = endpoints.filter(({ as }) => as === 'hq').map(nameOf)
    const guarded = routes.filter(
      ({ endpoint: { rule } }) => rule.as === 'hq' && rule.needs === 'administrator',
    )
    expect(guarded.map(nameOf).toSorted()).toEqual(asked.toSorted())
  })

  for (const route of routes)
    test(`${nameOf(route)} lets in the roles with its permission and tells the others what is missing`, async () => {
      const { rule } = route.endpoint
      if (rule.as !== 'hq') throw new Error('unreachable')
      for (const role of keyRoles) {
        // A body that isn't JSON is refused after the guard and before any effect.
        const body = route.method === 'GET' ? {} : { raw: '{"broken":' }
        const options = { headers: keys.get(role)!, from: stranger(), ...body }
        const { status, body: answer } = await service.call(route.method, concrete(route.path), options)
        if (may(role, rule.needs)) expect([role, status]).not.toEqual([role, 403])
        else {
          expect([role, status]).toEqual([role, 403])
          expect(answer.error).toContain(`"${role}", which doesn't have the permission "${rule.needs}"`)
        }
      }
    })

  test('shows its permission in the API document', () => {
    const { paths } = describeApp(service.app, [])
    const listed = paths['/api/admin/jobs']!['get'] as Record<string, unknown>
    expect(listed['x-permission']).toBe('jobs.read')
    expect(listed.description).toContain('owner, dispatcher, bookkeeper')
  })
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
