import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { upstream } from '../../../src/lib/errors'
import { silentLog, type Log } from '../../../src/lib/log'
import { ServiceState } from '../../../src/lib/service-state'
import { Travel } from '../../../src/modules/scheduling/world/travel'
import { createRouting, type Routing } from '../../../src/providers/routing'
import { estimateRouting } from '../../../src/providers/routing/estimate'
import { hang, startMapServer, type MapServer, type Reply } from '../../providers/map-server'
import { FixedClock } from '../../support/clock'
import { actionFor, startCompany, type Company } from './company'
import { makeJob, makeWorker } from './engine/random-world'

/** An engine that derives minutes from the difference in latitude, and records its questions. */
function fakeEngine(answer?: (question: number) => void) {
  const asked: number[] = []
  const engine: Routing = {
    ...estimateRouting,
    source: 'valhalla',
    async matrix(from, to) {
      asked.push(from.length * to.length)
      answer?.(asked.length)
      return from.map((a) => Float64Array.from(to, (b) => Math.abs(a.lat - b.lat) * 100))
    },
  }
  return { engine, asked }
}

const clock = new FixedClock()
const warnings: string[] = []
const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) }
let state: ServiceState
const travelBy = (routing: Routing, timeLimitMs?: number) =>
  new Travel({ providers: { routing }, clock, log, state } as never, timeLimitMs)
const jobsAt = (...lats: number[]) => lats.map((lat) => makeJob(`at ${lat}`, { place: { lat, lng: -75 } }))
const worker = makeWorker('ann', { home: { lat: 40, lng: -75 } })

beforeEach(() => {
  warnings.length = 0
  state = new ServiceState()
})

describe('travel times', () => {
  test('come from the engine in whole minutes, and are zero to the same place', async () => {
    const { engine, asked } = fakeEngine()
    const [near, far] = jobsAt(40.101, 40.5)
    const times = await travelBy(engine).between('east', [worker], [near!, far!])
    expect(times(worker.home!, near!.place!)).toBe(11)
    expect(times(near!.place!, far!.place!)).toBe(40)
    expect(times(far!.place!, far!.place!)).toBe(0)
    expect(asked).toEqual([9])
  })

  test('are requested in batches and only once: the next run asks only about new places', async () => {
    const { engine, asked } = fakeEngine()
    const many = jobsAt(...Array.from({ length: 119 }, (_, at) => 41 + at / 100))
    await travelBy(engine).between('east', [worker], many)
    expect(asked).toEqual([50 * 120, 50 * 120, 20 * 120])
    asked.length = 0
    await travelBy(engine).between('east', [worker], structuredClone(many))
    expect(asked).toEqual([])
    const [fresh] = jobsAt(39.5)
    const times = await travelBy(engine).between('east', [worker], [...many.slice(3), fresh!])
    expect(asked).toEqual([121, 50, 50, 20])
    expect(times(fresh!.place!, worker.home!)).toBe(50)
    asked.length = 0
    await travelBy(engine).between('west', [worker], many.slice(0, 1))
    expect(asked).toEqual([4])
  })

  test('are requested again after half a day', async () => {
    const { engine, asked } = fakeEngine()
    await travelBy(engine).between('east', [worker], jobsAt(41))
    clock.advance(12 * 3_600_000)
    await travelBy(engine).between('east', [worker], jobsAt(41))
    expect(asked).toEqual([4, 4])
  })

  test('to an unreachable place are infinite', async () => {
    const { engine } = fakeEngine()
    engine.matrix = async (from, to) => from.map(() => new Float64Array(to.length).fill(Infinity))
    const [island] = jobsAt(41)
    const times = await travelBy(engine).between('east', [worker], [island!])
    expect(times(worker.home!, island!.place!)).toBe(Infinity)
  })

  test('are estimated after the engine failed, which is logged once', async () => {
    const { engine, asked } = fakeEngine((question) => {
      if (question > 1) throw upstream('The routing engine')
    })
    const travel = travelBy(engine)
    const many = jobsAt(...Array.from({ length: 119 }, (_, at) => 41 + at / 100))
    const times = await travel.between('east', [worker], many)
    const known = times(worker.home!, many[0]!.place!)
    const estimated = times(many[110]!.place!, many[111]!.place!)
    expect(known).toBe(100)
    expect(estimated).toBeGreaterThan(1)
    expect(travel).toMatchObject({ fellBack: true, source: 'estimate' })
    await travel.between('west', [worker], many)
    expect(asked).toHaveLength(2)
    expect(warnings).toEqual(['travel times are estimated'])
    // An unfinished answer isn't taken for the whole next time.
    const again = fakeEngine()
    await travelBy(again.engine).between('east', [worker], many)
    expect(again.asked).toHaveLength(3)
  })

  test('are abandoned when the run has no time left', async () => {
    const { engine, asked } = fakeEngine()
    const travel = travelBy(engine, -1)
    await travel.between('east', [worker], jobsAt(41))
    expect([travel.fellBack, asked.length]).toEqual([true, 0])
  })

  test('between very many places are estimated', async () => {
    const { engine, asked } = fakeEngine()
    const travel = travelBy(engine)
    await travel.between('east', [worker], jobsAt(...Array.from({ length: 2_500 }, (_, at) => at / 100)))
    expect([travel.fellBack, asked.length]).toEqual([true, 0])
  })

  test('without an engine equal the estimate', async () => {
    const [job] = jobsAt(41)
    const travel = travelBy(estimateRouting)
    const times = await travel.between('east', [worker], [job!])
    const [row] = await estimateRouting.matrix([worker.home!], [job!.place!])
    expect(times(worker.home!, job!.place!)).toBe(row![0]!)
    expect(times({ ...worker.home! }, { ...job!.place! })).toBe(row![0]!)
    expect(travel).toMatchObject({ fellBack: false, source: 'estimate' })
  })
})

describe('a run with a routing engine', () => {
  let company: Company | undefined
  let server: MapServer | undefined
  afterEach(async () => {
    await company?.close()
    await server?.stop()
  })

  async function start(reply: Reply): Promise<Company> {
    const timeLimitMs = reply === hang ? 100 : 60_000
    server = startMapServer(reply)
    company = await startCompany({ ROUTING_URL: server.url })
    company.deps.providers.routing = createRouting({ ...company.deps, timeLimitMs })
    return company
  }

  /** Everything is this many minutes away. */
  const tell =
    (minutes: number): Reply =>
    ({ body }) => {
      const { sources, targets } = body as { sources: unknown[]; targets: unknown[] }
      const row = targets.map(() => ({ time: minutes * 60 }))
      return Response.json({ sources_to_targets: sources.map(() => row) })
    }

  test('plans by its times', async () => {
    const { waiting, dispatch } = await start(tell(50))
    const id = await waiting({ preferredDate: '2026-03-03' })
    expect(actionFor(await dispatch(), id)).toMatchObject({ start: '2026-03-03T15:50:00.000Z' })
  })

  for (const [what, reply] of Object.entries({
    fails: () => Response.json({ error: 'out of order' }, { status: 500 }),
    hangs: hang,
  }))
    test(`that ${what} continues with estimates and says so`, async () => {
      const { waiting, dispatch } = await start(reply)
      const id = await waiting({ preferredDate: '2026-03-03' })
      const action = actionFor(await dispatch(), id)
      expect(action).toMatchObject({ type: 'assigned', start: '2026-03-03T15:05:00.000Z' })
      expect(action.detail).toContain('Drive times are estimates')
    })

  test('sends nobody where no road leads', async () => {
    const { waiting, dispatch } = await start(({ body }) => {
      const { sources, targets } = body as { sources: unknown[]; targets: unknown[] }
      return Response.json({ sources_to_targets: sources.map(() => targets.map(() => ({ time: null }))) })
    })
    const id = await waiting()
    expect(actionFor(await dispatch(), id)).toMatchObject({ type: 'skipped', reason: 'no_capacity' })
  })
})
