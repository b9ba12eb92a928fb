import { useMemo, useState, useEffect } from 'preact/hooks'
import type { Franchise } from '../../../modules/franchises'
import type { ZipPlaces } from '../../../modules/geo'
import { useAction } from '../../client/hooks'
import { Button, Skeleton, TextArea, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, useForm } from '../shared/form'
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

const loadMap = () => import('./area-map')

interface AreaProps {
  franchise: Franchise
  onDone: () => void
}

/** Where a franchise works: ZIP codes, an outline, or both. Map and text show the same and change together. */
export function Area({ franchise, onDone }: AreaProps) {
  const { franchises } = useDirectory()
  const [look, setLook] = useState<Corner | null>(null)
  const saving = useAction(async () => {
    await api.admin.franchises(franchise.id).patch({
      areaZips: zipsIn(form.values.areaZips),
      areaPolygon: cornersOf(form.values.areaPolygon),
    })
    toast('The area is saved')
  })
  const form = useForm(
    { areaZips: franchise.areaZips.join(' '), areaPolygon: outlineText(franchise.areaPolygon) },
    {},
  )
  const { areaZips, areaPolygon } = form.values
  const places = useZipPlaces(areaZips)
  const corners = useMemo(() => drawableCorners(areaPolygon), [areaPolygon])
  const others = useMemo(() => outlinesOf(franchises, franchise.id), [franchises, franchise.id])
  const draw = (next: Corner[]) => form.set({ areaPolygon: outlineText(next) })
  return (
    <Section title="Area">
      <Form action={saving} submit="Save the area" onDone={onDone} fields={Object.keys(saving.fields)}>
        <FindPlace onFound={setLook} />
        <Lazy
          load={loadMap}
          trouble="The map could not be loaded. The area can be written below."
          waiting={<Skeleton lines={1} block />}
        >
          {({ AreaMap }) => (
            <AreaMap
              corners={corners}
              zips={places.known}
              base={franchise.lat === null || franchise.lng === null ? null : [franchise.lat, franchise.lng]}
              others={others}
              look={look}
              onCorners={draw}
            />
          )}
        </Lazy>
        <div class="map-tools">
          <p class="soft small">
            Click on the map to add a corner, drag one to move it, click on one to take it away.
          </p>
          <div class="row">
            <Button size="small" disabled={corners.length === 0} onClick={() => draw(corners.slice(0, -1))}>
              Take back the last corner
            </Button>
            <Button size="small" disabled={areaPolygon === ''} onClick={() => draw([])}>
              Clear the outline
            </Button>
          </div>
        </div>
        <div class="form-grid">
          <TextArea
            label="Outline"
            optional
            rows={5}
            {...form.text('areaPolygon')}
            error={faultOfPart(saving.fields, 'areaPolygon', (place) => `Corner ${place + 1}`)}
            hint="A corner a line: latitude, longitude"
          />
          <TextArea
            label="ZIP codes"
            optional
            rows={5}
            {...form.text('areaZips')}
            error={faultOfPart(saving.fields, 'areaZips', (place) => zipsIn(areaZips)[place] ?? '')}
            hint={zipHint(zipsIn(areaZips), places, sharedZips(franchises, franchise.id, areaZips))}
          />
        </div>
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
  const [said, setSaid] = useState('')
  const finding = useAction(async () => {
    const { results } = await api.geocode.get({ query: { q: q.trim() } })
    const best = results[0]
    setSaid(best ? best.label : 'Nothing is known by that name')
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
          // It stands inside a form that Enter would send.
          event.preventDefault()
          find()
        }}
      />
      <Button busy={finding.busy} onClick={find}>
        Go
      </Button>
      <span class="soft small" aria-live="polite">
        {finding.problem ?? said}
      </span>
    </div>
  )
}

const nothing: ZipPlaces = { known: [], unknown: [] }
/** Long enough to let a code be typed to its end. */
const pause = 400

/** Where the codes are, looked up while one types; the map goes without them when that fails. */
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
    const timer = setTimeout(() => void look(), pause)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [wanted])
  return places
}
