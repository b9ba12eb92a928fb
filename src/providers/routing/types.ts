import type { Point, Position } from '../../lib/geo'

/** The engine in the words of an error message. */
export const engineInWords = 'The routing engine'

/** How far one gets in so many minutes. */
export interface Contour {
  minutes: number
  /** Six hexadecimal digits; the engine chooses when there is none. */
  colour?: string
}

/** One area of one contour, as Valhalla describes it. */
export interface ContourFeature {
  type: 'Feature'
  properties: {
    contour: number
    metric?: string
    /** Less than the contour where the edge of the map cuts the area: up to here nothing is missing. */
    completeMinutes?: number
    [name: string]: unknown
  }
  geometry:
    | { type: 'Polygon'; coordinates: Position[][] }
    | { type: 'MultiPolygon'; coordinates: Position[][][] }
}

export interface ContourCollection {
  type: 'FeatureCollection'
  /** What has to be said wherever the areas are shown. */
  attribution?: string
  /** The largest contour first, so that drawn in order the smaller ones lie on top. */
  features: ContourFeature[]
}

export interface RoutingHealth {
  /** `demo`: no engine is configured and drive times are estimated. */
  status: 'up' | 'demo' | 'down'
  latencyMs?: number
}

/** Tells drive times. An engine that fails throws; it never guesses on behalf of another. */
export interface Routing {
  /** Which kind of answer this is: of a routing engine, of our own road graph, or an estimate. */
  readonly source: 'valhalla' | 'osm' | 'estimate'
  /** Areas that are reached within each contour. Contours beyond the engine's limits are cut down to them. */
  isochrone(from: Point, contours: readonly Contour[]): Promise<ContourCollection>
  /** Minutes from each point to each other one, a row per `from`; Infinity where there is no way. */
  matrix(from: readonly Point[], to: readonly Point[]): Promise<Float64Array[]>
  health(): Promise<RoutingHealth>
}
