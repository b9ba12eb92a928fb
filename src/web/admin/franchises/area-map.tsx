import '../shared/kit'
import { circleMarker, divIcon, layerGroup, marker, polygon, type LayerGroup, type Map } from 'leaflet'
import { useEffect, useRef } from 'preact/hooks'
import type { ZipPlaces } from '../../../modules/geo'
import { dotPane, drawBase, textNode } from '../shared/base-map'
import { pinned } from '../shared/clear-names'
import { cornerAt, middlesOf, type Corner } from './outline'

interface AreaMapProps {
  corners: Corner[]
  zips: ZipPlaces['known']
  base: Corner | null
  /** Areas of the other franchises, to see where they overlap. */
  others: { name: string; corners: Corner[] }[]
  /** The map moves here whenever this changes. */
  look: Corner | null
  onCorners: (corners: Corner[]) => void
}

/** Draws the outline over the counties. A click adds or removes a corner, dragging moves it. */
export function AreaMap(props: AreaMapProps) {
  const { corners, zips, base, others, look } = props
  const element = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ map: Map; places: LayerGroup; outline: LayerGroup } | null>(null)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    if (!element.current) return undefined
    const map = drawBase(element.current, { scrollWheelZoom: false, doubleClickZoom: false })
    drawn.current = { map, places: layerGroup().addTo(map), outline: layerGroup().addTo(map) }
    map.on('click', ({ latlng }) => {
      const { corners: before, onCorners } = latest.current
      isDrawing.current = true
      onCorners([...before, cornerAt(latlng)])
    })
    return () => void map.remove()
  }, [])
  useEffect(() => {
    const places = drawn.current?.places.clearLayers()
    if (!places) return
    for (const { name, corners: theirs } of others)
      polygon(theirs, { className: 'map-area map-other', interactive: false })
        .bindTooltip(textNode(name))
        .addTo(places)
    if (base) {
      circleMarker(base, { pane: dotPane, radius: 7, className: 'map-dot map-base' })
        .bindTooltip(textNode('Home base'))
        .addTo(places)
      drawn.current?.map.fire(pinned)
    }
    // After the base, which is larger and would cover the center of its own ZIP code.
    for (const { zip, lat, lng } of zips)
      circleMarker([lat, lng], { pane: dotPane, radius: 5, className: 'map-zip' })
        .bindTooltip(textNode(zip))
        .addTo(places)
  }, [zips, base?.join(), others])
  useEffect(() => {
    const outline = drawn.current?.outline.clearLayers()
    if (outline) drawOutline(outline, corners, (changed) => latest.current.onCorners(changed))
  }, [corners])
  const hasPlaces = corners.length > 0 || zips.length > 0 || base !== null
  const isDrawing = useRef(false)
  useEffect(() => {
    // The first corner that somebody draws is where they look already, so the map stays.
    if (drawn.current && !isDrawing.current) showAll(drawn.current.map, latest.current)
  }, [hasPlaces])
  useEffect(() => {
    if (look) drawn.current?.map.setView(look, 10)
  }, [look])
  return (
    <div
      class="map map-edited"
      ref={element}
      role="application"
      aria-label="Map of the service area. “Outline as coordinates” below has the same corners as text."
    />
  )
}

/** The buttons that zoom stand in the upper left corner, and nobody could grab a corner of the outline under them. */
const besideControls: [x: number, y: number] = [72, 28]

function showAll(map: Map, { corners, zips, base }: AreaMapProps): void {
  const places: Corner[] = [...corners, ...zips.map(({ lat, lng }): Corner => [lat, lng])]
  if (base) places.push(base)
  if (places.length > 0)
    map.fitBounds(places, { paddingTopLeft: besideControls, paddingBottomRight: [28, 28], maxZoom: 11 })
}

/** The shape follows a dragged corner, but the outline only changes when the corner is released. */
function drawOutline(layer: LayerGroup, corners: Corner[], onChange: (corners: Corner[]) => void): void {
  const shape = polygon(corners, { className: 'map-area', interactive: false }).addTo(layer)
  const handle = (at: Corner, className: string) =>
    marker(at, {
      draggable: true,
      keyboard: false,
      icon: divIcon({ className, iconSize: [24, 24] }),
    }).addTo(layer)
  for (const [place, at] of corners.entries()) {
    const corner = handle(at, 'map-corner')
    corner.on('drag', () => shape.setLatLngs(corners.with(place, cornerAt(corner.getLatLng()))))
    corner.on('dragend', () => onChange(corners.with(place, cornerAt(corner.getLatLng()))))
    corner.on('click', () => onChange(corners.toSpliced(place, 1)))
  }
  for (const [place, at] of middlesOf(corners).entries()) {
    const middle = handle(at, 'map-corner map-middle')
    const withMiddle = () => corners.toSpliced(place + 1, 0, cornerAt(middle.getLatLng()))
    middle.on('drag', () => shape.setLatLngs(withMiddle()))
    middle.on('dragend', () => onChange(withMiddle()))
    middle.on('click', () => onChange(withMiddle()))
  }
}
