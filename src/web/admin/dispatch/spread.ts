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
