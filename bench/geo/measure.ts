import { distanceMetres } from '../../src/lib/geo'
import type { ListedZip } from '../../scripts/places/sources'
import type { Geocoder } from '../../src/providers/geocoder/types'
import type { Routing } from '../../src/providers/routing/types'
import { type QuestionKind, seededRandom } from './questions'

export interface Accuracy {
  kind: QuestionKind
  /** Percent of the answers whose first place is within reach. */
  hits: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

const withinMetres = 25_000

/** Asks the same questions twice and takes the time of the second round, when everything is warm. */
export async function measureAccuracy(
  geocoder: Geocoder,
  zips: readonly ListedZip[],
  kind: QuestionKind,
  count: number,
): Promise<Accuracy> {
  const random = seededRandom(7)
  const asked = Array.from({ length: count }, () => {
    const place = zips[Math.floor(random() * zips.length)]!
    return { place, query: kind.ask(place, random) }
  })
  for (const { query } of asked) await geocoder.search(query)
  const times: number[] = []
  let hits = 0
  for (const { place, query } of asked) {
    const started = performance.now()
    const [best] = await geocoder.search(query)
    times.push(performance.now() - started)
    if (best && distanceMetres(best, place) <= withinMetres) hits += 1
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(count - 1, Math.floor(count * share))] ?? 0
  return { kind, hits: (100 * hits) / count, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

/** Milliseconds for the travel times of a large day: 200 workers to 2,000 jobs. */
export async function measureMatrix(routing: Routing, zips: readonly ListedZip[]): Promise<number> {
  const [workers, jobs] = [zips.slice(0, 200), zips.slice(200, 2_200)]
  await routing.matrix(workers, jobs)
  const started = performance.now()
  await routing.matrix(workers, jobs)
  return performance.now() - started
}
