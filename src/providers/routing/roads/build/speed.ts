import { mark } from './road'

/** Above this many of 15 parts a place is dense: a town. */
export const denseAbove = 8

const inTown = [89, 73, 57, 49, 40, 35, 30, 20]
const driveway = 10
const parkingAisle = 15

/**
 * The speed one drives at, by what is tagged and how dense the place is. A limit is taken as it is, but
 * for rough ground; without one, towns and roundabouts are slower and a link slower than its road.
 */
export function drivenSpeed(
  rank: number,
  marks: number,
  speed: number,
  tagged: boolean,
  density: number,
): number {
  const dense = density > denseAbove
  if ((marks & mark.link) !== 0) return tagged ? speed : speed * (dense ? 0.8 : 0.85)
  if (tagged) return (marks & mark.rough) === 0 ? speed : speed >= 50 ? speed - 10 : Math.max(speed - 5, 5)
  let driven = speed
  if (dense && (marks & mark.track) === 0) driven = inTown[rank]!
  if ((marks & mark.roundabout) !== 0) driven *= 0.5
  if ((marks & mark.aisle) !== 0) driven = parkingAisle
  if ((marks & mark.driveway) !== 0) driven = driveway
  return (marks & mark.rough) === 0 ? driven : Math.max(2, driven / 2)
}
