import type { Position } from '../../lib/geo'
import type { Contour, ContourFeature } from './types'

/** Contours once each, the largest first. */
export function largestContoursFirst(contours: readonly Contour[]): Contour[] {
  const distinct = contours.filter(
    ({ minutes }, at) => contours.findIndex((other) => other.minutes === minutes) === at,
  )
  return distinct.toSorted((a, b) => b.minutes - a.minutes)
}

/** One area with the properties that Valhalla gives it, so that maps draw it alike. */
export function contourFeature(
  { minutes, colour }: { minutes: number; colour: string },
  ring: Position[],
  more: Record<string, unknown> = {},
): ContourFeature {
  return {
    type: 'Feature',
    properties: {
      color: colour,
      contour: minutes,
      fill: colour,
      'fill-opacity': 0.33,
      fillColor: colour,
      fillOpacity: 0.33,
      metric: 'time',
      opacity: 0.33,
      ...more,
    },
    geometry: { type: 'Polygon', coordinates: [ring.map(rounded)] },
  }
}

/** A tenth of a metre is finer than any drive time. */
const rounded = ([lng, lat]: Position): Position => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]

/** The colour asked for, or a muted one from red by yellow to green, evenly apart. */
export function colourOf({ colour }: Contour, at: number, count: number): string {
  return `#${colour ?? usualColour(at, count)}`
}

function usualColour(at: number, count: number): string {
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
