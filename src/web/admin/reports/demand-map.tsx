import '../shared/kit'
import { circleMarker, layerGroup, polygon } from 'leaflet'
import { useEffect, useRef } from 'preact/hooks'
import type { Demand, Franchise } from '../../../modules/franchises'
import { drawBase, textNode } from '../shared/base-map'

interface DemandMapProps {
  zips: Demand['zips']
  areas: Pick<Franchise, 'name' | 'areaPolygon'>[]
}

/** The more people ask, the larger the dot. */
const radiusOf = (requests: number): number => Math.min(22, 4 + 3 * Math.sqrt(requests))

const requestsText = (requests: number): string => (requests === 1 ? '1 request' : `${requests} requests`)

/** A dot for each ZIP code people ask for, beside the areas we serve. The table below has the same numbers. */
export function DemandMap({ zips, areas }: DemandMapProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!element.current) return undefined
    const map = drawBase(element.current, { scrollWheelZoom: false })
    const drawn = layerGroup().addTo(map)
    for (const { name, areaPolygon } of areas)
      if (areaPolygon)
        polygon(areaPolygon, { className: 'map-area map-other' }).bindTooltip(textNode(name)).addTo(drawn)
    for (const { zip, lat, lng, requests } of zips)
      circleMarker([lat, lng], { radius: radiusOf(requests), className: 'map-zip' })
        .bindTooltip(textNode(`${zip}: ${requestsText(requests)}`))
        .addTo(drawn)
    const places = zips.map(({ lat, lng }): [number, number] => [lat, lng])
    if (places.length > 0) map.fitBounds(places, { padding: [28, 28], maxZoom: 9 })
    return () => void map.remove()
  }, [zips, areas])
  return (
    <div
      class="map"
      ref={element}
      role="application"
      aria-label="Map of the ZIP codes people ask for. The table lists the same ones."
    />
  )
}
