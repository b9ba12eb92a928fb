import type { Deps } from '../../deps'
import { listZips } from '../../providers/geocoder/gazetteer/sources'
import type { ZipPlaces } from './model'

interface ZipIndex {
  /** Sorted; each ZIP code has its coordinates at the same index of the other two arrays. */
  zips: Int32Array
  lats: Float32Array
  lngs: Float32Array
}

/** Lines to read before letting other work run. */
const readBatchSize = 2_000

/** Locates ZIP codes on the map, from the built-in list whichever geocoder is configured. */
export async function locateZips({ state }: Deps, zips: readonly string[]): Promise<ZipPlaces> {
  const index = await state.of(ZipIndexMemory).read()
  const known: ZipPlaces['known'] = []
  const unknown: string[] = []
  for (const zip of new Set(zips)) {
    const place = find(index.zips, Number(zip))
    if (place === -1) unknown.push(zip)
    else known.push({ zip, lat: degrees(index.lats[place]!), lng: degrees(index.lngs[place]!) })
  }
  return { known, unknown }
}

/** Reads the list on first use. A failure isn't cached, so the next use tries again. */
class ZipIndexMemory {
  #reading: Promise<ZipIndex> | null = null

  read(): Promise<ZipIndex> {
    this.#reading ??= readIndex().catch((error: unknown) => {
      this.#reading = null
      throw error
    })
    return this.#reading
  }
}

async function readIndex(): Promise<ZipIndex> {
  const rows: [zip: number, lat: number, lng: number][] = []
  for (const { zip, lat, lng } of listZips()) {
    rows.push([Number(zip), lat, lng])
    if (rows.length % readBatchSize === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  rows.sort(([one], [other]) => one - other)
  return {
    zips: Int32Array.from(rows, ([zip]) => zip),
    lats: Float32Array.from(rows, ([, lat]) => lat),
    lngs: Float32Array.from(rows, ([, , lng]) => lng),
  }
}

function find(zips: Int32Array, wanted: number): number {
  let [low, high] = [0, zips.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = zips[middle]!
    if (found === wanted) return middle
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

const degrees = (value: number) => Math.round(value * 10_000) / 10_000
