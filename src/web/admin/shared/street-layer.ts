import {
  divIcon,
  DomUtil,
  GridLayer,
  layerGroup,
  marker,
  type Coords,
  type DoneCallback,
  type Map as Leaflet,
} from 'leaflet'
import type { MapTile } from '../../../modules/geo'
import { api } from '../session'
import { clearNames, pinned } from './clear-names'
import { placeNumbers } from './draw-highways'
import { drawTile, firstZipNames } from './draw-tile'
import { scale, side, type Label } from './tile-pen'

const tilesKept = 120
const kept = new Map<string, Promise<MapTile>>()

function loadTile({ x, y, z }: Coords, signal: AbortSignal): Promise<MapTile> {
  const key = `${z}/${x}/${y}`
  const known = kept.get(key)
  if (known) return known
  const loading = api.admin.map.tile
    .file({ z, x, y }, signal)
    .then(async (file) => JSON.parse(await file.text()) as MapTile)
  kept.set(key, loading)
  const forget = () => kept.delete(key)
  signal.addEventListener('abort', forget)
  loading.catch(forget)
  for (const oldest of kept.keys()) if (kept.size > tilesKept) kept.delete(oldest)
  return loading
}

/** Fired on a map that shows ZIP codes, because nobody has imported its streets. */
export const withoutStreets = 'withoutstreets'

/** From farther away, a name is wider than its town by states, so a dot above it says where the town is. */
const firstWithoutDots = 6

const highwaysCredit = 'highways are approximate'

/** Streets or ZIP codes from our own tiles, and the names of towns above them. */
export class StreetLayer extends GridLayer {
  readonly #names = layerGroup()
  readonly #shown = new Map<string, { coords: Coords; tile: MapTile }>()
  readonly #loading = new Map<string, AbortController>()
  readonly #clear = () => void (this.#leaflet && clearNames(this.#leaflet))
  readonly #scheme = new MutationObserver(() => this.redraw())
  #leaflet: Leaflet | null = null

  constructor(private readonly onCredit: (credit: string) => void) {
    super({ tileSize: side, minZoom: 3, maxZoom: 17, updateWhenZooming: false, keepBuffer: 1 })
    this.on('tileunload', ({ coords }: { coords: Coords }) => {
      this.#shown.delete(keyOf(coords))
      // The server doesn't cut tiles that nobody waits for.
      this.#loading.get(keyOf(coords))?.abort()
    })
    this.on('load', () => this.#writeNames())
  }

  override onAdd(map: Leaflet): this {
    this.#leaflet = map
    this.#names.addTo(map)
    this.#scheme.observe(document.documentElement, { attributes: true })
    map.on('zoomend', this.#writeNames, this)
    map.on(`moveend resize ${pinned}`, this.#clear)
    return super.onAdd(map)
  }

  override onRemove(map: Leaflet): this {
    this.#scheme.disconnect()
    map.off('zoomend', this.#writeNames, this)
    map.off(`moveend resize ${pinned}`, this.#clear)
    this.#names.remove()
    this.#leaflet = null
    return super.onRemove(map)
  }

  protected override createTile(coords: Coords, onDrawn: DoneCallback): HTMLElement {
    const canvas = DomUtil.create('canvas', 'map-tile')
    const wanted = Object.assign(coords.clone(), { z: coords.z - 1 })
    const across = 2 ** wanted.z
    wanted.x = ((wanted.x % across) + across) % across
    const away = new AbortController()
    this.#loading.set(keyOf(coords), away)
    loadTile(wanted, away.signal).then(
      (tile) => {
        this.#settle(coords, away)
        if (away.signal.aborted) return
        this.#shown.set(keyOf(coords), { coords, tile })
        if (tile.attribution !== null) this.onCredit(tile.attribution)
        if (tile.highways.length > 0) this.onCredit(highwaysCredit)
        // The service sends ZIP codes where it has no streets.
        if (tile.zips.length > 0) this.#leaflet?.fire(withoutStreets)
        drawTile(canvas, this.getContainer() ?? document.body, tile, coords.z)
        onDrawn(undefined, canvas)
      },
      (problem: Error) => {
        this.#settle(coords, away)
        if (!away.signal.aborted) onDrawn(problem, canvas)
      },
    )
    return canvas
  }

  #settle(coords: Coords, away: AbortController): void {
    if (this.#loading.get(keyOf(coords)) === away) this.#loading.delete(keyOf(coords))
  }

  /** Towns are written over all tiles at once, the largest first, where there is room, and then highways' numbers. */
  #writeNames(): void {
    const map = this.#leaflet
    if (!map) return
    this.#names.clearLayers()
    const zoom = map.getZoom()
    const tiles = [...this.#shown.values()]
      .filter(({ coords }) => coords.z === zoom)
      .map(({ coords, tile }) => ({ ...tile, left: coords.x * side, top: coords.y * side }))
    const towns = tiles
      .flatMap(({ towns: all, left, top }) =>
        all.map(([x, y, name, population]) => ({
          x: left + x * scale,
          y: top + y * scale,
          name,
          population,
        })),
      )
      .toSorted((a, b) => b.population - a.population)
    const taken: Label[] = []
    for (const { x, y, name, population } of towns) {
      const width = name.length * 7 + 16
      const isTaken = taken.some(
        (other) => Math.abs(other.x - x) < (other.width + width) / 2 && Math.abs(other.y - y) < 24,
      )
      if (isTaken) continue
      taken.push({ x, y, width })
      const size = population >= 100_000 ? 'map-town map-city' : 'map-town'
      this.#write(map, name, x, y, zoom < firstWithoutDots ? `${size} map-dotted` : size)
    }
    if (zoom >= firstZipNames)
      for (const { zips, left, top } of tiles)
        taken.push(...zips.map(({ at }) => ({ x: left + at[0] * scale, y: top + at[1] * scale, width: 36 })))
    for (const { name, x, y } of placeNumbers(tiles, taken)) this.#write(map, name, x, y, 'map-shield')
    this.#clear()
  }

  #write(map: Leaflet, text: string, x: number, y: number, className: string): void {
    const html = document.createElement('span')
    html.textContent = text
    const icon = divIcon({ className, html, iconSize: [0, 0] })
    const place = map.unproject([x, y], map.getZoom())
    marker(place, { icon, interactive: false, keyboard: false, pane: 'names' }).addTo(this.#names)
  }
}

const keyOf = ({ x, y, z }: Coords): string => `${z}/${x}/${y}`
