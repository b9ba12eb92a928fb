import type { Point } from '../../lib/geo'
import type { ZipPoint } from '../../providers/geocoder'

/** No ZIP code's area is drawn larger than this many degrees of latitude in each direction, about 15 miles. */
export const widestArea = 0.22

export interface ZipArea extends ZipPoint {
  corners: Point[]
}

/**
 * The land that is nearer to a ZIP code's center than to any other's. The exact borders are far too large to ship,
 * and a dispatcher needs only to see roughly where one is.
 */
export function zipAreas(zips: readonly ZipPoint[], isShown: (zip: ZipPoint) => boolean): ZipArea[] {
  const different = [...new Map(zips.map((zip) => [`${zip.lat} ${zip.lng}`, zip])).values()]
  return different.filter(isShown).map((zip) => ({ ...zip, corners: areaOf(zip, different) }))
}

type Corner = [x: number, y: number]

function areaOf(zip: ZipPoint, all: readonly ZipPoint[]): Point[] {
  const width = Math.cos((zip.lat * Math.PI) / 180)
  let corners: Corner[] = [
    [-widestArea, -widestArea],
    [widestArea, -widestArea],
    [widestArea, widestArea],
    [-widestArea, widestArea],
  ]
  const others = all
    .map(({ lat, lng }): Corner => [(lng - zip.lng) * width, lat - zip.lat])
    .map(([x, y]) => ({ x, y, distance: Math.hypot(x, y) }))
    .filter(({ distance }) => distance > 0 && distance < 3 * widestArea)
    .toSorted((a, b) => a.distance - b.distance)
  for (const { x, y, distance } of others) {
    // Anyone farther away than this can't take another corner.
    if (distance > 2 * Math.max(...corners.map(([cx, cy]) => Math.hypot(cx, cy)))) break
    corners = nearerHalf(corners, x, y)
  }
  return corners.map(([x, y]) => ({ lat: zip.lat + y, lng: zip.lng + x / width }))
}

/** The part of a shape that is nearer to the origin than to a point. */
function nearerHalf(corners: Corner[], x: number, y: number): Corner[] {
  const half = (x * x + y * y) / 2
  const beyond = ([cx, cy]: Corner) => cx * x + cy * y - half
  return corners.flatMap((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner
    const [here, there] = [beyond(corner), beyond(next)]
    const kept = here <= 0 ? [corner] : []
    if (here <= 0 === there <= 0) return kept
    const share = here / (here - there)
    return [...kept, [corner[0] + share * (next[0] - corner[0]), corner[1] + share * (next[1] - corner[1])]]
  })
}
