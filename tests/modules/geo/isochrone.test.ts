import { afterEach, describe, expect, test } from 'bun:test'
import { createRouting } from '../../../src/providers/routing'
import { badReplies, hang, startMapServer, type MapServer, type Reply } from '../../providers/map-server'
import { drawContours } from '../../providers/routing/valhalla-server'
import { startTestApp, type TestApp } from '../../support/app'

const here = { lat: 39.8017, lng: -89.6437 }
let app: TestApp
let server: MapServer | undefined

async function start(reply?: Reply, timeLimitMs = 60_000): Promise<void> {
  server = reply && startMapServer(reply)
  app = await startTestApp(server ? { ROUTING_URL: server.url } : {})
  app.deps.providers.routing = createRouting({ ...app.deps, timeLimitMs })
}
afterEach(async () => {
  await app.close()
  await server?.stop()
  server = undefined
})
const ask = (body: unknown) => app.call('POST', '/api/isochrone', { body })

describe('POST /api/isochrone', () => {
  test('returns one contour of an hour by default, outside the envelope', async () => {
    await start()
    const { status, body } = await ask(here)
    expect(status).toBe(200)
    expect(body.type).toBe('FeatureCollection')
    expect(body.ok).toBeUndefined()
    expect(body.features).toHaveLength(1)
    expect(body.features[0].properties).toMatchObject({ contour: 60, metric: 'time' })
  })

  test('colors the contours as requested, the largest first', async () => {
    await start()
    const contours = [
      { time: 15, color: '#FF0000' },
      { time: 30, color: '0f0' },
      { time: 45, color: 'rebeccapurple' },
    ]
    const { body } = await ask({ ...here, contours })
    const drawn = body.features.map(({ properties }: { properties: { contour: number; color: string } }) => [
      properties.contour,
      properties.color,
    ])
    expect(drawn).toEqual([
      [45, expect.stringMatching(/^#[0-9a-f]{6}$/)],
      [30, '#00ff00'],
      [15, '#ff0000'],
    ])
  })

  test("passes on the engine's result, requested with colors it understands", async () => {
    await start(drawContours())
    const contours = [
      { time: 10, color: '#ff0000' },
      { time: 20, color: 'red' },
    ]
    const { status, body } = await ask({ ...here, contours })
    expect(status).toBe(200)
    expect(server?.requests[0]?.body).toMatchObject({
      contours: [{ time: 20 }, { time: 10, color: 'ff0000' }],
    })
    expect(body).toEqual(await (await drawContours()(server!.requests[0]!)).json())
  })

  test('gets ten contours of three hours from an engine with the usual limits', async () => {
    await start(drawContours())
    const contours = Array.from({ length: 10 }, (_, at) => ({ time: 18 * (at + 1), color: 'ff0000' }))
    const { body } = await ask({ ...here, contours })
    expect(
      body.features.map((feature: { properties: { contour: number } }) => feature.properties.contour),
    ).toEqual([120, 108, 90, 72, 54, 36, 18])
  })

  test("refuses what the contract doesn't allow", async () => {
    await start()
    const bad = [
      { ...here, time: 0 },
      { ...here, time: 181 },
      { ...here, contours: [] },
      { ...here, contours: Array.from({ length: 11 }, () => ({ time: 5, color: 'fff' })) },
      { ...here, contours: [{ time: 5 }] },
      { ...here, contours: [{ color: 'fff' }] },
      { ...here, contours: [{ time: 5, color: 'f'.repeat(21) }] },
      { lat: 0 },
    ]
    for (const body of bad) expect((await ask(body)).status).toBe(400)
  })

  test('allows thirty requests a minute', async () => {
    await start()
    for (let time = 0; time < 30; time += 1) await ask({})
    const { status, body } = await ask({})
    expect([status, body.ok]).toEqual([429, false])
  })

  test.each(Object.entries(badReplies))(
    'is a 502 in our envelope when the engine answers with %s',
    async (_name, reply) => {
      await start(reply)
      const { status, body } = await ask(here)
      expect([status, body.ok]).toEqual([502, false])
    },
  )

  test("is a 504 in our envelope when the engine doesn't answer in time", async () => {
    await start(hang, 30)
    const { status, body } = await ask(here)
    expect([status, body.ok]).toEqual([504, false])
  })
})
