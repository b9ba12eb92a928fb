import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Point, Position } from '../../src/lib/geo'
import { RoadEngine } from '../../src/providers/routing/roads/engine'
import { mapFile, openMap } from '../../src/providers/routing/roads/file'
import { arcWord, degreesOf, vertexMark, type RoadGraph } from '../../src/providers/routing/roads/graph'
import { seededRandom } from '../geo/questions'
import { median } from '../support/rounds'
import { overlapOf, ringOf } from './overlap'
import { openValhalla, type Valhalla } from './valhalla'

export interface Contest {
  minutes: number
  /** For the areas from all starts. */
  overlaps: number[]
  /** Milliseconds per isochrone: elapsed, and CPU time. */
  ours: Cost
  theirs: Cost
}

export interface Cost {
  wallMs: number
  cpuMs: number
}

export interface Comparison {
  /** Ours divided by theirs, sorted. */
  ratios: number[]
  contests: Contest[]
}

const minutesAsked = [10, 20, 30, 60]
/** Nodes in yards, tracks and the like: nobody asks for the area around one. */
const offStreet = 31

/** Compares the engines on one map, in a separate process. */
async function compare(name: string, starts: number, rounds: number): Promise<Comparison> {
  const graph = openMap(mapFile(folderOf(name)))
  const engine = new RoadEngine(graph)
  const valhalla = openValhalla(name)
  const places = streetPlaces(graph, starts + 120)
  const ratios = await compareTimes(
    engine,
    valhalla,
    places.slice(starts, starts + 40),
    places.slice(starts + 40),
  )
  const contests: Contest[] = []
  for (const minutes of minutesAsked)
    contests.push(await compareAreas(engine, valhalla, places.slice(0, starts), minutes, rounds))
  return { ratios, contests }
}

async function compareTimes(
  engine: RoadEngine,
  valhalla: Valhalla,
  from: Point[],
  to: Point[],
): Promise<number[]> {
  const ours = engine.travelTimes(from, to)
  const theirs = await valhalla.matrix(from, to)
  const ratios = theirs.flatMap((row, i) =>
    row.flatMap((seconds, j) => {
      const minutes = ours[i * to.length + j]!
      // Under a minute, rounding on either side would dominate the result.
      return seconds === null || seconds < 60 || minutes === Infinity ? [] : [(minutes * 60) / seconds]
    }),
  )
  return ratios.toSorted((a, b) => a - b)
}

async function compareAreas(
  engine: RoadEngine,
  valhalla: Valhalla,
  starts: Point[],
  minutes: number,
  rounds: number,
): Promise<Contest> {
  const ours = (start: Point) => engine.areas(start, [minutes])
  const theirs = (start: Point) => valhalla.isochrone(start, [minutes])
  const overlaps: number[] = []
  // This also warms up both.
  for (const start of starts)
    overlaps.push(overlapOf(closed(ours(start)[0]!.outline), ringOf(await theirs(start), minutes)))
  const [ourCosts, theirCosts]: [Cost[], Cost[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ourCosts.push(await costOf(starts, ours))
    theirCosts.push(await costOf(starts, theirs))
  }
  return {
    minutes,
    overlaps: overlaps.toSorted((a, b) => a - b),
    ours: medianCost(ourCosts),
    theirs: medianCost(theirCosts),
  }
}

async function costOf(starts: Point[], work: (start: Point) => unknown): Promise<Cost> {
  const [wall, cpu] = [performance.now(), process.cpuUsage()]
  for (const start of starts) await work(start)
  const { user, system } = process.cpuUsage(cpu)
  return {
    wallMs: (performance.now() - wall) / starts.length,
    cpuMs: (user + system) / 1_000 / starts.length,
  }
}

const medianCost = (costs: Cost[]): Cost => ({
  wallMs: median(costs.map(({ wallMs }) => wallMs)),
  cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
})

function closed(outline: Float64Array): Position[] {
  const ring = Array.from({ length: outline.length / 2 }, (_, at): Position => [
    outline[at * 2]!,
    outline[at * 2 + 1]!,
  ])
  return [...ring, ...ring.slice(0, 1)]
}

/** Midpoints of streets, the same every run. */
function streetPlaces(graph: RoadGraph, count: number): Point[] {
  const random = seededRandom(11)
  const places: Point[] = []
  while (places.length < count) {
    const edge = Math.floor(random() * graph.edgeFrom.length)
    const [from, to] = [graph.edgeFrom[edge]!, graph.edgeTo[edge]!]
    const arc = Math.max(graph.edgeAlong[edge]!, graph.edgeAgainst[edge]!)
    const isMain = [from, to].every((vertex) => (graph.vertexMarks[vertex]! & vertexMark.main) !== 0)
    const isStreet = ((graph.arcs[arc * 4 + arcWord.traits]! >>> 16) & offStreet) === 0
    if (!isMain || !isStreet || graph.firstBend[edge] !== graph.firstBend[edge + 1]) continue
    const middle = (stored: Int32Array) => degreesOf((stored[from]! + stored[to]!) / 2)
    places.push({ lat: middle(graph.vertexLat), lng: middle(graph.vertexLng) })
  }
  return places
}

/** The path of a run's imported map; the run passes the folder on. */
function folderOf(name: string): string {
  const folder = join(process.argv[3] ?? '', name)
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
  return folder
}

const [name = '', , starts = '8', rounds = '5'] = process.argv.slice(2)
console.log(JSON.stringify(await compare(name, Number(starts), Number(rounds))))
