import { useState } from 'preact/hooks'
import { useAction } from '../../client/hooks'
import { calm } from '../../client/idle'
import { Button, TextField } from '../../components'
import { api } from '../session'
import { Lazy } from './lazy'
import type { Pin } from './pin-map'

/** The address is enough to start with, so the map waits until everything else is there. */
async function loadMap() {
  await calm()
  return import('./pin-map')
}

interface PlaceFieldProps {
  label: string
  /** The purpose of the place. */
  hint?: string
  address: string
  onAddress: (address: string) => void
  pin: Pin | null
  /** Where the map looks while there is no pin. */
  around?: Pin | null
  onPin: (pin: Pin | null) => void
  error?: string | undefined
}

const setting = 'Find the address or click the map to set a pin.'
const correcting = 'To correct the pin, drag it or click the map.'

/** A place by its address, with a pin on the map to check it or to correct it. */
export function PlaceField({
  label,
  hint,
  address,
  onAddress,
  pin,
  around = null,
  onPin,
  error,
}: PlaceFieldProps) {
  const [found, setFound] = useState('')
  const finding = useAction(async () => {
    const { results } = await api.geocode.get({ query: { q: address.trim() } })
    const [best] = results
    setFound(best ? `Found: ${best.label}` : "We couldn't find that address. Check it or click the map.")
    if (best) onPin({ lat: best.lat, lng: best.lng })
  })
  const find = () => address.trim() !== '' && void finding.run()
  return (
    <div class="stack-tight">
      <div class="inline-field">
        <div class="grow">
          <TextField
            label={label}
            optional
            autocomplete="off"
            placeholder={pin === null ? 'Street, city, state, ZIP code' : 'Set by the pin below'}
            value={address}
            onText={onAddress}
            error={error}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The field is inside the form, so Enter would submit it.
              event.preventDefault()
              find()
            }}
          />
        </div>
        <Button busy={finding.busy} disabled={address.trim() === ''} onClick={find}>
          Find on map
        </Button>
      </div>
      <Lazy
        load={loadMap}
        trouble="We couldn't load the map."
        waiting={<div class="map map-pinned" data-drawing="true" />}
      >
        {({ PinMap }) => <PinMap pin={pin} around={around} onPin={onPin} />}
      </Lazy>
      <input type="hidden" value={pin ? `${pin.lat}, ${pin.lng}` : ''} />
      <div class="row-apart">
        <p class="soft small" aria-live="polite">
          {finding.problem ?? (found || [hint, pin ? correcting : setting].filter(Boolean).join(' '))}
        </p>
        {pin && (
          <Button kind="quiet" size="small" onClick={() => onPin(null)}>
            Remove pin
          </Button>
        )}
      </div>
    </div>
  )
}

/** The pin of a form's texts; null while there is none. */
export const pinOf = (lat: string, lng: string): Pin | null =>
  lat.trim() === '' || lng.trim() === '' ? null : { lat: Number(lat), lng: Number(lng) }
