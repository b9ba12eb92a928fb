import { useEffect, useState } from 'preact/hooks'
import type { OwnLocation } from '../../modules/locations/model'
import type { Api } from '../client/api'
import { now } from '../client/now'
import { kept } from '../client/storage'

export type Sharing = 'off' | 'starting' | 'on' | 'denied' | 'impossible'

const choice = kept<boolean>('share-position')
const everyMs = 20_000

/** Sends the position while the page is open and the worker wants it. Off until the first yes. */
export function usePosition(api: Api) {
  const [wanted, setWanted] = useState(choice.read() === true)
  const [state, setState] = useState<Sharing>('off')
  useEffect(() => {
    if (!wanted) {
      setState('off')
      return undefined
    }
    if (!navigator.geolocation) {
      setState('impossible')
      return undefined
    }
    setState('starting')
    let lastSent = -Infinity
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        setState('on')
        if (now() - lastSent < everyMs) return
        lastSent = now()
        // A position that did not get through is old news by the time the network is back.
        api.post('/api/work/location', fixOf(coords), { key: null }).catch(() => {})
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'denied' : 'starting'),
      { enableHighAccuracy: true, maximumAge: 10_000, timeout: 30_000 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [wanted, api])
  const share = (yes: boolean) => {
    choice.write(yes)
    setWanted(yes)
  }
  return { state, share }
}

/** Browsers give NaN or negative values for what they do not know, and metres a second. */
function fixOf({ latitude, longitude, accuracy, heading, speed }: GeolocationCoordinates): OwnLocation {
  const known = (value: number | null, most: number) =>
    value !== null && value >= 0 && value <= most ? value : null
  return {
    lat: latitude,
    lng: longitude,
    accuracy: known(accuracy, 100_000),
    heading: known(heading, 360),
    speed: known(speed, 500),
  }
}
