import { tileLayer, type Map } from 'leaflet'
import { now } from '../../client/clock'

/** Show our own map below after this many milliseconds without any tile. */
const slowAfter = 4_000
/** One missing tile is the edge of their map; this many in a row is a server that's down. */
const maxFailures = 6
const retryDelay = 60_000

interface Turns {
  /** Returns how to remove it again. */
  drawOurs: () => () => void
  onShown: () => void
}

/**
 * The company's own tiles. While their server is slow or down, our map takes their place, and the next move of
 * the map tries theirs again.
 */
export function drawCompanyTiles(map: Map, url: string, { drawOurs, onShown }: Turns): void {
  // Tile servers want to know which site asks, and our pages don't say it otherwise.
  const tiles = tileLayer(url, { zIndex: 2, referrerPolicy: 'strict-origin' })
  let hideOurs: (() => void) | null = null
  let failures = 0
  let failedAt = 0
  let slow: Timer | undefined
  const showOurs = () => (hideOurs ??= drawOurs())
  tiles.on('loading', () => {
    clearTimeout(slow)
    slow = setTimeout(showOurs, slowAfter)
  })
  tiles.on('load', () => clearTimeout(slow))
  tiles.on('tileload', () => {
    failures = 0
    onShown()
    clearTimeout(slow)
    hideOurs?.()
    hideOurs = null
  })
  tiles.on('tileerror', () => {
    failures += 1
    if (failures < maxFailures || !map.hasLayer(tiles)) return
    failedAt = now()
    tiles.remove()
    clearTimeout(slow)
    showOurs()
  })
  map.on('moveend', () => {
    if (map.hasLayer(tiles) || now() < failedAt + retryDelay) return
    // The first failure is enough to know that nothing has changed.
    failures = maxFailures - 1
    tiles.addTo(map)
  })
  map.on('unload', () => clearTimeout(slow))
  tiles.addTo(map)
}
