export interface Spot {
  x: number
  y: number
}

/** Markers whose centers are closer than this cover each other, in pixels. */
const tooClose = 14
/** The number of a crowd is wider than a marker. */
const crowdReach = 28
const roomPerMarker = 22
/** More markers than this would fan out far from their place, so they become one with their number. */
const mostSpread = 4

/** Markers that would cover each other, by their place in the list. */
export interface Group {
  at: Spot
  members: number[]
}

export const isCrowd = ({ members }: Group): boolean => members.length > mostSpread

/** Groups markers that would cover each other. A crowd also takes in its neighbors. */
export function gather(spots: readonly Spot[]): Group[] {
  const near: Group[] = []
  for (const [number, spot] of spots.entries()) join(near, { at: spot, members: [number] }, tooClose)
  const groups: Group[] = []
  for (const group of near.toSorted((a, b) => b.members.length - a.members.length))
    join(groups, group, crowdReach, isCrowd)
  return groups
}

function join(groups: Group[], group: Group, reach: number, mayGrow: (known: Group) => boolean = () => true) {
  const { at, members } = group
  const known = groups.find(
    (other) => mayGrow(other) && Math.hypot(other.at.x - at.x, other.at.y - at.y) < reach,
  )
  if (known) known.members.push(...members)
  else groups.push(group)
}

/** Where the markers of a group go: a lone one stays, and others stand on a small circle. */
export function spread({ at, members }: Group): Spot[] {
  if (members.length === 1) return [at]
  const radius = Math.max(12, (members.length * roomPerMarker) / (2 * Math.PI))
  return members.map((_, turn) => {
    const angle = (turn / members.length) * 2 * Math.PI - Math.PI / 2
    return { x: at.x + radius * Math.cos(angle), y: at.y + radius * Math.sin(angle) }
  })
}

export type Side = 'right' | 'left' | 'top' | 'bottom'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** From the center of a marker to its edge, with its ring. */
const markerReach = 9
const nameHeight = 15
/** About as wide as a bold letter of a name is on the map. */
const letterWidth = 6.7
const namePadding = 8

/** How far a name stands from its marker. */
export const nameOffsets: Readonly<Record<Side, [number, number]>> = {
  right: [markerReach, 0],
  left: [-markerReach, 0],
  top: [0, -markerReach],
  bottom: [0, markerReach],
}

/** The side of each name's marker on which it covers no marker and no other name; the right one if there is none. */
export function sidesOf(
  names: readonly { at: Spot; text: string }[],
  markers: readonly Spot[],
  crowds: readonly Spot[],
): Side[] {
  const taken = [
    ...markers.map((at) => around(at, markerReach)),
    ...crowds.map((at) => around(at, crowdReach / 2)),
  ]
  return names.map(({ at, text }) => {
    const free = sides.find((side) => {
      const box = boxOf(at, text, side)
      return !taken.some((other) => isOver(box, other))
    })
    taken.push(boxOf(at, text, free ?? 'right'))
    return free ?? 'right'
  })
}

const sides = ['right', 'left', 'bottom', 'top'] as const

const around = ({ x, y }: Spot, reach: number): Box => ({
  left: x - reach,
  right: x + reach,
  top: y - reach,
  bottom: y + reach,
})

/** The room of a name. A name's own marker ends right where it begins. */
function boxOf({ x, y }: Spot, text: string, side: Side): Box {
  const width = text.length * letterWidth + namePadding
  const [dx, dy] = nameOffsets[side]
  const left = dx > 0 ? x + dx : dx < 0 ? x + dx - width : x - width / 2
  const top = dy > 0 ? y + dy : dy < 0 ? y + dy - nameHeight : y - nameHeight / 2
  return { left, right: left + width, top, bottom: top + nameHeight }
}

const isOver = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
