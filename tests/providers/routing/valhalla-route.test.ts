import { afterEach, describe, expect, test } from 'bun:test'
import { valhallaRouting } from '../../../src/providers/routing/valhalla'
import { expectStatus, startAdmin } from '../../support/admin'
import { badReplies, startMapServer, type MapServer, type Reply } from '../map-server'
import { refuse } from './valhalla-server'

/** The example from the format's description, with six decimals instead of five. */
const shape = '_p~iF~ps|U_ulLnnqC_mqNvxq`@'
const line: [number, number][] = [
  [3.85, -12.02],
  [4.07, -12.095],
  [4.3252, -12.6453],
]
const drawn: Reply = () => Response.json({ trip: { legs: [{ shape }], status: 0 } })
const [from, to] = [
  { lat: 3.85, lng: -12.02 },
  { lat: 4.3252, lng: -12.6453 },
]

const servers: MapServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

function start(reply: Reply): MapServer {
  const server = startMapServer(reply)
  servers.push(server)
  return server
}
const routeOf = ({ url }: MapServer) => valhallaRouting({ url, timeLimitMs: 60_000 }).route!

describe("Valhalla's way between two places", () => {
  test('is read from its shape and asked for once', async () => {
    const server = start(drawn)
    const route = routeOf(server)
    expect(await Promise.all([route(from, to), route(from, to)])).toEqual([line, line])
    expect(await route(from, to)).toEqual(line)
    expect(server.requests.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: '/route',
        body: {
          locations: [
            { lat: 3.85, lon: -12.02 },
            { lat: 4.3252, lon: -12.6453 },
          ],
          costing: 'auto',
          directions_type: 'none',
        },
      },
    ])
  })

  test('is none where the engine finds none, and others are still asked for', async () => {
    const server = start(refuse(442, 'No path could be found for input'))
    const route = routeOf(server)
    expect(await route(from, to)).toBeNull()
    expect(await route(to, from)).toBeNull()
    expect(server.requests).toHaveLength(2)
  })

  test.each(Object.entries(badReplies))(
    'fails after %s, and the next ones without asking',
    async (_, reply) => {
      const server = start(reply)
      const route = routeOf(server)
      expect(route(from, to)).rejects.toMatchObject({ reason: 'upstream' })
      await route(from, to).catch(() => null)
      const before = server.requests.length
      expect(route(to, from)).rejects.toMatchObject({ reason: 'upstream' })
      await route(to, from).catch(() => null)
      expect(server.requests).toHaveLength(before)
    },
  )
})

test('lines on the map follow the roads of a Valhalla server, and are straight while it is down', async () => {
  const server = start(drawn)
  const stops = [line[0], line[2]]
  const withEngine = await startAdmin({ ROUTING_URL: server.url })
  const answer = await withEngine.post('/api/admin/map/lines', { lines: [stops] })
  expect(expectStatus(answer, 200).body.data.lines).toEqual([line])
  const tile = expectStatus(await withEngine.get('/api/admin/map/tile?z=11&x=426&y=777'), 200)
  expect(tile.body.attribution).toContain('OpenStreetMap')
  await withEngine.close()

  await server.stop()
  const without = await startAdmin({ ROUTING_URL: server.url })
  const straight = await without.post('/api/admin/map/lines', { lines: [stops] })
  expect(expectStatus(straight, 200).body.data.lines).toEqual([stops])
  await without.close()
})
