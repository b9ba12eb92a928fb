import { degreesOfArc, travel, wrapLongitude, type Position, type Point } from '../../lib/geo'
import type { Contour, ContourFeature } from './types'

/** Removes duplicate contours and puts the largest first. */
export function largestContoursFirst(contours: readonly Contour[]): Contour[] {
  const distinct = contours.filter(
    ({ minutes }, at) => contours.findIndex((other) => other.minutes === minutes) === at,
  )
  return distinct.toSorted((a, b) => b.minutes - a.minutes)
}

/** One area with the same properties as in Valhalla's answers, so maps draw it the same way. */
export function contourFeature(
  { minutes, color }: { minutes: number; color: string },
  ring: Position[],
  more: Record<string, unknown> = {},
): ContourFeature {
  return {
    type: 'Feature',
    properties: {
      color,
      contour: minutes,
      fill: color,
      'fill-opacity': 0.33,
      fillColor: color,
      fillOpacity: 0.33,
      metric: 'time',
      opacity: 0.33,
      ...more,
    },
    geometry: { type: 'Polygon', coordinates: [ring.map(rounded)] },
  }
}

/** A tenth of a meter is finer than any drive time. */
const rounded = ([lng, lat]: Position): Position => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]

/** The requested color, or a muted one between red, yellow and green, evenly spaced. */
export function colorOf({ color }: Contour, at: number, count: number): string {
  return `#${color ?? usualColor(at, count)}`
}

function usualColor(at: number, count: number): string {
  const hue = (150 * at) / count
  const channel = (offset: number): string => {
    const k = (offset + hue / 30) % 12
    const value = 0.5 - 0.25 * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return channel(0) + channel(8) + channel(4)
}

/** A closed, counter-clockwise ring of a GeoJSON polygon. */
export type Ring = Position[]

const corners = 120
/** Near the poles, neighboring corners are many degrees apart, so such gaps are filled. */
const widestGap = 3
const deepestFill = 8

/**
 * The rings of a circle around a point, split so that none crosses the date line: usually one, or two if the
 * circle crosses it. Around a pole, the result is a band over all longitudes.
 */
export function circleRings(centre: Point, metres: number): Ring[] {
  const from = { lat: centre.lat, lng: wrapLongitude(centre.lng) }
  const outline = trace(from, metres)
  const pole = poleWithin(from, metres)
  const rings = pole === 0 ? splitAtDateLine(outline) : [bandToPole(outline, pole)]
  return rings.map((ring) => [...ring, ...ring.slice(0, 1)])
}

/** Counter-clockwise from north. Longitudes can go beyond ±180. */
function trace(centre: Point, metres: number): Position[] {
  const at = (bearing: number): Position => {
    const { lat, lng } = travel(centre, bearing, metres)
    return [lng, lat]
  }
  const outline: Position[] = []
  const fill = (from: number, to: number, depth: number): void => {
    const [start] = at(from)
    const [end] = at(to)
    if (depth === 0 || Math.abs(wrapLongitude(end - start)) <= widestGap) {
      outline.push(at(from))
      return
    }
    const middle = (from + to) / 2
    fill(from, middle, depth - 1)
    fill(middle, to, depth - 1)
  }
  const step = 360 / corners
  for (let corner = 0; corner < corners; corner += 1)
    fill(360 - corner * step, 360 - (corner + 1) * step, deepestFill)
  return outline
}

/** 1 if the circle contains the north pole, -1 for the south pole, 0 for neither. */
function poleWithin({ lat }: Point, metres: number): -1 | 0 | 1 {
  const reach = degreesOfArc(metres)
  if (lat + reach > 90) return 1
  return lat - reach < -90 ? -1 : 0
}

/** The outline as a line over all longitudes, closed along the map's edge at the pole. */
function bandToPole(outline: Position[], pole: 1 | -1): Position[] {
  const line = outline.map(([lng, lat]): Position => [wrapLongitude(lng), lat]).toSorted(([a], [b]) => a - b)
  const [west, east] = [line[0], line.at(-1)]
  if (!west || !east) return []
  const gap = west[0] + 360 - east[0]
  const atEdge = gap === 0 ? west[1] : east[1] + ((180 - east[0]) / gap) * (west[1] - east[1])
  const edge = pole * 90
  const across: Position[] = [[-180, atEdge], ...line.filter(([lng]) => Math.abs(lng) < 180), [180, atEdge]]
  const ring: Position[] = [...across, [180, edge], [-180, edge]]
  return pole === 1 ? ring : ring.toReversed()
}

function splitAtDateLine(outline: Position[]): Position[][] {
  const [west, east] = [Math.min(...outline.map(([lng]) => lng)), Math.max(...outline.map(([lng]) => lng))]
  if (west >= -180 && east <= 180) return [outline]
  const edge = west < -180 ? -180 : 180
  const turn = edge === 180 ? -360 : 360
  const within = clip(outline, edge, edge === 180 ? 'west' : 'east')
  const beyond = clip(outline, edge, edge === 180 ? 'east' : 'west')
  return [within, beyond.map(([lng, lat]): Position => [lng + turn, lat])].filter((ring) => ring.length > 2)
}

/** The part of an outline on one side of a meridian. */
function clip(outline: Position[], meridian: number, side: 'west' | 'east'): Position[] {
  const isIn = ([lng]: Position) => (side === 'west' ? lng <= meridian : lng >= meridian)
  return outline.flatMap((corner, at) => {
    const next = outline[(at + 1) % outline.length] ?? corner
    const kept = isIn(corner) ? [corner] : []
    if (isIn(corner) === isIn(next) || corner[0] === meridian || next[0] === meridian) return kept
    const share = (meridian - corner[0]) / (next[0] - corner[0])
    return [...kept, [meridian, corner[1] + share * (next[1] - corner[1])] satisfies Position]
  })
}

const line = 180

/**
 * Splits a ring whose longitudes go beyond ±180 at the date line. A ring that crosses it becomes one on each
 * side, with edges along the line.
 */
export function cutAtDateLine(ring: Position[]): Position[][] {
  if (ring.every(([lng]) => lng <= line && lng >= -line)) return [ring]
  const edge = ring.some(([lng]) => lng > line) ? line : -line
  const turn = edge === line ? -360 : 360
  const within = ring.every(([lng]) => Math.abs(lng) > line)
    ? []
    : half(ring, (lng) => (edge - lng) * Math.sign(edge), edge)
  const beyond = half(ring, (lng) => (lng - edge) * Math.sign(edge), edge)
  return [within, beyond.map(([lng, lat]): Position => [lng + turn, lat])].filter((part) => part.length > 2)
}

/** The part of a ring where `inside` is not negative. */
function half(ring: Position[], inside: (lng: number) => number, edge: number): Position[] {
  const part: Position[] = []
  for (const [at, place] of ring.entries()) {
    const next = ring[(at + 1) % ring.length] ?? place
    const [here, there] = [inside(place[0]), inside(next[0])]
    if (here >= 0) part.push(place)
    if ((here > 0 && there < 0) || (here < 0 && there > 0))
      part.push([edge, place[1] + (here / (here - there)) * (next[1] - place[1])])
  }
  return part
}
