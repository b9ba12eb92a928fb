import { SingleFlight } from '../../../lib/background'
import type { Point } from '../../../lib/geo'
import { colorOf, contourFeature, largestContoursFirst, cutAtDateLine } from '../contours'
import type { Contour, ContourFeature, LatLng, Routing } from '../types'
import type { ImportProgress, Stage } from './compile/compile'
import type { Area } from './engine'
import { MapFault, type MapInfo } from './graph'
import { RoadPool, type PoolOptions } from './pool'
import { Recent } from './recent'

/** Must be shown wherever the areas are shown. */
export const attribution = '© OpenStreetMap contributors, ODbL'

export interface RoadRouting extends Routing {
  close(): void
}

const answersKept = 200
const routesKept = 2_000
/** Searches per question. Other questions get a turn in between. */
const rowsAtOnce = 4

/** Drive times from an imported map. */
export function roadRouting(options: PoolOptions): RoadRouting {
  const pool = new RoadPool(options)
  const recent = new Recent<string, Area[]>(answersKept)
  const routes = new Recent<string, { line: LatLng[] | null }>(routesKept)
  const underWay = new SingleFlight()

  const areas = async (from: Point, minutes: number[]): Promise<Area[]> => {
    const place = { lat: Number(from.lat.toFixed(4)), lng: Number(from.lng.toFixed(4)) }
    const key = [place.lat, place.lng, ...minutes].join('|')
    const known = recent.peek(key)
    if (known) return known
    return underWay.run(key, async () => {
      const found = await pool.ask({ kind: 'areas', from: place, minutes })
      recent.put(key, found)
      return found
    })
  }

  return {
    source: 'osm',

    async isochrone(from, contours) {
      const wanted = largestContoursFirst(contours)
      const found = await areas(
        from,
        wanted.map(({ minutes }) => minutes),
      )
      return { type: 'FeatureCollection', attribution, features: featuresOf(wanted, found) }
    },

    async matrix(from, to) {
      const rows: Promise<Float64Array[]>[] = []
      for (let at = 0; at < from.length; at += rowsAtOnce) {
        const some = from.slice(at, at + rowsAtOnce)
        const asked = pool.ask({ kind: 'times', from: some, to: [...to] })
        rows.push(
          asked.then((times) => some.map((_, row) => times.slice(row * to.length, (row + 1) * to.length))),
        )
      }
      return (await Promise.all(rows)).flat()
    },

    async route(from, to) {
      const key = [from.lat, from.lng, to.lat, to.lng].map((degrees) => degrees.toFixed(5)).join('|')
      const known = routes.peek(key)
      if (known !== undefined) return known.line
      return underWay.run(`route ${key}`, async () => {
        const found = await pool.ask({ kind: 'route', from, to })
        const line = found && pairsOf(found)
        routes.put(key, { line })
        return line
      })
    },

    streets: {
      attribution,
      tile: (tile, signal) => pool.ask({ kind: 'streets', tile }, signal),
    },

    async health() {
      const started = performance.now()
      try {
        await pool.ask({ kind: 'map' })
        return { status: 'up', latencyMs: performance.now() - started }
      } catch {
        return { status: 'down' }
      }
    },

    close: () => pool.close(),
  }
}

function featuresOf(wanted: Contour[], found: readonly Area[]): ContourFeature[] {
  return wanted.flatMap((contour, at) => {
    const { minutes, outline, completeMinutes } = found[at]!
    const color = colorOf(contour, at, wanted.length)
    return cutAtDateLine(pairsOf(outline)).map((ring) =>
      contourFeature({ minutes, color }, [...ring, ring[0]!], {
        attribution,
        ...(completeMinutes < minutes ? { completeMinutes } : {}),
      }),
    )
  })
}

function pairsOf(numbers: Float64Array): [number, number][] {
  return Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[at * 2]!, numbers[at * 2 + 1]!])
}

/** The file to import and where to put it. */
export interface Import {
  file: string
  dataDir: string
  about: Pick<MapInfo, 'source' | 'importedAt'>
}

export type ImportNews =
  | { stage: Stage; share: number }
  | { done: MapInfo }
  /** Whether the map file is at fault, and not our code. */
  | { failure: string; fault: boolean }

/** Imports a map in its own thread. The current map stays in use until the new one is complete. */
export function importMap(wanted: Import, progress: ImportProgress): Promise<MapInfo> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url).href)
    const end = (settle: () => void): void => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<ImportNews>) => {
      if ('stage' in data) progress(data.stage, data.share)
      else if ('done' in data) end(() => resolve(data.done))
      else end(() => reject(data.fault ? new MapFault(data.failure) : new Error(data.failure)))
    })
    worker.addEventListener('error', (event) => end(() => reject(new Error(event.message))))
    worker.postMessage(wanted, [])
  })
}
