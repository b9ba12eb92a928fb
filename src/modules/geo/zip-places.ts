import type { Deps } from '../../deps'
import type { ZipPlaces } from './model'

/** Locates ZIP codes on the map, from the built-in list whichever geocoder is configured. */
export async function locateZips({ providers }: Deps, zips: readonly string[]): Promise<ZipPlaces> {
  const different = [...new Set(zips)]
  const found = await providers.geocoder.locateZips(different)
  return {
    known: [...found].map(([zip, point]) => ({ zip, ...point })),
    unknown: different.filter((zip) => !found.has(zip)),
  }
}
