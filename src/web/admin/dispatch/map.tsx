import { circleMarker, layerGroup, polygon, type LayerGroup, type Map } from 'leaflet'
import { useEffect, useRef } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import type { Location } from '../../../modules/workforce'
import { formatTime } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { jobWords } from '../../components'
import { api } from '../session'
import { drawBase, textNode } from '../shared/base-map'
import { useDirectory, type Directory } from '../shell/directory'
import type { Day } from './day'
import { minutesOn } from './lane-visits'

interface MapProps {
  date: string
  day: Day
  /** Whether the map scrolls into view, since it is below the board. */
  comesForward: boolean
  onChoose: (job: Job) => void
}

/** Milliseconds between loads of the workers' locations. */
const refreshInterval = 15_000

/** Jobs and workers on a map of the states. The list and the board show the same as text. */
export function DayMap({ date, day, comesForward, onChoose }: MapProps) {
  const directory = useDirectory()
  const element = useRef<HTMLDivElement>(null)
  const section = useRef<HTMLElement>(null)
  const shown = useRef<{ map: Map; jobs: LayerGroup; people: LayerGroup } | null>(null)
  const positions = useLoad((signal) => api.dev.location.get({ signal }))
  useEffect(() => {
    if (comesForward) section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (!element.current) return undefined
    const map = drawBase(element.current)
    drawAreas(map, directory)
    shown.current = { map, jobs: layerGroup().addTo(map), people: layerGroup().addTo(map) }
    return () => void map.remove()
  }, [directory.loaded])
  useEffect(() => {
    if (!shown.current) return
    const { map, jobs } = shown.current
    jobs.clearLayers()
    const places = jobsOn(date, day, directory)
    for (const job of places) drawJob(job, directory, onChoose).addTo(jobs)
    if (places.length > 0)
      map.fitBounds(
        places.map(({ lat, lng }) => [lat ?? 0, lng ?? 0] as [number, number]),
        { padding: [40, 40], maxZoom: 11 },
      )
  }, [date, day, directory.loaded])
  useEffect(() => {
    const people = shown.current?.people.clearLayers()
    if (people) for (const spot of positions.data?.locations ?? []) drawWorker(spot)?.addTo(people)
    const timer = setTimeout(positions.reload, refreshInterval)
    return () => clearTimeout(timer)
  }, [positions.data, positions.problem, directory.loaded])
  return (
    <section class="card stack" aria-label="Map" ref={section}>
      <div class="map" ref={element} />
      <p class="map-key soft small">
        <i class="map-scheduled" /> Scheduled <i class="map-waiting" /> Not scheduled yet{' '}
        <i class="map-worker" /> Technician
      </p>
    </section>
  )
}

function drawAreas(map: Map, { franchises }: Directory): void {
  for (const { areaPolygon, name } of franchises)
    if (areaPolygon) polygon(areaPolygon, { className: 'map-area' }).bindTooltip(textNode(name)).addTo(map)
}

function jobsOn(date: string, { visits, waiting }: Day, { zoneOf }: Directory): Job[] {
  const today = visits.filter(
    ({ scheduledStart, scheduledEnd, franchiseId }) =>
      scheduledStart !== null && minutesOn(date, scheduledStart, scheduledEnd, zoneOf(franchiseId)) !== null,
  )
  return [...waiting, ...today].filter(({ lat, lng }) => lat !== null && lng !== null)
}

function drawJob(job: Job, { zoneOf, workerName }: Directory, onChoose: (job: Job) => void) {
  const className = job.status === 'pending' ? 'map-dot map-waiting' : 'map-dot map-scheduled'
  const when =
    job.scheduledStart === null ? '' : `${formatTime(job.scheduledStart, zoneOf(job.franchiseId))}, `
  const who = workerName(job.workerId)
  const words = `${job.customerName}: ${when}${jobWords[job.status] ?? job.status}${who && `, ${who}`}`
  return circleMarker([job.lat ?? 0, job.lng ?? 0], { radius: 8, className })
    .bindTooltip(textNode(words))
    .on('click', () => onChoose(job))
}

/** Shows the last reliable location only, because an inaccurate one would mislead the dispatcher. */
function drawWorker({ last_reliable: place, worker_name, worker_id }: Location) {
  if (!place) return null
  const words = `${worker_name ?? worker_id}, ${formatTime(place.recorded_at)}`
  return circleMarker([place.lat, place.lng], { radius: 7, className: 'map-dot map-worker' }).bindTooltip(
    textNode(words),
  )
}
