import '../shared/kit'
import { latLngBounds, layerGroup, polygon, type LayerGroup, type Map } from 'leaflet'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { useLoad } from '../../client/hooks'
import { api, settings } from '../session'
import { drawBase, textNode } from '../shared/base-map'
import { withoutStreets } from '../shared/street-layer'
import { useDirectory, type Directory } from '../shell/directory'
import { drawMarkers, drawRoutes, drawWorkers } from './map-layers'
import { routesOf, type MapArea, type MapVisit } from './map-visits'

interface MapCanvasProps {
  date: string
  franchiseId: string
  now: number
  visits: MapVisit[]
  paints: ReadonlyMap<string, number>
  areas: MapArea[]
  /** The part of the map that somebody has just chosen. */
  chosen: Pick<MapArea, 'franchiseId'> | null
  /** Called with the part that the map has turned to. */
  onLook: (area: MapArea['franchiseId']) => void
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

/** The part of the map that needs the map library. */
export function MapCanvas(props: MapCanvasProps) {
  const { date, franchiseId, now, visits, paints, areas, chosen, onLook, onChoose } = props
  const directory = useDirectory()
  const element = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const latest = useRef(onChoose)
  latest.current = onChoose
  const positions = useLoad(
    (signal) => api.admin.locations.get({ query: franchiseId ? { franchiseId } : {}, signal }),
    [franchiseId],
  )
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
  const everywhere = areas.flatMap(({ spots }) => spots)
  const lookAt = (area: MapArea['franchiseId']) => {
    const spots = areas.find((one) => one.franchiseId === area)?.spots ?? everywhere
    shown?.map.fitBounds(spots, { padding: [40, 40], maxZoom: 13, animate: false })
  }
  const hasVisits = visits.length > 0
  useEffect(() => {
    if (!shown || !hasVisits) return
    // The map moves when another day is shown, and stays where the dispatcher looks otherwise.
    const isFar = shown.map.getBoundsZoom(latLngBounds(everywhere)) < leastUseful
    const area = isFar && areas[0] ? areas[0].franchiseId : 'all'
    lookAt(area)
    onLook(area)
  }, [shown, date, franchiseId, hasVisits])
  useEffect(() => {
    if (chosen) lookAt(chosen.franchiseId)
  }, [chosen])
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
  return <div class="map map-day" ref={element} />
}

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
