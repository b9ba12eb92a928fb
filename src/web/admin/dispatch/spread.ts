export interface Spot {
  x: number
  y: number
}

/** Markers whose centers are closer than this cover each other, in pixels. */
const tooClose = 14
const roomPerMarker = 22

/** Moves markers that cover each other onto a small circle, and leaves the others where they are. */
export function spread(spots: readonly Spot[]): Spot[] {
  const groups: { at: Spot; members: number[] }[] = []
  for (const [number, spot] of spots.entries()) {
    const near = groups.find(({ at }) => Math.hypot(at.x - spot.x, at.y - spot.y) < tooClose)
    if (near) near.members.push(number)
    else groups.push({ at: spot, members: [number] })
  }
  const placed = [...spots]
  for (const { at, members } of groups) {
    if (members.length === 1) continue
    const radius = Math.max(12, (members.length * roomPerMarker) / (2 * Math.PI))
    for (const [turn, number] of members.entries()) {
      const angle = (turn / members.length) * 2 * Math.PI - Math.PI / 2
      placed[number] = { x: at.x + radius * Math.cos(angle), y: at.y + radius * Math.sin(angle) }
    }
  }
  return placed
}
