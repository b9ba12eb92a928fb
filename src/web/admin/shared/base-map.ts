import { control, geoJSON, map as createMap, svg, tileLayer, type Map, type MapOptions } from 'leaflet'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/counties-10m.json' with { type: 'file' }
import { settings } from '../session'
import { StreetLayer } from './street-layer'

const middleOfTheCountry: [number, number] = [39.5, -98.4]
/** Tiles appear at once, because a map that fades in while you pan is harder to follow. */
const usual: MapOptions = { attributionControl: false, fadeAnimation: false, minZoom: 3, maxZoom: 17 }
const placesCredit = 'Towns: GeoNames'

type Atlas = Topology<{ states: GeometryCollection; counties: GeometryCollection }>

/** A separate file, which the browser reads faster than a script and keeps. A failure isn't remembered. */
let atlasLoading: Promise<Atlas> | null = null

function loadAtlas(): Promise<Atlas> {
  // The import's type describes the file, but a bundle has its address.
  atlasLoading ??= fetch(atlas as unknown as string).then((answer) => answer.json() as Promise<Atlas>)
  atlasLoading.catch(() => (atlasLoading = null))
  return atlasLoading
}

/** States, counties, towns, and the streets of an imported map, all from our own server, or the company's own tiles. */
export function drawBase(element: HTMLElement, options: MapOptions = {}): Map {
  const map = createMap(element, { ...usual, ...options })
  map.createPane('outlines')
  map.createPane('names')
  map.setView(middleOfTheCountry, 4)
  const credits = control.attribution({ prefix: false }).addTo(map)
  if (settings.mapTiles) {
    const { url, attribution } = settings.mapTiles
    if (attribution) credits.addAttribution(textNode(attribution).innerHTML)
    tileLayer(url).addTo(map)
    return map
  }
  credits.addAttribution(placesCredit)
  new StreetLayer((credit) => credits.addAttribution(credit)).addTo(map)
  let closed = false
  map.on('unload', () => (closed = true))
  const draw = (loaded: Atlas) => (closed ? undefined : drawOutlines(map, loaded))
  // Pins and areas are useful without the outlines, too.
  loadAtlas().then(draw, () => {})
  return map
}

function drawOutlines(map: Map, loaded: Atlas): void {
  const { states, counties } = loaded.objects
  const pane = 'outlines'
  const renderer = svg({ pane })
  const plain = { interactive: false, pane, renderer }
  geoJSON(feature(loaded, states), { ...plain, style: { className: 'map-state', renderer } }).addTo(map)
  const inner = mesh(loaded, counties, (one, other) => one !== other)
  const countyLines = geoJSON(inner, { ...plain, style: { className: 'map-county', renderer } })
  // Zoomed out, the county lines would merge into a gray blur.
  const showCounties = () => {
    if (map.getZoom() >= 7) countyLines.addTo(map)
    else countyLines.remove()
  }
  map.on('zoomend', showCounties)
  showCounties()
}

/** Leaflet treats strings as HTML, so names are passed as an element that contains only text. */
export function textNode(text: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = text
  return element
}
