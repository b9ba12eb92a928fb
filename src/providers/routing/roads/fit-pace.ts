import { distanceMetres, type Point } from '../../../lib/geo'
import { usualStretches, type Stretch } from '../pace'
import { degreesOf, vertexMark, type RoadGraph } from './graph'
import { Search, unreached } from './search/search'

const starts = 12
const endsPerStart = 800
/** An hour is long enough for most maps and short enough for large ones. */
const longest = 60 * 600
/** Pairs whose distance differs by up to this share count for a distance. */
const aboutAs = 0.2
const fewest = 40

interface Drive {
  metres: number
  minutes: number
}

/**
 * Measures drive times for the usual distances as medians of drives between random places. Distances too long
 * for the map keep the default pace, scaled like the last measured one.
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
  // Drives are scaled to the requested distance, so their exact length doesn't matter.
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

/** From 0 to below 1 and always the same sequence, so importing a map again gives the same pace. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
