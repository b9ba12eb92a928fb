import type { Deps } from '../../deps'
import { distanceMetres, isInside, type LatLng, type Point } from '../../lib/geo'

interface Area {
  polygon: readonly LatLng[] | null
  zips: readonly string[]
}

/** ZIP codes looked at: a sample of a large area shows its towns as well. */
const mostZips = 300
const mostLooked = 80
/** How far the center of a served ZIP code may be from a town's. */
const nearMetres = 8_000

/** The largest towns of a service area, from the built-in list. */
export async function townsOf(
  { providers }: Pick<Deps, 'providers'>,
  area: Area,
  atMost: number,
): Promise<string[]> {
  const step = Math.max(1, Math.ceil(area.zips.length / mostZips))
  const sample = area.zips.filter((_, place) => place % step === 0)
  const centers = [...(await providers.geocoder.locateZips(sample)).values()]
  const corners = (area.polygon ?? []).map(([lat, lng]) => ({ lat, lng }))
  const all = [...corners, ...centers]
  if (all.length === 0) return []
  const isServed = (town: Point) =>
    (area.polygon !== null && isInside(town, area.polygon)) ||
    centers.some((center) => distanceMetres(center, town) <= nearMetres)
  const towns = await providers.geocoder.townsIn(boxAround(all), mostLooked)
  return [...new Set(towns.filter(isServed).map(({ name }) => name))].slice(0, atMost)
}

/** A little larger, so that the town around a single ZIP code is inside. */
const margin = 0.05

function boxAround(points: readonly Point[]) {
  const [lats, lngs] = [points.map(({ lat }) => lat), points.map(({ lng }) => lng)]
  return {
    south: Math.min(...lats) - margin,
    north: Math.max(...lats) + margin,
    west: Math.min(...lngs) - margin,
    east: Math.max(...lngs) + margin,
  }
}
