import { z } from 'zod'
import { latitude, longitude } from '../../http/admin-fields'
import { wrapLongitude } from '../../lib/geo'

type Corner = [lat: number, lng: number]

const maxCorners = 500

/** The border of a service area. A last corner that repeats the first is dropped. */
export const AreaPolygon = z
  .array(z.tuple([latitude, longitude]))
  .min(3)
  .max(maxCorners + 1)
  .transform(openRing)
  .refine((ring) => new Set(ring.map(String)).size === ring.length, 'must not name a corner twice')
  .refine((ring) => ring.length >= 3 && ring.length <= maxCorners, `must have 3 to ${maxCorners} corners`)
  .refine((ring) => enclosesSomething(unrolled(ring)), 'must enclose an area')
  .refine((ring) => !crossesItself(unrolled(ring)), 'must not cross itself')

function openRing(ring: Corner[]): Corner[] {
  const first = ring[0]
  const last = ring.at(-1)
  return first && last && String(first) === String(last) ? ring.slice(0, -1) : ring
}

/** Longitudes that run on past ±180 instead of starting anew, so that a border over the date line stays in one piece. */
function unrolled(ring: Corner[]): Corner[] {
  let previous = ring[0]?.[1] ?? 0
  return ring.map(([lat, lng]) => {
    previous += wrapLongitude(lng - previous)
    return [lat, previous]
  })
}

function enclosesSomething(ring: Corner[]): boolean {
  const [origin] = ring
  return ring.some((corner, place) => origin !== undefined && turn(origin, corner, next(ring, place)) !== 0)
}

function crossesItself(ring: Corner[]): boolean {
  for (let one = 0; one < ring.length; one++)
    for (let other = one + 2; other < ring.length; other++) {
      // The last edge and the first one meet in a corner, as neighbours do.
      if (one === 0 && other === ring.length - 1) continue
      if (edgesCross(ring[one]!, next(ring, one), ring[other]!, next(ring, other))) return true
    }
  return false
}

const next = (ring: Corner[], place: number): Corner => ring[(place + 1) % ring.length]!

function edgesCross(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

/** Positive for a left turn at `b`, negative for a right one, zero for none. */
function turn(a: Corner, b: Corner, c: Corner): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
}
