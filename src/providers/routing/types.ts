import type { Point, Position } from '../../lib/geo'
import type { Tile } from '../../lib/tiles'

/** The engine's name in error messages. */
export const engineInWords = 'The routing engine'

/** An area to calculate: everything within this many minutes. */
export interface Contour {
  minutes: number
  /** Six hexadecimal digits. The engine chooses a color if there is none. */
  color?: string
}

/** One area of one contour, as in Valhalla's answers. */
export interface ContourFeature {
  type: 'Feature'
  properties: {
    contour: number
    metric?: string
    /** Set if the map's edge cuts the area off; up to this time, nothing is missing. */
    completeMinutes?: number
    [name: string]: unknown
  }
  geometry:
    | { type: 'Polygon'; coordinates: Position[][] }
    | { type: 'MultiPolygon'; coordinates: Position[][][] }
}

export interface ContourCollection {
  type: 'FeatureCollection'
  /** Must be shown wherever the areas are shown. */
  attribution?: string
  /** The largest contour first, so smaller ones are drawn on top. */
  features: ContourFeature[]
}

export interface RoutingHealth {
  /** `demo` means that no engine is configured and drive times are estimated. */
  status: 'up' | 'demo' | 'down'
  latencyMs?: number
}

export type LatLng = [lat: number, lng: number]

/** Provides drive times. An engine that fails throws, and never falls back to another. */
export interface Routing {
  /** The source of the answers: a Valhalla server, our own road graph, or an estimate. */
  readonly source: 'valhalla' | 'osm' | 'estimate'
  /** The area reached within each contour. Contours beyond the engine's limits are reduced to them. */
  isochrone(from: Point, contours: readonly Contour[]): Promise<ContourCollection>
  /** Minutes from each point to each other one, one row per `from`; Infinity if there is no route. */
  matrix(from: readonly Point[], to: readonly Point[]): Promise<Float64Array[]>
  /** The way between two points, or null if there is none. An estimate doesn't know it. */
  route?(from: Point, to: Point): Promise<LatLng[] | null>
  /** The streets of an imported map, for drawing. */
  streets?: {
    /** Must be shown wherever the streets are shown. */
    attribution: string
    /** The streets of a tile, as JSON. A tile that nobody waits for any longer is left out. */
    tile(tile: Tile, signal?: AbortSignal): Promise<string>
  }
  health(): Promise<RoutingHealth>
}
