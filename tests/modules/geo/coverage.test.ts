import { afterEach, describe, expect, test } from 'bun:test'
import { createRouting } from '../../../src/providers/routing'
import { bandsUpTo } from '../../../src/modules/geo/coverage'
import { badReplies, hang, startMapServer, type MapServer, type Reply } from '../../providers/map-server'
import { drawContours } from '../../providers/routing/valhalla-server'
import { startTestApp, type TestApp } from '../../support/app'

const here = { lat: 39.8017, lng: -89.6437 }
let app: TestApp
let server: MapServer | undefined
let started = false

async function start(reply?: Reply, timeLimitMs = 60_000): Promise<void> {
  server = reply && startMapServer(reply)
  app = await startTestApp(server ? { ROUTING_URL: server.url } : {})
  app.deps.providers.routing = createRouting({ ...app.deps, timeLimitMs })
  started = true
}
afterEach(async () => {
  if (!started) return
  started = false
  await app.close()
  await server?.stop()
  server = undefined
})

const minutesOf = (polygons: { minutes: number }[]) => polygons.map(({ minutes }) => minutes)

test('bands are sensible for any maximum drive', () => {
  expect(bandsUpTo(1)).toEqual([1])
  expect(bandsUpTo(20)).toEqual([5, 10, 15, 20])
  expect(bandsUpTo(60)).toEqual([15, 30, 45, 60])
  expect(bandsUpTo(180)).toEqual([90, 120, 150, 180])
})

describe('POST /api/coverage without a routing engine', () => {
  test('estimates bands up to an hour and says so', async () => {
    await start()
    const { status, body } = await app.call('POST', '/api/coverage', { body: here })
    expect(status).toBe(200)
    const { polygons, ...rest } = body.data
    expect(rest).toEqual({
      source: 'estimate',
      generatedAt: '2026-03-02T15:00:00.000Z',
      requestedMinutes: 60,
      actualMinutes: 60,
    })
    expect(minutesOf(polygons)).toEqual([60, 45, 30, 15])
    const [{ coords }] = polygons
    expect(coords[0]).toEqual(coords.at(-1))
    expect(
      coords.every(([lat, lng]: [number, number]) => lat > 38 && lat < 41 && lng > -91 && lng < -88),
    ).toBe(true)
  })

  test('draws the requested contours', async () => {
    await start()
    const { body } = await app.call('POST', '/api/coverage', { body: { ...here, contours: [10, 90, 20.5] } })
    expect(minutesOf(body.data.polygons)).toEqual([90, 20.5, 10])
    expect(body.data.requestedMinutes).toBe(90)
  })

  test('draws two outlines per contour at the date line', async () => {
    await start()
    const { body } = await app.call('POST', '/api/coverage', { body: { lat: -17, lng: 180, contours: [30] } })
    expect(minutesOf(body.data.polygons)).toEqual([30, 30])
  })

  test('reports everything out of range at once', async () => {
    await start()
    const body = { lat: 91, lng: '0', maxDrive: 181, contours: [0] }
    const answer = await app.call('POST', '/api/coverage', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.details.map((detail: string) => detail.split(':')[0])).toEqual([
      'lat',
      'lng',
      'maxDrive',
      'contours.0',
    ])
    for (const bad of [
      undefined,
      {},
      { lat: 1 },
      { ...here, maxDrive: 0.5 },
      { ...here, contours: Array(11).fill(5) },
    ])
      expect((await app.call('POST', '/api/coverage', { body: bad })).status).toBe(400)
  })

  test('allows fifteen requests a minute', async () => {
    await start()
    for (let time = 0; time < 15; time += 1) await app.call('POST', '/api/coverage', { body: {} })
    const { status, body } = await app.call('POST', '/api/coverage', { body: {} })
    expect([status, body.ok]).toEqual([429, false])
  })
})

describe('POST /api/coverage with a routing engine', () => {
  test('returns its outlines, and says to which time it was cut', async () => {
    await start(drawContours({ minutes: 120 }))
    const { status, body } = await app.call('POST', '/api/coverage', { body: { ...here, maxDrive: 180 } })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ source: 'valhalla', requestedMinutes: 180, actualMinutes: 120 })
    expect(minutesOf(body.data.polygons)).toEqual([120, 90])
    expect(body.data.polygons[0].coords[0]).toEqual([39.8017 - 1.2, -89.6437 - 1.2])
  })

  test('asks it once for the same place, even when many ask together', async () => {
    await start(drawContours())
    const near = { lat: here.lat + 0.00001, lng: here.lng }
    const ask = (body: object) => app.call('POST', '/api/coverage', { body })
    const together = await Promise.all([ask(here), ask(near), ask(here)])
    await app.deps.background.idle()
    const later = await ask(near)
    expect(new Set([...together, later].map(({ text }) => text)).size).toBe(1)
    expect(server?.requests).toHaveLength(1)
    app.clock.advance(7 * 24 * 3_600_000)
    await ask(here)
    expect(server?.requests).toHaveLength(2)
  })

  test.each(Object.entries(badReplies))(
    'is a 502 and never an estimate when it answers with %s',
    async (_name, reply) => {
      await start(reply)
      const { status, body } = await app.call('POST', '/api/coverage', { body: here })
      expect(status).toBe(502)
      expect(body).toEqual({
        ok: false,
        error: "The routing engine isn't working right now. Try again in a few minutes.",
      })
      expect((await app.call('GET', '/api/vitals')).status).toBe(200)
    },
  )

  test("is a 504 when it doesn't answer in time", async () => {
    await start(hang, 30)
    const { status, body } = await app.call('POST', '/api/coverage', { body: here })
    expect(status).toBe(504)
    expect(body).toEqual({
      ok: false,
      error: 'The routing engine took too long to respond. Try again in a few minutes.',
    })
  })
})
