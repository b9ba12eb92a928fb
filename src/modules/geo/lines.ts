import type { Deps } from '../../deps'
import type { MapLines, MapLinesRequest } from './model'

/** The way along each list of stops, by road where the engine knows one and straight otherwise. */
export async function drawLines({ providers }: Deps, { lines }: MapLinesRequest): Promise<MapLines> {
  const { routing } = providers
  return {
    lines: await Promise.all(
      lines.map(async (stops) => {
        const legs = await Promise.all(
          stops.slice(1).map(async ([lat, lng], at): Promise<[number, number][]> => {
            const [fromLat, fromLng] = stops[at] ?? [lat, lng]
            const from = { lat: fromLat, lng: fromLng }
            // A line on a map is no reason to fail; the engine's own page shows that it's down.
            const way = await routing.route?.(from, { lat, lng }).catch(() => null)
            return (
              way ?? [
                [fromLat, fromLng],
                [lat, lng],
              ]
            )
          }),
        )
        return legs.flat()
      }),
    ),
  }
}
