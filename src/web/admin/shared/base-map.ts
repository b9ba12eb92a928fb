import { geoJSON, map as createMap, type Map, type MapOptions } from 'leaflet'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/counties-10m.json'

const middleOfTheCountry: [number, number] = [39.5, -98.4]

/** States and counties in outline: all of the map is ours, so that no request leaves the house. */
export function drawBase(element: HTMLElement, options: MapOptions = {}): Map {
  const map = createMap(element, { attributionControl: false, minZoom: 3, maxZoom: 14, ...options })
  map.setView(middleOfTheCountry, 4)
  const topology = atlas as unknown as Topology<{ states: GeometryCollection; counties: GeometryCollection }>
  const { states, counties } = topology.objects
  geoJSON(feature(topology, states), { interactive: false, style: { className: 'map-state' } }).addTo(map)
  const inner = mesh(topology, counties, (one, other) => one !== other)
  const countyLines = geoJSON(inner, { interactive: false, style: { className: 'map-county' } })
  // From afar they would be a grey cloud.
  const showCounties = () => {
    if (map.getZoom() >= 7) countyLines.addTo(map)
    else countyLines.remove()
  }
  map.on('zoomend', showCounties)
  return map
}

/** Leaflet takes texts for HTML: names are handed over as an element that holds nothing but text. */
export function textNode(text: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = text
  return element
}
