import { afterEach, describe, expect, test } from 'bun:test'
import { Refusal } from '../../../src/lib/errors'
import { valhallaRouting } from '../../../src/providers/routing/valhalla'
import {
  badReplies,
  hang,
  stall,
  startDroppingServer,
  startMapServer,
  type MapServer,
  type Reply,
} from '../map-server'
import { drawContours, refuse, type Contours } from './valhalla-server'

const from = { lat: 39.8017, lng: -89.6437 }
const outlined =
  (coordinates: unknown): Reply =>
  () =>
    Response.json({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { contour: 15 }, geometry: { type: 'Polygon', coordinates } },
      ],
    })

let stop: (() => unknown) | undefined
afterEach(() => stop?.())

function start(reply: Reply): MapServer {
  const server = startMapServer(reply)
  stop = () => server.stop()
  return server
}
const engineAt = (url: string, timeLimitMs = 60_000) => valhallaRouting({ url, timeLimitMs })

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Refusal)
  return error as Refusal
}

describe("Valhalla's contours", () => {
  test('are passed on as they are', async () => {
    const server = start(drawContours())
    const found = await engineAt(server.url).isochrone(from, [
      { minutes: 30, color: 'ff0000' },
      { minutes: 15 },
    ])
    expect(found as unknown).toEqual(await (await drawContours()(server.requests[0]!)).json())
    expect(server.requests[0]?.path).toBe('/isochrone')
    expect(server.requests[0]?.body).toEqual({
      locations: [{ lat: 39.8017, lon: -89.6437 }],
      costing: 'auto',
      contours: [{ time: 30, color: 'ff0000' }, { time: 15 }],
      polygons: true,
    })
  })

  test('are requested four at a time and combined, the largest first and once', async () => {
    const server = start(drawContours({ contours: 4 }))
    const times = [18, 36, 54, 72, 90, 108]
    const { features } = await engineAt(server.url).isochrone(
      from,
      times.map((minutes) => ({ minutes })),
    )
    expect(features.map(({ properties }) => properties.contour)).toEqual([108, 90, 72, 54, 36, 18])
    expect(server.requests.map(({ body }) => (body as Contours).contours.map(({ time }) => time))).toEqual([
      [108, 90, 72, 54],
      [108, 36, 18],
    ])
  })

  test('are cut to the time it allows', async () => {
    const server = start(drawContours({ minutes: 120 }))
    const contours = [60, 150, 180].map((minutes) => ({ minutes }))
    const { features } = await engineAt(server.url).isochrone(from, contours)
    expect(features.map(({ properties }) => properties.contour)).toEqual([120, 60])
  })

  test.each([1, 2, 3])('are spread over requests of %d where it allows no more', async (most) => {
    const server = start(drawContours({ contours: most, minutes: 100 }))
    const contours = [20, 40, 60, 80, 180].map((minutes) => ({ minutes }))
    const { features } = await engineAt(server.url).isochrone(from, contours)
    expect(features.map(({ properties }) => properties.contour)).toEqual([100, 80, 60, 40, 20])
  })

  test('stay one collection when a contour has several areas', async () => {
    const server = start(drawContours({ areas: 2, contours: 2 }))
    const { features } = await engineAt(server.url).isochrone(
      from,
      [10, 20, 30].map((minutes) => ({ minutes })),
    )
    expect(features.map(({ properties }) => properties.contour)).toEqual([30, 30, 20, 20, 10, 10])
  })
})

describe('a failing Valhalla', () => {
  test.each(Object.entries(badReplies))('is a 502 when it answers with %s', async (_name, reply) => {
    const server = start(reply)
    const refusal = await refusalOf(engineAt(server.url).isochrone(from, [{ minutes: 15 }]))
    expect(refusal.reason).toBe('upstream')
    expect(refusal.message).toBe("The routing engine isn't working right now. Try again in a few minutes.")
  })

  test.each<[string, Reply]>([
    ['no road is near', refuse(171, 'No suitable edges near location')],
    ['its limit makes no sense', refuse(151, 'Exceeded max time: 0')],
    ['it names the limit we stayed within', refuse(152, 'Exceeded max contours: 4')],
    ['it names no limit', refuse(151, 'Exceeded max time')],
    ['its outlines are invalid', outlined([[['a', 1]]])],
    ['its outlines do not close', outlined([[[1, 1]]])],
    ['it draws nothing', () => Response.json({ type: 'FeatureCollection', features: [] })],
  ])('is a 502 when %s', async (_name, reply) => {
    const server = start(reply)
    expect((await refusalOf(engineAt(server.url).isochrone(from, [{ minutes: 15 }]))).reason).toBe('upstream')
  })

  test('is a 502 when nothing listens there or the connection drops', async () => {
    const dropping = startDroppingServer()
    stop = () => dropping.stop()
    expect((await refusalOf(engineAt(dropping.url).isochrone(from, [{ minutes: 15 }]))).reason).toBe(
      'upstream',
    )
    dropping.stop()
    expect((await refusalOf(engineAt(dropping.url).isochrone(from, [{ minutes: 15 }]))).reason).toBe(
      'upstream',
    )
  })

  test.each<[string, Reply]>([
    ['never answers', hang],
    ['stops halfway', stall],
  ])('is a 504 when it %s', async (_name, reply) => {
    const server = start(reply)
    const refusal = await refusalOf(engineAt(server.url, 30).isochrone(from, [{ minutes: 15 }]))
    expect(refusal.reason).toBe('upstream-timeout')
  })
})

describe("Valhalla's travel times", () => {
  const points = Array.from({ length: 70 }, (_, at) => ({ lat: 39 + at / 100, lng: -89 }))
  /** One second per hundredth of a degree, and no way back south. */
  const drive: Reply = ({ body }) => {
    const { sources, targets } = body as Record<'sources' | 'targets', { lat: number }[]>
    const time = (a: number, b: number) => (b < a ? null : Math.round((b - a) * 100))
    return Response.json({
      sources_to_targets: sources.map((a) => targets.map((b) => ({ time: time(a.lat, b.lat), distance: 1 }))),
    })
  }

  test('are requested in blocks and come in minutes, Infinity where there is no route', async () => {
    const server = start(drive)
    const matrix = await engineAt(server.url).matrix(points.slice(0, 60), points)
    expect(server.requests).toHaveLength(4)
    expect(matrix).toHaveLength(60)
    expect(matrix[0]?.[69]).toBeCloseTo(69 / 60)
    expect(matrix[59]?.[69]).toBeCloseTo(10 / 60)
    expect(matrix[10]?.[9]).toBe(Infinity)
    expect(matrix[10]?.[10]).toBe(0)
  })

  test('fail as a whole when a block fails or has the wrong size', async () => {
    for (const reply of [
      badReplies['an HTML error']!,
      () => Response.json({ sources_to_targets: [[{ time: 1 }]] }),
    ]) {
      const server = start(reply)
      expect((await refusalOf(engineAt(server.url).matrix(points, points))).reason).toBe('upstream')
      await server.stop()
    }
  })
})

describe("Valhalla's health", () => {
  test('is what its status page says', async () => {
    const server = start(({ path }) =>
      Response.json({ version: '3' }, { status: path === '/status' ? 200 : 404 }),
    )
    expect(await engineAt(server.url).health()).toMatchObject({ status: 'up' })
    await server.stop()
    expect(await engineAt(server.url, 100).health()).toEqual({ status: 'down' })
  })
})
