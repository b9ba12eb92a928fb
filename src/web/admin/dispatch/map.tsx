import { latLngBounds, layerGroup, polygon, type LayerGroup, type Map } from 'leaflet'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { useLoad } from '../../client/hooks'
import { api, settings } from '../session'
import { drawBase, textNode } from '../shared/base-map'
import { withoutStreets } from '../shared/street-layer'
import { useDirectory, type Directory } from '../shell/directory'
import type { BoardLayout } from './board-layout'
import type { Day } from './day'
import { drawMarkers, drawRoutes, drawWorkers } from './map-layers'
import { areasOf, paintsOf, mapVisits, routesOf, type MapArea, type MapVisit, type Paint } from './map-visits'

export interface MapProps {
  date: string
  day: Day
  layout: BoardLayout
  franchiseId: string
  now: number
  onChoose: (job: Job) => void
}

interface Shown {
  map: Map
  routes: LayerGroup
  jobs: LayerGroup
  people: LayerGroup
}

/** Zoomed out further than this, a town is a dot. */
const leastUseful = 8

const nearestWithoutStreets = 13

/** Milliseconds between loads of the technicians' locations. */
const refreshInterval = 15_000

/** Jobs, routes and technicians beside the board, which shows the same as text. */
export function DayMap({ date, day, layout, franchiseId, now, onChoose }: MapProps) {
  const directory = useDirectory()
  const element = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const latest = useRef(onChoose)
  latest.current = onChoose
  const positions = useLoad(
    (signal) => api.admin.locations.get({ query: franchiseId ? { franchiseId } : {}, signal }),
    [franchiseId],
  )
  const visits = useMemo(() => mapVisits(date, layout, day.waiting), [date, layout, day])
  const paints = paintsOf(directory.workers)
  useEffect(() => {
    if (!element.current) return undefined
    const map = drawBase(element.current)
    const group = () => layerGroup().addTo(map)
    // Any nearer, a map without streets is an empty sheet. The company's own tiles have streets.
    if (settings.mapTiles === null) map.on(withoutStreets, () => map.setMaxZoom(nearestWithoutStreets))
    drawAreas(map, directory)
    setShown({ map, routes: group(), people: group(), jobs: group() })
    const resized = new ResizeObserver(() => map.invalidateSize())
    resized.observe(element.current)
    return () => {
      resized.disconnect()
      setShown(null)
      map.remove()
    }
  }, [directory.loaded])
  const areas = areasOf(visits)
  const everywhere = areas.flatMap(({ spots }) => spots)
  const [area, setArea] = useState<MapArea['franchiseId']>('all')
  const lookAt = (next: typeof area) => {
    const spots = areas.find((one) => one.franchiseId === next)?.spots ?? everywhere
    shown?.map.fitBounds(spots, { padding: [40, 40], maxZoom: 13, animate: false })
    setArea(next)
  }
  const hasVisits = visits.length > 0
  useEffect(() => {
    if (!shown || !hasVisits) return
    // The map moves when another day is shown, and stays where the dispatcher looks otherwise.
    const isFar = shown.map.getBoundsZoom(latLngBounds(everywhere)) < leastUseful
    lookAt(isFar && areas[0] ? areas[0].franchiseId : 'all')
  }, [shown, date, franchiseId, hasVisits])
  const drawn = JSON.stringify(
    visits.map(({ job, workerId, planned, start }) => [job.id, job.revision, workerId, planned, start]),
  )
  useEffect(() => {
    if (!shown) return undefined
    const show = () =>
      drawMarkers(shown.map, shown.jobs, visits, { directory, paints, choose: (job) => latest.current(job) })
    show()
    shown.map.on('zoomend', show)
    return () => void shown.map.off('zoomend', show)
  }, [shown, drawn])
  useEffect(() => {
    if (!shown) return undefined
    const away = new AbortController()
    void drawRoutes(shown.routes, routesOf(visits), paints, away.signal)
    return () => away.abort()
  }, [shown, drawn])
  useEffect(() => {
    if (shown) drawWorkers(shown.people, positions.data?.locations ?? [], { directory, paints, now })
    const timer = setTimeout(positions.reload, refreshInterval)
    return () => clearTimeout(timer)
  }, [shown, positions.data, positions.problem])
  useHighlight(element)
  return (
    <section class="map-card" aria-label="Map">
      {areas.length > 1 && <Areas areas={areas} current={area} onChoose={lookAt} />}
      <div class="map map-day" ref={element} />
      <MapKey visits={visits} paints={paints} directory={directory} />
    </section>
  )
}

interface AreasProps {
  areas: MapArea[]
  current: MapArea['franchiseId']
  onChoose: (area: MapArea['franchiseId']) => void
}

/** A company in several states sees one of them at a time, because from afar there is nothing to see. */
function Areas({ areas, current, onChoose }: AreasProps) {
  const { franchiseName } = useDirectory()
  const chip = (area: AreasProps['current'], label: string, count: number) => (
    <button
      key={area}
      type="button"
      class="chip"
      aria-pressed={area === current ? 'true' : 'false'}
      onClick={() => onChoose(area)}
    >
      {label} <span class="soft num">{count}</span>
    </button>
  )
  const all = areas.reduce((sum, { spots }) => sum + spots.length, 0)
  return (
    <div class="map-areas" role="group" aria-label="Part of the map">
      {areas.map(({ franchiseId, spots }) => chip(franchiseId, franchiseName(franchiseId), spots.length))}
      {chip('all', 'Everywhere', all)}
    </div>
  )
}

function MapKey({
  visits,
  paints,
  directory,
}: {
  visits: MapVisit[]
  paints: ReadonlyMap<string, Paint>
  directory: Directory
}) {
  const workers = [...new Set(visits.flatMap(({ workerId }) => workerId ?? []))]
  return (
    <ul class="map-key soft small">
      {workers.map((id) => (
        <li key={id}>
          <i class="map-hue" style={styleOf(paints.get(id))} /> {directory.workerName(id)}
        </li>
      ))}
      {visits.some(({ planned }) => planned) && (
        <li>
          <i class="map-planned" /> Proposed
        </li>
      )}
      {visits.some(({ workerId }) => workerId === null) && (
        <li>
          <i class="map-waiting" /> No technician yet
        </li>
      )}
    </ul>
  )
}

const styleOf = ({ hue, tone }: Paint = { hue: 0, tone: 0 }) => ({
  '--hue': String(hue),
  '--tone': String(tone),
})

function drawAreas(map: Map, { franchises }: Directory): void {
  for (const { areaPolygon, name } of franchises)
    if (areaPolygon)
      polygon(areaPolygon, { className: 'map-area' }).bindTooltip(textNode(name), { sticky: true }).addTo(map)
}

/** A visit under the pointer or with the focus stands out on the map. */
function useHighlight(element: { current: HTMLElement | null }): void {
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const id =
        target instanceof Element ? target.closest<HTMLElement>('[data-stand]')?.dataset['stand'] : undefined
      for (const marker of element.current?.querySelectorAll<SVGElement>('[data-job]') ?? [])
        marker.classList.toggle('map-found', marker.dataset['job']?.split(' ').includes(id ?? '') === true)
    }
    document.addEventListener('pointerover', follow)
    document.addEventListener('focusin', follow)
    return () => {
      document.removeEventListener('pointerover', follow)
      document.removeEventListener('focusin', follow)
    }
  }, [])
}
