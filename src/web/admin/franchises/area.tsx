import { useMemo, useState } from 'preact/hooks'
import type { Franchise } from '../../../modules/franchises/model'
import { useAction } from '../../client/hooks'
import { Button, TextArea, toast } from '../../components'
import { api } from '../session'
import { useDirectory } from '../shell/directory'
import { Section } from '../shared/facts'
import { Form, useForm } from '../shared/form'
import { lazily } from '../shared/lazily'
import type { AreaMapProps } from './area-map'
import { faultOfPart, sharedZips, zipHint, zipsIn } from './area-words'
import { FindPlace } from './find-place'
import { cornersOf, drawableCorners, outlineText, type Corner } from './outline'
import { useZipPlaces } from './zip-places'

const AreaMap = lazily<AreaMapProps>(
  () => import('./area-map').then((loaded) => loaded.AreaMap),
  'The map could not be loaded. The area can be written below.',
)

interface AreaProps {
  franchise: Franchise
  onDone: () => void
}

/** Where a franchise works: ZIP codes, an outline, or both. Map and text show the same and change together. */
export function Area({ franchise, onDone }: AreaProps) {
  const { franchises } = useDirectory()
  const [look, setLook] = useState<Corner | null>(null)
  const saving = useAction(async () => {
    await api.patch(`/api/admin/franchises/${franchise.id}`, {
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
        <AreaMap
          corners={corners}
          zips={places.known}
          base={franchise.lat === null || franchise.lng === null ? null : [franchise.lat, franchise.lng]}
          others={others}
          look={look}
          onCorners={draw}
        />
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
