import { afterAll, describe, expect, test } from 'bun:test'
import { routesOf, testEach } from '../support/contract'
import { endpoints, nameOf, specified, testedElsewhere } from './endpoints'
import { startWorld } from './world'

const world = await startWorld()
afterAll(() => world.test.close())
const described = routesOf(world)
const served = world.test.app.routes.map(({ method, path }) => ({
  method,
  path,
  name: nameOf({ method, path }),
}))

describe('the endpoint table', () => {
  test('lists each endpoint once', () => {
    const names = endpoints.map(nameOf)
    expect(names.length).toBe(new Set(names).size)
    expect(specified).toHaveLength(42)
  })

  test('lists every route under /api', () => {
    // Add a missing one to tests/contract/table/ours.ts.
    const known = new Set([...endpoints.map(nameOf), ...testedElsewhere])
    const strays = served.filter(
      ({ name, path }) => path.startsWith('/api') && !path.startsWith('/api/admin/') && !known.has(name),
    )
    expect(strays).toEqual([])
  })

  testEach(world, 'has the guard and the status from the table', (endpoint) => {
    const { rule, doc } = described.get(nameOf(endpoint))!.endpoint
    expect({ as: rule.as, limit: rule.limit }).toEqual({
      as: endpoint.as,
      limit: endpoint.limit,
    })
    expect({ status: doc.status ?? 200, bare: doc.bare ?? false }).toEqual({
      status: endpoint.status as 200,
      bare: endpoint.bare ?? false,
    })
  })
})

describe('every route under /api', () => {
  test('is described, with a rule for who may call it and how often', () => {
    const unguarded = served.filter(({ name, path }) => path.startsWith('/api') && !described.has(name))
    expect(unguarded).toEqual([])
  })

  test('requires an HQ token where only HQ may call it', () => {
    const open = [...described.values()].filter(
      ({ path, endpoint }) => path.startsWith('/api/admin/') && endpoint.rule.as !== 'hq',
    )
    expect(open.map(nameOf)).toEqual([])
  })

  test('has a rate limit above zero', () => {
    for (const { endpoint } of described.values()) expect(endpoint.rule.limit).toBeGreaterThan(0)
  })
})
