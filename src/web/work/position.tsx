import { useEffect, useState } from 'preact/hooks'
import type { OwnLocation } from '../../modules/workforce'
import type { Api } from '../client/api'
import { now } from '../client/clock'
import { kept } from '../client/storage'
import { Button } from '../components'
import { words } from './words'

const text = words.location

/** Always says whether the location is shared, and lets the technician decide. */
export function PositionCard({ api }: { api: Api }) {
  const { state, share } = usePosition(api)
  const isSharing = state === 'on' || state === 'starting'
  return (
    <section class="card card-tight work-position" aria-label={text.label}>
      <p role="status">
        <span class={`dot ${state === 'on' ? 'dot-on' : ''}`} aria-hidden="true" />
        <span>{text[state]}</span>
      </p>
      {isSharing ? (
        <Button size="small" onClick={() => share(false)}>
          {text.stop}
        </Button>
      ) : (
        <Button size="small" onClick={() => share(true)} disabled={state === 'impossible'}>
          {text.share}
        </Button>
      )}
    </section>
  )
}

type Sharing = 'off' | 'starting' | 'on' | 'denied' | 'impossible'

const choice = kept<boolean>('share-position')
const everyMs = 20_000

/** Sends the position while the page is open and the worker wants it. Off until the first yes. */
function usePosition(api: Api) {
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
        api.work.location.post(fixOf(coords), { key: null }).catch(() => {})
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

/** Browsers give NaN or negative values for anything they don't know, and meters per second. */
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
