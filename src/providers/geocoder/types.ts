import type { Point } from '../../lib/geo'

/** How exactly a place is known, from a door to a state; `point` is a pair of coordinates. */
export type Precision = 'address' | 'street' | 'zip' | 'town' | 'county' | 'region' | 'point'

export interface Place extends Point {
  /** For people to read; says so where the answer is coarser than the question. */
  label: string
  precision: Precision
  zip?: string
}

export interface SearchOptions {
  /** Where the business works: of places that share a name, the nearer one is meant. */
  near?: readonly Point[]
  /** How many places at most; 5 unless said. */
  limit?: number
}

export interface GeocoderHealth {
  /** `demo`: nothing is configured and the built-in gazetteer answers. */
  status: 'up' | 'demo' | 'degraded' | 'down'
  /** Who answers, in words, where it is not who was configured. */
  detail?: string
}

/** Finds where an address or a name is. */
export interface Geocoder {
  readonly name: 'gazetteer' | 'nominatim' | 'photon' | 'pelias'
  /** The best first; empty when nothing is known by that name. */
  search(query: string, options?: SearchOptions): Promise<Place[]>
  health(): Promise<GeocoderHealth>
  /** Does beforehand what the first question would wait for, and settles early when it is called off. */
  warm(calledOff?: AbortSignal): Promise<void>
  close(): void
}

/** A server that geocodes, as one of its adapters speaks to it. */
export interface RemoteGeocoder {
  readonly name: 'nominatim' | 'photon' | 'pelias'
  /** Throws when the server did not answer, or not in a way that makes sense. */
  search(query: string, options: Required<SearchOptions>): Promise<Place[]>
}
