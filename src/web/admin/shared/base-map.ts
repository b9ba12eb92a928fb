import { control, map as createMap, type Control, type Map, type MapOptions } from 'leaflet'
import { settings } from '../session'
import { drawCompanyTiles } from './company-tiles'
import { drawOutlines } from './outlines'
import { StreetLayer } from './street-layer'

/** Dots lie with the pins, above the names of towns and numbers of highways. */
export const dotPane = 'markerPane'

/** The southwest and the northeast of the contiguous states. */
const wholeCountry: [number, number][] = [
  [24.5, -125],
  [49.4, -66.9],
]
/** The southernmost and the northernmost latitude of Hawaii, which begins just south of Florida. */
const hawaii = [18.9, 22.3]
/** Tiles appear at once, because a map that fades in while you pan is harder to follow. */
const usual: MapOptions = { attributionControl: false, fadeAnimation: false, minZoom: 3, maxZoom: 17 }
const placesCredit = 'Map data: GeoNames'
const missingTiles = "Your map tiles aren't loading, so this is the built-in map"

/** Our own map, or the company's own tiles. */
export function drawBase(element: HTMLElement, options: MapOptions = {}): Map {
  const map = createMap(element, { ...usual, ...options })
  element.dataset['drawing'] = 'true'
  map.createPane('outlines')
  map.createPane('names')
  showCountry(map)
  const credits = control.attribution({ prefix: false }).addTo(map)
  // The screen says in a moment where to look; until then, tiles of the whole country would be loaded for nothing.
  const soon = setTimeout(() => drawTiles(map, credits), 50)
  map.on('unload', () => clearTimeout(soon))
  return map
}

export function showCountry(map: Map): void {
  map.fitBounds(wholeCountry, { animate: false })
  const [south, north] = hawaii.map((lat) => map.latLngToContainerPoint([lat, -157]).y) as [number, number]
  const { y: edge } = map.getSize()
  // The tips of Hawaii alone would look like a fault, so it is moved out of sight.
  if (north < edge && south > edge) map.panBy([0, north - edge], { animate: false })
}

function drawTiles(map: Map, credits: Control.Attribution): void {
  const { mapTiles } = settings
  if (mapTiles === null) return void drawOurs(map, credits)
  if (mapTiles.attribution) credits.addAttribution(textNode(mapTiles.attribution).innerHTML)
  drawCompanyTiles(map, mapTiles.url, {
    drawOurs: () => drawOurs(map, credits, [missingTiles]),
    onShown: () => endWaiting(map),
  })
}

/** Until there is something to see, the map shimmers like everything else that is loading. */
const endWaiting = (map: Map): void => void delete map.getContainer().dataset['drawing']

/** States, counties, towns, and the streets of an imported map, all from our own server. Returns how to remove them. */
function drawOurs(map: Map, credits: Control.Attribution, notes: string[] = []): () => void {
  const written = new Set<string>()
  const credit = (text: string) => {
    if (!written.has(text)) credits.addAttribution(text)
    written.add(text)
  }
  for (const text of [...notes, placesCredit]) credit(text)
  const streets = new StreetLayer(credit).addTo(map)
  const outlines = drawOutlines(map, () => endWaiting(map))
  const remove = () => {
    streets.remove()
    outlines.remove()
    for (const text of written) credits.removeAttribution(text)
  }
  return remove
}

/** Leaflet treats strings as HTML, so names are passed as an element that contains only text. */
export function textNode(text: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = text
  return element
}
