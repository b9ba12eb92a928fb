import { useMemo, useState, useEffect } from 'preact/hooks'
import type { Franchise } from '../../../modules/franchises'
import type { ZipPlaces } from '../../../modules/geo'
import { useAction } from '../../client/hooks'
import { calm } from '../../client/idle'
import { Button, TextArea, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, isChanged, useForm } from '../shared/form'
import { Lazy } from '../shared/list'
import { useDirectory } from '../shell/directory'
import {
  faultOfPart,
  sharedZips,
  zipHint,
  zipsIn,
  cornersOf,
  drawableCorners,
  outlineText,
  type Corner,
} from './outline'

/** The fields say the same as the map, so the map waits until everything else is there. */
async function loadMap() {
  await calm()
  return import('./area-map')
}

/** The fields of the form, with what a franchise has in them. */
export const areaOf = ({ areaZips, areaPolygon }: Franchise) => ({
  areaZips: areaZips.join(' '),
  areaPolygon: outlineText(areaPolygon),
})

interface AreaProps {
  franchise: Franchise
  onDone: () => void
}

/** A service area can have ZIP codes, an outline or both. Edits on the map and in the text fields stay in sync. */
export function Area({ franchise, onDone }: AreaProps) {
  const { franchises } = useDirectory()
  const [look, setLook] = useState<Corner | null>(null)
  const saving = useAction(async () => {
    await api.admin.franchises(franchise.id).patch({
      areaZips: zipsIn(form.values.areaZips),
      areaPolygon: cornersOf(form.values.areaPolygon),
    })
    toast('Service area saved')
  })
  const first = areaOf(franchise)
  const form = useForm(first, {})
  const { areaZips, areaPolygon } = form.values
  const places = useZipPlaces(areaZips)
  const corners = useMemo(() => drawableCorners(areaPolygon), [areaPolygon])
  const others = useMemo(() => outlinesOf(franchises, franchise.id), [franchises, franchise.id])
  const base: Corner | null =
    franchise.lat === null || franchise.lng === null ? null : [franchise.lat, franchise.lng]
  const draw = (next: Corner[]) => form.set({ areaPolygon: outlineText(next) })
  return (
    <Section title="Service area">
      <Form
        action={saving}
        submit="Save service area"
        minor
        ready={isChanged(form.values, first)}
        onDone={onDone}
        fields={Object.keys(saving.fields)}
      >
        <FindPlace onFound={setLook} />
        <Lazy
          load={loadMap}
          trouble="We couldn't load the map. You can still enter the area below."
          waiting={<div class="map map-edited" data-drawing="true" />}
        >
          {({ AreaMap }) => (
            <AreaMap
              corners={corners}
              zips={places.known}
              base={base}
              others={others}
              look={look}
              onCorners={draw}
            />
          )}
        </Lazy>
        {(base !== null || places.known.length > 0) && (
          <ul class="map-key soft small">
            {base && (
              <li>
                <i class="key-base" /> Home base
              </li>
            )}
            {places.known.length > 0 && (
              <li>
                <i class="key-zip" /> ZIP code center
              </li>
            )}
          </ul>
        )}
        <div class="map-tools">
          <p class="soft small">
            Click the map to add a corner. Drag a corner to move it, or click it to remove it.
          </p>
          <div class="row">
            <Button size="small" disabled={corners.length === 0} onClick={() => draw(corners.slice(0, -1))}>
              Remove last corner
            </Button>
            <Button size="small" disabled={areaPolygon === ''} onClick={() => draw([])}>
              Clear outline
            </Button>
          </div>
        </div>
        <TextArea
          label="ZIP codes"
          optional
          rows={3}
          {...form.text('areaZips')}
          error={faultOfPart(saving.fields, 'areaZips', (place) => zipsIn(areaZips)[place] ?? '')}
          hint={zipHint(zipsIn(areaZips), places, sharedZips(franchises, franchise.id, areaZips))}
        />
        <details>
          <summary>Outline as coordinates</summary>
          <TextArea
            label="Outline"
            optional
            rows={5}
            {...form.text('areaPolygon')}
            error={faultOfPart(saving.fields, 'areaPolygon', (place) => `Corner ${place + 1}`)}
            hint="One corner per line: latitude, longitude"
          />
        </details>
      </Form>
    </Section>
  )
}

const outlinesOf = (franchises: Franchise[], except: string) =>
  franchises.flatMap(({ id, name, areaPolygon }) =>
    id === except || areaPolygon === null ? [] : [{ name, corners: areaPolygon }],
  )

/** Moves the map to a town, a ZIP code or a pair of coordinates. */
function FindPlace({ onFound }: { onFound: (place: Corner) => void }) {
  const [q, setQ] = useState('')
  const [result, setResult] = useState('')
  const finding = useAction(async () => {
    const { results } = await api.geocode.get({ query: { q: q.trim() } })
    const best = results[0]
    setResult(best ? best.label : "We couldn't find that place. Check the spelling or try a ZIP code.")
    if (best) onFound([best.lat, best.lng])
  })
  const find = () => q.trim() !== '' && void finding.run()
  return (
    <div class="find-place">
      <TextField
        label="Go to a town or ZIP code"
        type="search"
        autocomplete="off"
        value={q}
        onText={setQ}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The field is inside the form, so Enter would submit it.
          event.preventDefault()
          find()
        }}
      />
      <Button busy={finding.busy} onClick={find}>
        Go
      </Button>
      <span class="soft small" aria-live="polite">
        {finding.problem ?? result}
      </span>
    </div>
  )
}

const nothing: ZipPlaces = { known: [], unknown: [] }
/** Long enough to finish typing a ZIP code. */
const typingDelay = 400

/** Looks up the ZIP codes while they are typed. If that fails, the map just doesn't show them. */
function useZipPlaces(text: string): ZipPlaces {
  const [places, setPlaces] = useState(nothing)
  const wanted = zipsIn(text)
    .filter((zip) => /^\d{5}$/.test(zip))
    .join(' ')
  useEffect(() => {
    if (wanted === '') {
      setPlaces(nothing)
      return undefined
    }
    const control = new AbortController()
    const look = () =>
      api.admin.zips.locate
        .post({ zips: wanted.split(' ') }, { key: null, signal: control.signal })
        .then(setPlaces, () => {})
    const timer = setTimeout(() => void look(), typingDelay)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [wanted])
  return places
}
