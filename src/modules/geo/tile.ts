import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Deps } from '../../deps'
import { isKnownTag } from '../../http/etag'
import { missing } from '../../lib/errors'
import { boxOf, projection, tileExtent, type Tile } from '../../lib/tiles'
import { attribution, Recent } from '../../providers/routing'
import { highwaysIn } from './highways'
import type { MapPlace, MapTile } from './model'
import { widestArea, zipAreas } from './zip-areas'

const zipped = promisify(gzip)
const unzipped = promisify(gunzip)
/** The console moves around a few towns, and a packed tile takes some 10 KB. */
const tilesKept = 1_000
const maxTowns = 24
/** ZIP codes would be too close to each other in tiles of more land than this. */
const firstZips = 9
/** From here on, a map without streets names towns of other countries too. */
const firstForeign = 6
/** Names reach beyond their place, so a tile has those just outside of it, too. */
const border = 160

interface KeptTile {
  packed: Uint8Array<ArrayBuffer>
  etag: string
}

/** A tile that is kept or still being cut. */
interface Cut {
  tile: Promise<KeptTile>
  /** The number of requests that wait for it. */
  wanted: number
  cancel: AbortController
}

const caches = new WeakMap<Deps, Recent<string, Cut>>()

/** A piece of the map for the console: streets if a map was imported, else ZIP codes and highways, and towns. */
export async function answerTile(deps: Deps, tile: Tile, request: Request): Promise<Response> {
  const { z, x, y } = tile
  if (x >= 2 ** z || y >= 2 ** z) throw missing('Map tile')
  const kept = await keptTile(deps, tile, request.signal)
  // Nobody is left to read the answer.
  if (kept === null) return new Response(null, { status: 304 })
  const { packed, etag } = kept
  const headers = { etag, 'cache-control': 'private, max-age=3600', vary: 'Accept-Encoding' }
  if (isKnownTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const type = { 'content-type': 'application/json' }
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
    return new Response(new Uint8Array(await unzipped(packed)), { headers: { ...headers, ...type } })
  return new Response(packed, { headers: { ...headers, ...type, 'content-encoding': 'gzip' } })
}

/** People who zoom quickly leave many tiles behind, and those aren't cut. Returns null for them. */
async function keptTile(deps: Deps, tile: Tile, signal: AbortSignal): Promise<KeptTile | null> {
  const cache = caches.get(deps) ?? new Recent<string, Cut>(tilesKept)
  caches.set(deps, cache)
  const key = `${tile.z}/${tile.x}/${tile.y}`
  const cut = cache.get(key, () => {
    const cancel = new AbortController()
    return { tile: makeTile(deps, tile, cancel.signal), wanted: 0, cancel }
  })
  cut.wanted += 1
  const leave = () => {
    cut.wanted -= 1
    if (cut.wanted > 0) return
    cache.drop(key)
    cut.cancel.abort()
  }
  signal.addEventListener('abort', leave)
  try {
    return await cut.tile
  } catch (error) {
    if (signal.aborted) return null
    // A failure isn't remembered.
    if (cache.peek(key) === cut) cache.drop(key)
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

async function makeTile(deps: Deps, tile: Tile, signal: AbortSignal): Promise<KeptTile> {
  const { streets, source } = deps.providers.routing
  const [roads, places, highways] = await Promise.all([
    streets?.tile(tile, signal) ?? '{"streets":[],"names":[]}',
    placesIn(deps, tile, streets === undefined),
    streets ? [] : highwaysIn(tile),
  ])
  const rest: Omit<MapTile, 'streets' | 'names'> = {
    // Lines along the roads of a Valhalla server are drawn over these tiles.
    attribution: streets?.attribution ?? (source === 'valhalla' ? attribution : null),
    ...places,
    highways,
  }
  // The streets arrive as text, and parsing them only to write them again would keep others waiting.
  const text = `${roads.slice(0, -1)},${JSON.stringify(rest).slice(1)}`
  const packed = new Uint8Array(await zipped(text))
  return { packed, etag: `"${Bun.hash(text).toString(36)}"` }
}

/** The largest towns, and the areas of ZIP codes if they are wanted. */
export async function placesIn(
  { providers }: Deps,
  tile: Tile,
  withZips: boolean,
): Promise<Pick<MapTile, 'towns' | 'zips'>> {
  const project = projection(tile)
  const at = (lat: number, lng: number) => project(lat, lng).map(Math.round) as [number, number]
  const { geocoder } = providers
  const towns = await geocoder.townsIn(boxOf(tile, border), maxTowns)
  const box = boxOf(tile)
  const reach = 4 * widestArea
  const around = {
    south: box.south - reach,
    north: box.north + reach,
    west: box.west - 2 * reach,
    east: box.east + 2 * reach,
  }
  const zips = withZips && tile.z >= firstZips ? await geocoder.zipsIn(around) : []
  const isNear = ({ lat, lng }: { lat: number; lng: number }) =>
    lat > box.south - widestArea &&
    lat < box.north + widestArea &&
    lng > box.west - 2 * widestArea &&
    lng < box.east + 2 * widestArea
  // The outlines are those of the States: from afar, names beyond them would float on empty ground.
  const shown = withZips && tile.z < firstForeign ? towns.filter(({ country }) => country === 'US') : towns
  return {
    towns: shown.map(({ name, population, lat, lng }): MapPlace => [...at(lat, lng), name, population]),
    zips: zipAreas(zips, isNear)
      .map(({ zip, lat, lng, corners }) => ({
        zip,
        at: at(lat, lng),
        corners: corners.flatMap((one) => at(one.lat, one.lng)),
      }))
      .filter(({ corners }) => touchesTile(corners)),
  }
}

function touchesTile(corners: readonly number[]): boolean {
  const [xs, ys] = [corners.filter((_, at) => at % 2 === 0), corners.filter((_, at) => at % 2 === 1)]
  return (
    Math.max(...xs) >= 0 &&
    Math.min(...xs) <= tileExtent &&
    Math.max(...ys) >= 0 &&
    Math.min(...ys) <= tileExtent
  )
}
