import type { Point } from '../../lib/geo'
import type { Box } from '../../lib/tiles'

/** How precisely a place is known, from a door to a state; `point` is a pair of coordinates. */
export type Precision = 'address' | 'street' | 'zip' | 'town' | 'county' | 'region' | 'point'

export interface Place extends Point {
  /** For people to read. It says so if the result is less precise than the search. */
  label: string
  precision: Precision
  zip?: string
}

export interface Town extends Point {
  name: string
  population: number
  /** In two letters, such as `US`. */
  country: string
}

export interface ZipPoint extends Point {
  zip: string
}

export interface SearchOptions {
  /** Where the business works, so of places with the same name the nearest one is found. */
  near?: readonly Point[]
  /** The maximum number of places; 5 by default. */
  limit?: number
}

export interface GeocoderHealth {
  /** `demo` means that no server is configured and the built-in gazetteer is used. */
  status: 'up' | 'demo' | 'degraded' | 'down'
  /** Explains who answers if it isn't the configured server. */
  detail?: string
}

/** Finds the location of an address or a name. */
export interface Geocoder {
  readonly name: 'gazetteer' | 'nominatim' | 'photon' | 'pelias'
  /** The best first; empty if nothing is known by that name. */
  search(query: string, options?: SearchOptions): Promise<Place[]>
  /** Where US ZIP codes are, from the built-in list. Unknown ones are left out. */
  locateZips(zips: readonly string[]): Promise<Map<string, Point>>
  /** The largest towns in a box, from the built-in list. */
  townsIn(box: Box, atMost: number): Promise<Town[]>
  /** The US ZIP codes whose center is in a box, from the built-in list. */
  zipsIn(box: Box): Promise<ZipPoint[]>
  health(): Promise<GeocoderHealth>
  /** Prepares what the first search would have to wait for. It ends early when aborted. */
  warm(calledOff?: AbortSignal): Promise<void>
  close(): void
}

/** A geocoding server behind one of the adapters. */
export interface RemoteGeocoder {
  readonly name: 'nominatim' | 'photon' | 'pelias'
  /** Throws if the server doesn't answer or its answer makes no sense. */
  search(query: string, options: Required<SearchOptions>): Promise<Place[]>
}
