import type { Franchise } from '../../../modules/franchises'
import type { ZipPlaces } from '../../../modules/geo'

export type Corner = [latitude: number, longitude: number]

/** One corner per line, so an outline can be pasted from a spreadsheet. */
export function outlineText(corners: readonly Corner[] | null): string {
  return (corners ?? []).map(([lat, lng]) => `${lat}, ${lng}`).join('\n')
}

/** Text that isn't a number is sent unchanged, so the service can say which corner is wrong. */
export function cornersOf(text: string): (number | string)[][] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return null
  return lines.map((line) =>
    line
      .trim()
      .split(/[\s,;]+/)
      .map((part) => (Number.isNaN(Number(part)) ? part : Number(part))),
  )
}

/** The valid corners, so the map can draw them while the others are still being typed. */
export function drawableCorners(text: string): Corner[] {
  return (cornersOf(text) ?? []).flatMap(([lat, lng, ...more]) =>
    isDegree(lat, 90) && isDegree(lng, 180) && more.length === 0 ? [[lat, lng] as Corner] : [],
  )
}

const isDegree = (value: number | string | undefined, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most

/** Rounded to about a meter, because more digits add nothing. */
export const cornerAt = ({ lat, lng }: { lat: number; lng: number }): Corner => [
  Math.round(lat * 1e5) / 1e5,
  Math.round(lng * 1e5) / 1e5,
]

/** The middle of each edge, in the order of the corners where the edges start. */
export function middlesOf(corners: readonly Corner[]): Corner[] {
  const [first] = corners
  if (!first || corners.length < 2) return []
  const edges = corners.length === 2 ? corners.slice(0, 1) : corners
  return edges.map(([lat, lng], place) => {
    const [nextLat, nextLng] = corners[place + 1] ?? first
    return cornerAt({ lat: (lat + nextLat) / 2, lng: (lng + nextLng) / 2 })
  })
}

export const zipsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** The error for a list or for its first wrong item. `areaPolygon.2.0`, for example, is about the third corner. */
export function faultOfPart(
  faults: Record<string, string>,
  name: string,
  nameOf: (place: number) => string,
): string | undefined {
  for (const [path, reason] of Object.entries(faults)) {
    const [field, place] = path.split('.')
    if (field === name) return place === undefined ? capital(reason) : `${nameOf(Number(place))}: ${reason}`
  }
  return undefined
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** ZIP codes that other franchises serve too, by franchise name. */
export function sharedZips(franchises: Franchise[], except: string, text: string): Map<string, string[]> {
  const own = new Set(zipsIn(text))
  return new Map(
    franchises
      .filter(({ id }) => id !== except)
      .map(({ name, areaZips }): [string, string[]] => [name, areaZips.filter((zip) => own.has(zip))])
      .filter(([, zips]) => zips.length > 0),
  )
}

export function zipHint(zips: string[], { unknown }: ZipPlaces, shared: Map<string, string[]>): string {
  const count = new Set(zips).size
  const parts = [
    count === 0 ? 'Separate ZIP codes with spaces or commas' : `${count} ZIP code${count === 1 ? '' : 's'}`,
    unknown.length > 0 && `Not found: ${some(unknown)}`,
    ...[...shared].map(
      ([name, both]) =>
        `${name} also serves ${some(both)}; the franchise with the higher priority gets the job`,
    ),
  ].filter(Boolean)
  return parts.length === 1 ? String(parts[0]) : parts.map((part) => `${part}.`).join(' ')
}

const shown = 6
const some = (zips: string[]) =>
  zips.length <= shown
    ? zips.join(', ')
    : `${zips.slice(0, shown).join(', ')} and ${zips.length - shown} more`
