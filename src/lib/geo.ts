export interface Point {
  lat: number
  lng: number
}

/** A GeoJSON position, with the longitude first. */
export type Position = [lng: number, lat: number]
export type LatLng = [lat: number, lng: number]

/** The mean radius of the Earth in meters. */
const earthRadius = 6_371_008.8
const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/** Meters along the great circle, exactly the same in both directions. */
export function distanceMetres(a: Point, b: Point): number {
  const height = Math.sin(radians(b.lat - a.lat) / 2) ** 2
  const width = Math.sin(radians(b.lng - a.lng) / 2) ** 2
  const half = height + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * width
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, half)))
}

/** Points as unit vectors, which makes many distances between many points cheap to calculate. */
export function unitVectors(points: readonly Point[]): Float64Array {
  const vectors = new Float64Array(points.length * 3)
  for (const [index, { lat, lng }] of points.entries()) {
    const cosLat = Math.cos(radians(lat))
    vectors[index * 3] = cosLat * Math.cos(radians(lng))
    vectors[index * 3 + 1] = cosLat * Math.sin(radians(lng))
    vectors[index * 3 + 2] = Math.sin(radians(lat))
  }
  return vectors
}

/** Meters between two points of such lists, the same in both directions. */
export function vectorDistance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[i * 3]! - b[j * 3]!
  const y = a[i * 3 + 1]! - b[j * 3 + 1]!
  const z = a[i * 3 + 2]! - b[j * 3 + 2]!
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2))
}

/** The angle of a distance as seen from the center of the Earth. */
export const degreesOfArc = (metres: number): number => degrees(metres / earthRadius)

/** The point at a distance and a bearing clockwise from north. The longitude can go beyond ±180. */
export function travel(from: Point, bearing: number, metres: number): Point {
  const angle = metres / earthRadius
  const lat = radians(from.lat)
  const sinLat =
    Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(radians(bearing))
  const reached = Math.asin(Math.max(-1, Math.min(1, sinLat)))
  const east = Math.sin(radians(bearing)) * Math.sin(angle) * Math.cos(lat)
  const north = Math.cos(angle) - Math.sin(lat) * sinLat
  return { lat: degrees(reached), lng: from.lng + degrees(Math.atan2(east, north)) }
}

/** The same longitude between −180 and 180. */
export function wrapLongitude(lng: number): number {
  if (lng >= -180 && lng <= 180) return lng
  return ((((lng + 180) % 360) + 360) % 360) - 180
}

/**
 * Whether a point is inside an area given as corners, with or without the first corner repeated. The area may
 * cross the date line. A point on an edge counts as inside.
 */
export function isInside({ lat, lng }: Point, corners: readonly LatLng[]): boolean {
  const last = corners.at(-1)
  if (!last || corners.length < 3) return false
  let inside = false
  let [fromLat, fromLng] = last
  let x1 = wrapLongitude(fromLng - lng)
  for (const [toLat, toLng] of corners) {
    // Measured from the previous corner, so an edge takes the short way around the globe.
    const x2 = x1 + wrapLongitude(toLng - fromLng)
    if (onEdge(lat, x1, fromLat, x2, toLat)) return true
    if (fromLat > lat !== toLat > lat && crossing(lat, x1, fromLat, x2, toLat) > 0) inside = !inside
    ;[fromLat, fromLng, x1] = [toLat, toLng, x2]
  }
  return inside
}

/** How far east of the point, which is at 0, an edge crosses its latitude. */
function crossing(lat: number, x1: number, y1: number, x2: number, y2: number): number {
  return x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)
}

function onEdge(lat: number, x1: number, y1: number, x2: number, y2: number): boolean {
  const off = x1 * (y2 - lat) - x2 * (y1 - lat)
  const within =
    Math.min(x1, x2) <= 0 && Math.max(x1, x2) >= 0 && Math.min(y1, y2) <= lat && Math.max(y1, y2) >= lat
  return within && Math.abs(off) < 1e-12
}
