import { useMemo, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { whenIdle } from '../../client/idle'
import { Lazy } from '../shared/lazy'
import { useDirectory, type Directory } from '../shell/directory'
import type { BoardLayout } from './board-layout'
import type { Day } from './day'
import { areasOf, mapVisits, paintsOf, visitsIn, workersIn, type MapArea, type MapVisit } from './map-visits'

export interface MapProps {
  date: string
  day: Day
  layout: BoardLayout
  franchiseId: string
  now: number
  onChoose: (job: Job) => void
}

/** The console's largest script, and the board shows the same as text, so it comes once the board is drawn. */
async function loadCanvas() {
  await new Promise<void>((done) => void whenIdle(done))
  return import('./map-canvas')
}

/** Jobs, routes and technicians beside the board. */
export function DayMap({ day, layout, ...shown }: MapProps) {
  const directory = useDirectory()
  const { date } = shown
  const visits = useMemo(() => mapVisits(date, layout, day.waiting), [date, layout, day])
  const paints = useMemo(() => paintsOf(directory.workers), [directory])
  const areas = useMemo(() => areasOf(visits), [visits])
  const [area, setArea] = useState<MapArea['franchiseId']>('all')
  const [chosen, setChosen] = useState<Pick<MapArea, 'franchiseId'> | null>(null)
  const choose = (franchiseId: typeof area) => {
    setArea(franchiseId)
    setChosen({ franchiseId })
  }
  return (
    <section class="map-card" aria-label="Map">
      {areas.length > 1 && <Areas areas={areas} current={area} onChoose={choose} />}
      <Lazy
        load={loadCanvas}
        trouble="We couldn't load the map."
        waiting={<div class="map map-day" data-drawing="true" />}
      >
        {({ MapCanvas }) => <MapCanvas {...shown} {...{ visits, paints, areas, chosen }} onLook={setArea} />}
      </Lazy>
      <MapKey visits={visits} area={areas.length > 1 ? area : 'all'} paints={paints} directory={directory} />
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

interface MapKeyProps {
  visits: MapVisit[]
  /** Only what is in this part of the map is in the key. */
  area: MapArea['franchiseId']
  paints: ReadonlyMap<string, number>
  directory: Directory
}

function MapKey({ visits, area, paints, directory }: MapKeyProps) {
  const shown = visitsIn(area, visits)
  return (
    <ul class="map-key soft small">
      {workersIn(area, visits, directory.workerName).map((id) => (
        <li key={id}>
          <i class="map-hue" data-paint={paints.get(id)} /> {directory.workerName(id)}
        </li>
      ))}
      {shown.some(({ planned }) => planned) && (
        <li>
          <i class="map-planned" /> Proposed
        </li>
      )}
      {shown.some(({ workerId }) => workerId === null) && (
        <li>
          <i class="map-waiting" /> No technician yet
        </li>
      )}
    </ul>
  )
}
