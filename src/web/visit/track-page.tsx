import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { plumbing } from '../../http/plumbing'
import { minute } from '../../lib/clock'
import { distanceMetres } from '../../lib/geo'
import { sketchMap, type MapSketch } from '../../modules/geo'
import { promisedTime } from '../../lib/promised-time'
import { bookingPath, type JobRow } from '../../modules/jobs'
import { trackTechnician, type TrackedTechnician } from '../../modules/workforce'
import { formatsFor, unbroken } from '../../words/formats'
import type { Language } from '../../words/language'
import type { VisitWords } from '../../words/visit'
import { ButtonLink } from '../components/button'
import { linkRefusals, noticePage } from '../layout/notice'
import { openVisit, page, Token, VisitFacts } from './shared'

/** Where customers follow their technician. A small script replaces the parts marked as live every few seconds. */
export const trackPageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/track/:token', ({ params, request }) => show(deps, request, params.token), {
      ...endpoint(
        { as: 'public', limit: 120 },
        {
          ...page,
          operationId: 'trackVisit',
          summary: 'Show a customer where their technician is',
          description: 'Their location appears only while they are on the way to this visit.',
          redirects: true,
          refusals: linkRefusals,
        },
      ),
      params: Token,
    })

async function show(deps: Deps, request: Request, token: string): Promise<Response> {
  const opened = await openVisit(deps, request, 'track link', token)
  if (opened instanceof Response) return opened
  const { job, visitor, words, business, timeZone } = opened
  const { language } = visitor
  const technician = await trackTechnician(deps, job)
  const isLive = job.status === 'en_route' || job.status === 'scheduled' || job.status === 'pending'
  const at = technician.minutes === null ? null : deps.clock.now() + technician.minutes * minute
  const arrival = at === null ? null : arrivalText(words.track, at, job, { language, timeZone })
  const { title, text } = stateOf(words.track, job, technician, arrival)
  const map = await mapOf(deps, job, technician)
  return noticePage(deps, visitor, {
    title,
    ...business,
    sheets: ['visit'],
    script: 'track',
    content: (
      <>
        <p class="lead" role="status" data-live="state">
          {text}
        </p>
        <div data-live="map">{map && <Map {...map} words={words.track} name={technician.name} />}</div>
        <div data-live="facts">
          <VisitFacts language={language} job={job} timeZone={timeZone} />
        </div>
        <div data-live="updates">{isLive && <Updates words={words.track} path={`/track/${token}`} />}</div>
        <div class="actions actions-fill">
          <ButtonLink href={await bookingPath(deps, job)}>{words.booking}</ButtonLink>
        </div>
      </>
    ),
  })
}

function Updates({ words, path }: { words: VisitWords['track']; path: string }) {
  return (
    <>
      <p class="small soft script-only">{words.updates}</p>
      <p class="no-script-only">
        <a href={path}>{words.refresh}</a>
      </p>
    </>
  )
}

/** Nobody minds a technician who is this much earlier than they were told. */
const earlyBy = 10 * minute

function arrivalText(
  words: VisitWords['track'],
  at: number,
  job: JobRow,
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  const told = promisedTime(job, timeZone)
  const time = unbroken(formatsFor(language).time(at, timeZone))
  return words.arriving(time, told !== null && at < told.start - earlyBy)
}

function stateOf(
  words: VisitWords['track'],
  { status }: JobRow,
  { name, minutes }: TrackedTechnician,
  arrival: string | null,
): { title: string; text: string } {
  switch (status) {
    case 'en_route': {
      const isKnown = minutes !== null && arrival !== null
      return {
        title: words.title(name),
        text: isKnown ? `${words.away(minutes)} ${arrival}` : words.onTheWay,
      }
    }
    case 'in_progress':
      return { title: words.hereTitle(name), text: words.here }
    case 'completed':
      return { title: words.doneTitle, text: words.done }
    case 'cancelled':
    case 'no_show':
      return { title: words.offTitle, text: words.off }
    case 'pending':
    case 'scheduled':
      return { title: words.waitingTitle(name), text: words.waiting }
  }
}

const metersPerMile = 1609.344

interface Drawn {
  sketch: MapSketch
  /** `2.3 mi`, as the crow flies: without streets, nothing else says how near the technician is. */
  miles: string
}

async function mapOf(
  deps: Deps,
  { lat, lng }: JobRow,
  { position }: TrackedTechnician,
): Promise<Drawn | null> {
  if (position === null || lat === null || lng === null) return null
  const home = { lat, lng }
  const sketch = await sketchMap(deps, [position, home])
  return { sketch, miles: `${(distanceMetres(position, home) / metersPerMile).toFixed(1)} mi` }
}

interface MapProps extends Drawn {
  words: VisitWords['track']
  name: string | null
}

function Map({ sketch, miles, words, name }: MapProps) {
  const { width, height, roads, spots, attribution } = sketch
  const [technician, home] = spots
  if (!technician || !home) return null
  if (roads.main + roads.other === '') return <Distance miles={miles} words={words} name={name} />
  // Names stand on the side away from the line, which would cross them.
  const isTechnicianAbove = technician.y <= home.y
  return (
    <figure class="track-map">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.map(name)}>
        <path class="track-street" d={roads.other} />
        <path class="track-road" d={roads.main} />
        <line class="track-line" x1={technician.x} y1={technician.y} x2={home.x} y2={home.y} />
        <circle class="track-home" cx={home.x} cy={home.y} r="11" />
        <text class="track-name" x={home.x} y={isTechnicianAbove ? home.y + 39 : home.y - 22}>
          {words.you}
        </text>
        <circle class="track-technician" cx={technician.x} cy={technician.y} r="14" />
        <text
          class="track-name"
          x={technician.x}
          y={isTechnicianAbove ? technician.y - 24 : technician.y + 42}
        >
          {name ?? words.technician}
        </text>
      </svg>
      {attribution !== null && <figcaption class="small soft">{attribution}</figcaption>}
    </figure>
  )
}

/** Without streets, only the distance says something, so the line is level and takes little room. */
function Distance({ miles, words, name }: Omit<MapProps, 'sketch'>) {
  return (
    <figure class="track-map track-plain">
      <svg viewBox="0 0 640 104" role="img" aria-label={words.map(name)}>
        <line class="track-line" x1="14" y1="50" x2="626" y2="50" />
        <text class="track-name track-distance" x="320" y="34">
          {miles}
        </text>
        <circle class="track-technician" cx="14" cy="50" r="14" />
        <text class="track-name track-start" x="0" y="94">
          {name ?? words.technician}
        </text>
        <circle class="track-home" cx="626" cy="50" r="11" />
        <text class="track-name track-end" x="640" y="94">
          {words.you}
        </text>
      </svg>
    </figure>
  )
}
