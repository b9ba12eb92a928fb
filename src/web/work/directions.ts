interface Goal {
  address: string
  lat: number | null
  lng: number | null
}

/** Opens the map app of the phone; on a desk, a map in the browser. */
export function directionsTo({ address, lat, lng }: Goal, userAgent: string): string {
  const point = lat === null || lng === null ? null : `${lat},${lng}`
  const name = encodeURIComponent(address)
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${name}`
  if (userAgent.includes('Android')) return `geo:${point ?? '0,0'}?q=${name}`
  return point === null
    ? `https://www.openstreetmap.org/search?query=${name}`
    : `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`
}
