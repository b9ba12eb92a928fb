import { geoJSON, map as createMap, type Map, type MapOptions } from 'leaflet'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/counties-10m.json' with { type: 'file' }

const middleOfTheCountry: [number, number] = [39.5, -98.4]

type Atlas = Topology<{ states: GeometryCollection; counties: GeometryCollection }>

/** A separate file, which the browser reads faster than a script and keeps. A failure isn't remembered. */
let atlasLoading: Promise<Atlas> | null = null

function loadAtlas(): Promise<Atlas> {
  // The import's type describes the file, but a bundle has its address.
  atlasLoading ??= fetch(atlas as unknown as string).then((answer) => answer.json() as Promise<Atlas>)
  atlasLoading.catch(() => (atlasLoading = null))
  return atlasLoading
}

/** Outlines of states and counties. The map data ships with the console, so it needs no tile server. */
export function drawBase(element: HTMLElement, options: MapOptions = {}): Map {
  const map = createMap(element, { attributionControl: false, minZoom: 3, maxZoom: 14, ...options })
  map.setView(middleOfTheCountry, 4)
  let closed = false
  map.on('unload', () => (closed = true))
  const draw = (loaded: Atlas) => (closed ? undefined : drawOutlines(map, loaded))
  // Pins and areas are useful without the outlines, too.
  loadAtlas().then(draw, () => {})
  return map
}

function drawOutlines(map: Map, loaded: Atlas): void {
  const { states, counties } = loaded.objects
  geoJSON(feature(loaded, states), { interactive: false, style: { className: 'map-state' } })
    .addTo(map)
    .bringToBack()
  const inner = mesh(loaded, counties, (one, other) => one !== other)
  const countyLines = geoJSON(inner, { interactive: false, style: { className: 'map-county' } })
  // Zoomed out, the county lines would merge into a gray blur.
  const showCounties = () => {
    if (map.getZoom() >= 7) countyLines.addTo(map).bringToBack()
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
