import type { ListedZip } from '../../scripts/places/sources'

/** One way of asking for a place in the ZIP file, and how often the answer must be within reach of it. */
export interface QuestionKind {
  name: string
  ask(place: ListedZip, random: Random): string
  wanted?: number
}

/** A number from 0 to below 1, in the same sequence every run. */
export type Random = () => number

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit)
const house = (random: Random): number => 1 + below(random, 9_999)

export const questionKinds: QuestionKind[] = [
  { name: 'ZIP', wanted: 100, ask: ({ zip }) => zip },
  { name: 'City, ST', wanted: 98, ask: ({ place, state }) => `${place}, ${state}` },
  { name: 'City ST', ask: ({ place, state }) => `${place} ${state}` },
  {
    name: 'street, City, ST',
    wanted: 98,
    ask: ({ place, state }, random) => `${house(random)} Main St, ${place}, ${state}`,
  },
  {
    name: 'street, City, ST ZIP',
    ask: ({ place, state, zip }, random) => `${house(random)} Main St, ${place}, ${state} ${zip}`,
  },
  {
    name: 'street City ST',
    ask: ({ place, state }, random) => `${house(random)} Oak Avenue ${place} ${state}`,
  },
  {
    name: 'City, ST with one typo',
    wanted: 75,
    ask: ({ place, state }, random) => `${withTypo(place, random)}, ${state}`,
  },
]

/** A letter left out, swapped with the next, replaced or added, anywhere in the name. */
export function withTypo(name: string, random: Random): string {
  const at = below(random, name.length)
  const letter = String.fromCodePoint(97 + below(random, 26))
  const [before, here, after] = [name.slice(0, at), name.slice(at, at + 1), name.slice(at + 1)]
  switch (below(random, 4)) {
    case 0:
      return before + after
    case 1:
      return before + after.slice(0, 1) + here + after.slice(1)
    case 2:
      return before + letter + after
    default:
      return before + letter + here + after
  }
}
