import {
  circleMarker,
  divIcon,
  latLngBounds,
  marker,
  point,
  polyline,
  tooltip,
  type LatLng,
  type LayerGroup,
  type LeafletKeyboardEvent,
  type Map as Leaflet,
  type Path,
} from 'leaflet'
import type { Job } from '../../../modules/jobs'
import type { ShownLocation } from '../../../modules/workforce'
import { formatClock, formatDuration } from '../../client/format'
import { firstName } from '../../../words/formats'
import { jobWords } from '../../components'
import { api } from '../session'
import { dotPane, textNode } from '../shared/base-map'
import type { Directory } from '../shell/directory'
import type { MapVisit, Route } from './map-visits'
import { gather, isCrowd, nameOffsets, sidesOf, spread, type Side, type Spot } from './spread'

type Paints = ReadonlyMap<string, number>

interface Look {
  directory: Directory
  paints: Paints
}

type MarkerLook = Look & { choose: (job: Job) => void }

/** Drawn again after every zoom, because markers that covered each other may no longer. */
export function drawMarkers(
  map: Leaflet,
  layer: LayerGroup,
  visits: readonly MapVisit[],
  look: MarkerLook,
): void {
  layer.clearLayers()
  const spots: { visit: MapVisit; at: Spot }[] = []
  const crowds: Spot[] = []
  for (const group of gather(visits.map((visit) => map.latLngToLayerPoint(placeOf(visit))))) {
    const members = group.members.flatMap((at) => visits[at] ?? [])
    // From this near, a crowd is in one building.
    if (isCrowd(group) && map.getZoom() < Math.min(lastCrowds, map.getMaxZoom())) {
      drawCrowd(map, layer, members)
      crowds.push(group.at)
    } else {
      const places = spread(group)
      spots.push(...members.map((visit, nth) => ({ visit, at: places[nth] ?? group.at })))
    }
  }
  const onMap = ({ x, y }: Spot) => map.layerPointToLatLng(point(x, y))
  for (const { visit, at } of spots) drawMarker(layer, visit, onMap(at), look)
  const firsts = firstVisits(visits)
  const names = spots
    .filter(({ visit }) => firsts.has(visit))
    .map(({ visit, at }) => ({ at, text: firstName(look.directory.workerName(visit.workerId)) }))
  const markers = spots.map(({ at }) => at)
  const sides = sidesOf(names, markers, crowds)
  for (const [nth, { at, text }] of names.entries()) drawName(layer, onMap(at), text, sides[nth] ?? 'right')
}

const lastCrowds = 16
const placeOf = ({ job }: MapVisit): [number, number] => [job.lat ?? 0, job.lng ?? 0]

function drawMarker(layer: LayerGroup, visit: MapVisit, spot: LatLng, look: MarkerLook): void {
  if (!spot.equals(placeOf(visit), 1e-6))
    polyline([placeOf(visit), spot], { className: 'map-leg', interactive: false }).addTo(layer)
  const dot = circleMarker(spot, { pane: dotPane, radius: 8, className: classOf(visit) })
    .bindTooltip(textNode(wordsOf(visit, look.directory)))
    .on('click', () => look.choose(visit.job))
    .addTo(layer)
  paint(dot, look.paints.get(visit.workerId ?? ''))
  dot.getElement()?.setAttribute('data-job', visit.job.id)
}

/** The first visit of each technician's day. */
function firstVisits(visits: readonly MapVisit[]): ReadonlySet<MapVisit> {
  const byWorker = Map.groupBy(
    visits.filter(({ workerId }) => workerId !== null),
    ({ workerId }) => workerId,
  )
  const startOf = ({ start }: MapVisit) => start ?? Infinity
  return new Set(
    [...byWorker.values()].flatMap((own) => own.toSorted((a, b) => startOf(a) - startOf(b))[0] ?? []),
  )
}

function drawName(layer: LayerGroup, spot: LatLng, name: string, direction: Side): void {
  const offset = nameOffsets[direction]
  tooltip({ permanent: true, direction, offset, className: 'map-name', pane: 'names' })
    .setLatLng(spot)
    .setContent(textNode(name))
    .addTo(layer)
}

/** Many jobs in one place from afar: one marker with their number, which zooms in on them. */
function drawCrowd(map: Leaflet, layer: LayerGroup, visits: readonly MapVisit[]): void {
  const bounds = latLngBounds(visits.map(placeOf))
  const html = textNode(String(visits.length))
  const title = `${visits.length} jobs here. Zoom in.`
  const zoomIn = () => void map.fitBounds(bounds, { padding: [40, 40] })
  const crowd = marker(bounds.getCenter(), {
    icon: divIcon({ className: 'map-crowd', html, iconSize: [28, 28] }),
    alt: title,
  })
    .bindTooltip(textNode(title))
    .on('click', zoomIn)
    .on('keydown', ({ originalEvent: { key } }: LeafletKeyboardEvent) => key === 'Enter' && zoomIn())
    .addTo(layer)
  const element = crowd.getElement()
  element?.setAttribute('aria-label', title)
  element?.setAttribute('data-job', visits.map(({ job }) => job.id).join(' '))
}

function classOf({ workerId, planned }: MapVisit): string {
  if (planned) return 'map-dot map-planned'
  return workerId === null ? 'map-dot map-waiting' : 'map-dot map-hue'
}

function wordsOf({ job, planned, start, workerId }: MapVisit, { workerName }: Directory): string {
  const state = planned ? 'Proposed' : (jobWords[job.status] ?? job.status)
  return [
    `${job.customerName}: ${start === null ? '' : `${formatClock(start)}, `}${state}`,
    workerName(workerId),
  ]
    .filter(Boolean)
    .join(', ')
}

function paint(path: Path, color: number | undefined): void {
  if (color !== undefined) path.getElement()?.setAttribute('data-paint', String(color))
}

/** Straight lines first, and then along the roads once the answer is there. */
export async function drawRoutes(
  layer: LayerGroup,
  routes: Route[],
  paints: Paints,
  signal: AbortSignal,
): Promise<void> {
  const draw = (lines: readonly [number, number][][]) => {
    layer.clearLayers()
    for (const [at, { workerId, planned }] of routes.entries()) {
      const className = planned ? 'map-route map-route-planned' : 'map-route'
      paint(polyline(lines[at] ?? [], { className, interactive: false }).addTo(layer), paints.get(workerId))
    }
  }
  const straight = routes.map(({ stops }) => stops)
  draw(straight)
  if (routes.length === 0) return
  try {
    const lines: [number, number][][] = []
    for (let from = 0; from < straight.length; from += routesAtOnce) {
      const some = straight.slice(from, from + routesAtOnce).map((stops) => stops.slice(0, mostStops))
      lines.push(...(await api.admin.map.lines.post({ lines: some }, { key: null, signal })).lines)
    }
    if (!signal.aborted) draw(lines)
  } catch {
    // The straight lines stay.
  }
}

/** As many as one request takes. */
const routesAtOnce = 60
const mostStops = 40

/** The last known location of each technician, and how old it is; an old one is faded. */
export function drawWorkers(
  layer: LayerGroup,
  locations: readonly ShownLocation[],
  { directory, paints, now }: Look & { now: number },
): void {
  layer.clearLayers()
  for (const { workerId, lat, lng, recordedAt } of locations) {
    const minutes = Math.max(0, Math.round((now - Date.parse(recordedAt)) / 60_000))
    const className = minutes > staleAfter ? 'map-worker map-stale' : 'map-worker'
    const age = minutes < 1 ? 'just now' : `${formatDuration(minutes)} ago`
    const marker = circleMarker([lat, lng], { pane: dotPane, radius: 7, className })
      .bindTooltip(textNode(`${directory.workerName(workerId)}, ${age}`))
      .addTo(layer)
    paint(marker, paints.get(workerId))
  }
}

const staleAfter = 30
