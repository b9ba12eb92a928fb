import type { Place } from './world'

const steps = 2 ** 16 - 1

/** The positions of places along a curve that winds through the area, so that neighbors mostly follow each other. */
export function inOrderOfPlace(places: readonly (Place | null)[]): number[] {
  const codes = codesOf(places)
  return places.map((_, at) => at).toSorted((a, b) => codes[a]! - codes[b]! || a - b)
}

/** On a Z-order curve: the binary digits of both coordinates take turns. */
function codesOf(places: readonly (Place | null)[]): Float64Array {
  const [lat, lng] = [scaleOf(places, 'lat'), scaleOf(places, 'lng')]
  return Float64Array.from(places, (place) => (place ? spread(lat(place)) * 2 + spread(lng(place)) : 0))
}

function scaleOf(places: readonly (Place | null)[], side: keyof Place): (place: Place) => number {
  let [least, most] = [Infinity, -Infinity]
  for (const place of places) {
    if (!place) continue
    least = Math.min(least, place[side])
    most = Math.max(most, place[side])
  }
  const perStep = (most - least) / steps || 1
  return (place) => Math.floor((place[side] - least) / perStep)
}

/** Puts a zero before each of 16 binary digits. */
function spread(digits: number): number {
  let wide = digits
  wide = (wide | (wide << 8)) & 0x00ff00ff
  wide = (wide | (wide << 4)) & 0x0f0f0f0f
  wide = (wide | (wide << 2)) & 0x33333333
  return (wide | (wide << 1)) & 0x55555555
}
