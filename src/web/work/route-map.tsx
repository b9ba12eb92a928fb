import type { DayMap } from '../../modules/workforce'
import type { Api } from '../client/api'
import { useLoad } from '../client/hooks'
import { Skeleton } from '../components'
import { lastMaps } from './device'
import type { Shown } from './queue'
import { controls, words } from './words'

const text = words.map

interface RouteMapProps {
  api: Api
  date: string
  jobs: Shown[]
}

/** The visits of the day in their order. The phone keeps the map, so it is there without a network too. */
export function RouteMap({ api, date, jobs }: RouteMapProps) {
  // Another order of visits is another map.
  const order = jobs.map(({ id }) => id).join()
  const load = useLoad((signal) => freshMap(api, signal), [date, order])
  const map = load.data ?? keptMap(date)
  if (map?.sketch) return <Sketch sketch={map.sketch} jobs={jobs} />
  if (load.loading) return <Skeleton block lines={4} label={controls.loading} />
  return <p class="soft">{map === undefined ? text.unseen : text.none}</p>
}

async function freshMap(api: Api, signal: AbortSignal): Promise<DayMap> {
  const fresh = await api.work.map.get({ signal })
  if (!signal.aborted)
    lastMaps.write([...(lastMaps.read() ?? []).filter(({ date }) => date !== fresh.date), fresh])
  return fresh
}

const keptMap = (wanted: string): DayMap | undefined =>
  (lastMaps.read() ?? []).find(({ date }) => date === wanted)

interface SketchProps {
  sketch: NonNullable<DayMap['sketch']>
  jobs: Shown[]
}

const isOver = ({ status }: Shown): boolean => status === 'completed' || status === 'no_show'

function Sketch({ sketch, jobs }: SketchProps) {
  const { width, height, roads, way, ground, stops, here, attribution } = sketch
  const shown = stops.flatMap((stop) => {
    const at = jobs.findIndex(({ id }) => id === stop.jobId)
    const job = jobs[at]
    return job ? [{ ...stop, place: at + 1, job }] : []
  })
  const names = shown.map(({ place, job }) => `${place}. ${job.customerName}`)
  return (
    <figure class="route-map">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text.label(names.join(', '))}>
        {ground && <path class="route-zips" d={ground.zips} />}
        {ground && <path class="route-highway" d={ground.highways} />}
        <path class="route-street" d={roads.other} />
        <path class="route-road" d={roads.main} />
        <path class="route-way" d={way} />
        {ground && <Names names={ground.names} />}
        {here && <circle class="route-here" cx={here.x} cy={here.y} r="12" />}
        {shown.map(({ x, y, place, job }) => (
          <g key={job.id} class={isOver(job) ? 'route-stop route-over' : 'route-stop'}>
            <circle cx={x} cy={y} r="20" />
            <text x={x} y={y}>
              {place}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        <ol class="route-names">
          {shown.map(({ job, place }) => (
            <li key={job.id} value={place}>
              <a href={`#visit-${job.id}`}>{job.customerName}</a>
            </li>
          ))}
        </ol>
        {here && <p class="small soft">{text.here}</p>}
        {ground && <p class="small soft">{text.ground}</p>}
        {attribution !== null && <p class="small soft">{attribution}</p>}
      </figcaption>
    </figure>
  )
}

/** The names of the ground lie on the way, which would cross them out. */
const Names = ({ names }: Pick<NonNullable<SketchProps['sketch']['ground']>, 'names'>) => (
  <>
    {names.map(({ x, y, name, kind }) => (
      <text key={`${name} ${x} ${y}`} class={`route-name route-${kind}`} x={x} y={y}>
        {name}
      </text>
    ))}
  </>
)
