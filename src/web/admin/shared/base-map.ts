import { geoJSON, map as createMap, type Map, type MapOptions } from 'leaflet'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/counties-10m.json'

const middleOfTheCountry: [number, number] = [39.5, -98.4]

/** Outlines of states and counties. The map data ships with the console, so it needs no tile server. */
export function drawBase(element: HTMLElement, options: MapOptions = {}): Map {
  const map = createMap(element, { attributionControl: false, minZoom: 3, maxZoom: 14, ...options })
  map.setView(middleOfTheCountry, 4)
  const topology = atlas as unknown as Topology<{ states: GeometryCollection; counties: GeometryCollection }>
  const { states, counties } = topology.objects
  geoJSON(feature(topology, states), { interactive: false, style: { className: 'map-state' } }).addTo(map)
  const inner = mesh(topology, counties, (one, other) => one !== other)
  const countyLines = geoJSON(inner, { interactive: false, style: { className: 'map-county' } })
  // Zoomed out, the county lines would merge into a gray blur.
  const showCounties = () => {
    if (map.getZoom() >= 7) countyLines.addTo(map)
    else countyLines.remove()
  }
  map.on('zoomend', showCounties)
  return map
}

/** Leaflet treats strings as HTML, so names are passed as an element that contains only text. */
export function textNode(text: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = text
  return element
}
