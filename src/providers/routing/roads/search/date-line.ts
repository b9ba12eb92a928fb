import type { Position } from '../../../../lib/geo'

const line = 180

/**
 * Rings none of which crosses the date line, of one whose longitudes run on past it. A ring that crosses it
 * becomes one on either side, with edges along the line.
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

/** The part of a ring whose places are on one side: where `inside` is not negative. */
function half(ring: Position[], inside: (lng: number) => number, edge: number): Position[] {
  const part: Position[] = []
  for (const [at, place] of ring.entries()) {
    const next = ring[(at + 1) % ring.length]!
    const [here, there] = [inside(place[0]), inside(next[0])]
    if (here >= 0) part.push(place)
    if ((here > 0 && there < 0) || (here < 0 && there > 0))
      part.push([edge, place[1] + (here / (here - there)) * (next[1] - place[1])])
  }
  return part
}
