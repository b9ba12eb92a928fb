import { distanceMetres, type Point } from '../../../lib/geo'
import { usualStretches, type Stretch } from '../estimate'
import { degreesOf, vertexMark, type RoadGraph } from './graph'
import { Search, unreached } from './search/search'

const starts = 12
const endsPerStart = 800
/** Minutes; long enough for what most maps hold, short enough for a large one. */
const longest = 60 * 600
/** Pairs so much nearer or farther than a distance tell about it. */
const aboutAs = 0.2
const fewest = 40

interface Drive {
  metres: number
  minutes: number
}

/**
 * How long drives of the usual distances take on this map, as medians of drives between random places. A
 * distance the map is too small for keeps the usual pace, scaled as the last one that was measured.
 */
export function fitPace(graph: RoadGraph): Stretch[] {
  const drives = sampleDrives(graph)
  let [metres, minutes, scale] = [0, 0, 1]
  return usualStretches.map(({ until, metresPerMinute }) => {
    const measured = Number.isFinite(until) ? medianMinutes(drives, until) : null
    if (measured !== null && measured > minutes) {
      const fitted = (until - metres) / (measured - minutes)
      ;[metres, minutes, scale] = [until, measured, fitted / metresPerMinute]
      return { until, metresPerMinute: fitted }
    }
    minutes += (until - metres) / (metresPerMinute * scale)
    metres = until
    return { until, metresPerMinute: metresPerMinute * scale }
  })
}

function medianMinutes(drives: Drive[], metres: number): number | null {
  const about = drives.filter((drive) => Math.abs(drive.metres / metres - 1) < aboutAs)
  if (about.length < fewest) return null
  // Each drive is scaled to the distance asked for, so that it does not matter where in the range they lie.
  const minutes = about.map((drive) => (drive.minutes * metres) / drive.metres).toSorted((a, b) => a - b)
  return minutes[minutes.length >> 1]!
}

function sampleDrives(graph: RoadGraph): Drive[] {
  const main = mainVertices(graph)
  const search = new Search(graph)
  const random = numbers(7)
  return Array.from(
    { length: Math.min(starts, main.length) },
    () => main[Math.floor(random() * main.length)]!,
  ).flatMap((start) => {
    const arc = graph.firstArc[start]!
    search.run([{ arc, time: 0, cost: 0 }], longest)
    const from = placeOf(graph, graph.arcs[arc * 4]!)
    return Array.from(
      { length: endsPerStart },
      () => search.visited[Math.floor(random() * search.visitedCount)]!,
    ).flatMap((end) => {
      const time = search.timeAt(end)
      return time === unreached
        ? []
        : [{ metres: distanceMetres(from, placeOf(graph, end)), minutes: time / 600 }]
    })
  })
}

function mainVertices({ vertexMarks }: RoadGraph): number[] {
  const main: number[] = []
  for (let vertex = 0; vertex < vertexMarks.length; vertex += 1)
    if ((vertexMarks[vertex]! & vertexMark.main) !== 0) main.push(vertex)
  return main
}

const placeOf = ({ vertexLat, vertexLng }: RoadGraph, vertex: number): Point => ({
  lat: degreesOf(vertexLat[vertex]!),
  lng: degreesOf(vertexLng[vertex]!),
})

/** From 0 to below 1, the same sequence every time: a map gives the same pace whenever it is imported. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
