import { unitVectors, vectorDistance, type Point } from '../../../lib/geo'

const mostPoints = 4
const halfAt = 60_000

/**
 * Points for being near one of the given bases: 4 at the base, 2 at an hour's drive, next to nothing in
 * another part of the country.
 */
export function nearnessTo(bases: readonly Point[]): (place: Point) => number {
  const vectors = unitVectors(bases)
  return (place) => {
    const here = unitVectors([place])
    let nearest = Infinity
    for (let base = 0; base < bases.length; base += 1)
      nearest = Math.min(nearest, vectorDistance(here, 0, vectors, base))
    return mostPoints / (1 + nearest / halfAt)
  }
}
