export type Corner = [latitude: number, longitude: number]

/** A corner a line, so that an outline can be pasted from a spreadsheet. */
export function outlineText(corners: readonly Corner[] | null): string {
  return (corners ?? []).map(([lat, lng]) => `${lat}, ${lng}`).join('\n')
}

/** What is no number stays what it is: the service says which corner is wrong. */
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

/** The corners that can be drawn already, while somebody is still typing the others. */
export function drawableCorners(text: string): Corner[] {
  return (cornersOf(text) ?? []).flatMap(([lat, lng, ...more]) =>
    isDegree(lat, 90) && isDegree(lng, 180) && more.length === 0 ? [[lat, lng] as Corner] : [],
  )
}

const isDegree = (value: number | string | undefined, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most

/** To the metre: more digits would say nothing. */
export const cornerAt = ({ lat, lng }: { lat: number; lng: number }): Corner => [
  Math.round(lat * 1e5) / 1e5,
  Math.round(lng * 1e5) / 1e5,
]

/** The middle of each edge, in the order of the corners the edges begin at. */
export function middlesOf(corners: readonly Corner[]): Corner[] {
  if (corners.length < 2) return []
  const edges = corners.length === 2 ? corners.slice(0, 1) : corners
  return edges.map(([lat, lng], place) => {
    const [nextLat, nextLng] = corners[(place + 1) % corners.length]!
    return cornerAt({ lat: (lat + nextLat) / 2, lng: (lng + nextLng) / 2 })
  })
}
