import './kit'
import { divIcon, marker, type Map, type Marker } from 'leaflet'
import { useEffect, useRef } from 'preact/hooks'
import { drawBase, showCountry } from './base-map'
import { pinned } from './clear-names'

export interface Pin {
  lat: number
  lng: number
}

interface PinMapProps {
  pin: Pin | null
  /** Where to look while there is no pin; without one, at the whole country. */
  around: Pin | null
  onPin: (pin: Pin) => void
}

/** Exact to about 10 meters, which is enough for a drive. */
const rounded = ({ lat, lng }: Pin): Pin => ({ lat: Number(lat.toFixed(4)), lng: Number(lng.toFixed(4)) })

/** A map with one pin. A click puts it there, dragging moves it; the address field does the same by keyboard. */
export function PinMap({ pin, around, onPin }: PinMapProps) {
  const element = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ map: Map; pin: Marker | null } | null>(null)
  const latest = useRef(onPin)
  latest.current = onPin
  useEffect(() => {
    if (!element.current) return undefined
    const map = drawBase(element.current, { scrollWheelZoom: false })
    drawn.current = { map, pin: null }
    map.on('click', ({ latlng }) => latest.current(rounded(latlng)))
    return () => void map.remove()
  }, [])
  useEffect(() => {
    const shown = drawn.current
    if (!shown) return
    shown.pin?.remove()
    shown.pin = null
    if (!pin) return void shown.map.fire(pinned)
    const icon = divIcon({ className: 'map-pin', iconSize: [24, 24], iconAnchor: [12, 24] })
    const mark = marker(pin, { draggable: true, keyboard: false, icon }).addTo(shown.map)
    mark.on('dragend', () => latest.current(rounded(mark.getLatLng())))
    shown.pin = mark
    if (!shown.map.getBounds().contains(pin) || shown.map.getZoom() < 9) shown.map.setView(pin, 10)
    shown.map.fire(pinned)
  }, [pin?.lat, pin?.lng])
  useEffect(() => {
    const map = drawn.current?.map
    if (!map || pin) return
    if (around) map.setView(around, 9)
    else showCountry(map)
  }, [around?.lat, around?.lng])
  return (
    <div
      class="map map-pinned"
      ref={element}
      role="application"
      aria-label="Map with the pin. The address field above moves it, too."
    />
  )
}
