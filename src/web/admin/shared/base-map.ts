import {
  control,
  geoJSON,
  layerGroup,
  map as createMap,
  svg,
  type Control,
  type LayerGroup,
  type Map,
  type MapOptions,
} from 'leaflet'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/counties-10m.json' with { type: 'file' }
import { settings } from '../session'
import { drawCompanyTiles } from './company-tiles'
import { StreetLayer } from './street-layer'

const middleOfTheCountry: [number, number] = [39.5, -98.4]
/** Tiles appear at once, because a map that fades in while you pan is harder to follow. */
const usual: MapOptions = { attributionControl: false, fadeAnimation: false, minZoom: 3, maxZoom: 17 }
const placesCredit = 'Towns: GeoNames'
const missingTiles = "Your map tiles aren't loading, so this is the built-in map"

type Atlas = Topology<{ states: GeometryCollection; counties: GeometryCollection }>

/** A separate file, which the browser reads faster than a script and keeps. A failure isn't remembered. */
let atlasLoading: Promise<Atlas> | null = null

function loadAtlas(): Promise<Atlas> {
  // The import's type describes the file, but a bundle has its address.
  atlasLoading ??= fetch(atlas as unknown as string).then((answer) => answer.json() as Promise<Atlas>)
  atlasLoading.catch(() => (atlasLoading = null))
  return atlasLoading
}

/** Our own map, or the company's own tiles. */
export function drawBase(element: HTMLElement, options: MapOptions = {}): Map {
  const map = createMap(element, { ...usual, ...options })
  map.createPane('outlines')
  map.createPane('names')
  map.setView(middleOfTheCountry, 4)
  const credits = control.attribution({ prefix: false }).addTo(map)
  const { mapTiles } = settings
  if (mapTiles === null) drawOurs(map, credits)
  else {
    if (mapTiles.attribution) credits.addAttribution(textNode(mapTiles.attribution).innerHTML)
    drawCompanyTiles(map, mapTiles.url, () => drawOurs(map, credits, [missingTiles]))
  }
  return map
}

/** States, counties, towns, and the streets of an imported map, all from our own server. Returns how to remove them. */
function drawOurs(map: Map, credits: Control.Attribution, notes: string[] = []): () => void {
  const written = new Set<string>()
  const credit = (text: string) => {
    if (!written.has(text)) credits.addAttribution(text)
    written.add(text)
  }
  for (const text of [...notes, placesCredit]) credit(text)
  const streets = new StreetLayer(credit).addTo(map)
  const outlines = layerGroup().addTo(map)
  let isGone = false
  const remove = () => {
    isGone = true
    streets.remove()
    outlines.remove()
    for (const text of written) credits.removeAttribution(text)
  }
  map.on('unload', () => (isGone = true))
  const draw = (loaded: Atlas) => (isGone ? undefined : drawOutlines(map, outlines, loaded))
  // Pins and areas are useful without the outlines, too.
  loadAtlas().then(draw, () => {})
  return remove
}

function drawOutlines(map: Map, into: LayerGroup, loaded: Atlas): void {
  const { states, counties } = loaded.objects
  const pane = 'outlines'
  const renderer = svg({ pane })
  const plain = { interactive: false, pane, renderer }
  into.addLayer(geoJSON(feature(loaded, states), { ...plain, style: { className: 'map-state', renderer } }))
  const inner = mesh(loaded, counties, (one, other) => one !== other)
  const countyLines = geoJSON(inner, { ...plain, style: { className: 'map-county', renderer } })
  // Zoomed out, the county lines would merge into a gray blur.
  const showCounties = () => {
    if (map.getZoom() >= 7) into.addLayer(countyLines)
    else into.removeLayer(countyLines)
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
