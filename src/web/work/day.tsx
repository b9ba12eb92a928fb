import { Fragment } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { ApiError, createApi, type Api } from '../client/api'
import { capitalized, formatPhone } from '../../words/formats'
import type { WorkDay as WorkDayAnswer } from '../../modules/workforce'
import { isUnderWay } from '../../lib/job-states'
import { useAction, useLoad } from '../client/hooks'
import { explained } from '../client/language'
import { pageSettings } from '../client/mount'
import { takeFragmentCode } from '../client/storage'
import { Alert, Button, ButtonLink, Empty, Segmented, Skeleton } from '../components'
import type { WorkSettings } from '../page-routes'
import { CalendarCard } from './calendar'
import { Tomorrow, Week } from './coming'
import { forgetDay, keptToken, startWith, unsentDeeds } from './device'
import { LunchCard, lunchPlace } from './lunch'
import { RunningLate } from './late'
import { leftOf, Money } from './money/money'
import { useTaken } from './money/use-taken'
import { NextCard } from './next-card'
import { NoticesCard } from './notices/card'
import { renewPush } from './notices/push'
import { OtherPhotos } from './photos/trouble'
import { PhotosShared, usePhotoQueue } from './photos/use-photos'
import { PositionCard } from './position'
import type { Shown } from './queue'
import { RecordShared, useRecordQueue } from './record/use-record'
import { SignOut, useSignOuts } from './sign-out'
import { TakenCard } from './taken-card'
import { useDay, type Actions } from './use-day'
import { useWeek } from './use-week'
import { VisitCard } from './visit'
import { controls, formats, language, words } from './words'

/** A phone that shows one bar keeps a request hanging for minutes. */
const patienceMs = 20_000

export function WorkDay() {
  const [code, setCode] = useState(takeFragmentCode)
  const [token, setToken] = useState(keptToken)
  const open = (fresh: string | null) => {
    if (fresh !== null) startWith(fresh)
    setToken(fresh ?? token)
    setCode(null)
  }
  const { signOut, waits } = useSignOuts()
  if (code !== null) return <OpenLink code={code} isKnown={token !== null} onDone={open} />
  if (token === null) return <NoToken waits={waits} />
  const leave = () => {
    const kept = keptToken()
    // A slow answer to an old link's token doesn't end the day that a new link has opened.
    if (kept !== null && kept !== token) return setToken(kept)
    forgetDay()
    setToken(null)
  }
  return <Today key={token} token={token} onExpired={leave} onSignOut={() => signOut(token).then(leave)} />
}

interface OpenLinkProps {
  code: string
  /** The phone already has a token, and the technician opened the link again. */
  isKnown: boolean
  onDone: (token: string | null) => void
}

/** Programs that look at links in messages open pages but press no buttons: the code is still good afterwards. */
function OpenLink({ code, isKnown, onDone }: OpenLinkProps) {
  const [isDead, setDead] = useState(false)
  const opening = useAction(async () => {
    try {
      const api = createApi({ patienceMs, language })
      const { token } = await explained(() => api['sign-in'].post({ code }, { key: null }))
      onDone(token)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setDead(true)
      throw error
    }
  })
  useEffect(() => {
    if (isKnown) void opening.run().then((isNew) => !isNew && onDone(null))
  }, [])
  if (isKnown) return <Skeleton block lines={3} label={controls.loading} />
  if (isDead)
    return (
      <Empty title={words.link.deadTitle} action={<CallOffice />}>
        {words.link.dead}
      </Empty>
    )
  return (
    <div class="stack">
      {opening.problem !== null && <Alert tone="bad">{opening.problem}</Alert>}
      <Empty
        title={words.link.title}
        action={
          <Button kind="primary" size="large" busy={opening.busy} onClick={() => void opening.run()}>
            {words.link.open}
          </Button>
        }
      >
        {words.link.text}
      </Empty>
    </div>
  )
}

interface TodayProps {
  token: string
  onExpired: () => void
  onSignOut: () => Promise<void>
}

function Today({ token, onExpired, onSignOut }: TodayProps) {
  const api = useMemo(
    () => createApi({ token: () => token, onUnauthorised: onExpired, patienceMs, language }),
    [token],
  )
  useEffect(() => {
    // Without a connection the next start tries again.
    renewPush(api).catch(() => {})
  }, [api])
  const { day, jobs, taken, unsent, online, problem, actions, refresh } = useDay(api)
  const photos = usePhotoQueue(api, day?.worker ?? null)
  const record = useRecordQueue(api, day?.worker ?? null)
  const week = useWeek(api, day?.date ?? null)
  const [view, setView] = useState<View>('today')
  const till = useTaken(api, day?.worker.id, refresh)
  const left = jobs.filter(({ status }) => status !== 'completed' && status !== 'no_show').length
  return (
    <div class="stack">
      <header class="work-head">
        <h1>{headingOf(view, day, week)}</h1>
        <Button kind="quiet" size="small" onClick={refresh}>
          {words.refresh}
        </Button>
        <p class="soft">
          {day && `${day.worker.name} · ${view === 'today' ? words.left(left) : countOf(view, week)}`}
        </p>
      </header>
      {!online && <Alert tone="warn">{offlineWords(day !== null, unsent)}</Alert>}
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Segmented label={words.days.label} options={views} value={view} onChoose={setView} />
      {!day && !problem && online && <Skeleton block lines={3} label={controls.loading} />}
      {day && <OtherPhotos photos={photos} jobIds={jobs.map(({ id }) => id)} />}
      {day &&
        taken.map((visit) => (
          <TakenCard
            key={visit.jobId}
            visit={visit}
            timeZone={day.timeZone}
            onSeen={() => actions.see(visit.jobId)}
          />
        ))}
      {view === 'today' && day && (
        <PhotosShared value={photos}>
          <RecordShared value={record}>
            <TodaysVisits {...{ api, day, jobs, till, actions }} isOnline={online} onChange={refresh} />
          </RecordShared>
        </PhotosShared>
      )}
      {view === 'tomorrow' && <Tomorrow days={week} />}
      {view === 'week' && <Week days={week} />}
      <PositionCard api={api} />
      <NoticesCard api={api} />
      <CalendarCard api={api} />
      <SignOut onSignOut={onSignOut} />
    </div>
  )
}

type View = 'today' | 'tomorrow' | 'week'

const views: { value: View; label: string }[] = [
  { value: 'today', label: words.today },
  { value: 'tomorrow', label: words.days.tomorrow },
  { value: 'week', label: words.days.week },
]

/** Each view has its own title: the day that it shows, or that there are several. */
function headingOf(view: View, day: WorkDayAnswer | null, week: WorkDayAnswer[]): string {
  if (view === 'week') return words.days.title
  const shown = view === 'today' ? day : week[0]
  if (shown) return capitalized(formats.dayOf(shown.date))
  return view === 'today' ? words.today : words.days.tomorrow
}

function countOf(view: View, week: WorkDayAnswer[]): string {
  const shown = view === 'tomorrow' ? week.slice(0, 1) : week
  return words.days.count(shown.reduce((sum, { jobs }) => sum + jobs.length, 0))
}

interface TodaysVisitsProps {
  api: Api
  day: WorkDayAnswer
  jobs: Shown[]
  till: ReturnType<typeof useTaken>
  actions: Actions
  isOnline: boolean
  /** The office has changed the list. */
  onChange: () => void
}

function TodaysVisits({ api, day, jobs, till, actions, isOnline, onChange }: TodaysVisitsProps) {
  if (jobs.length === 0) return <Empty title={words.noneTitle}>{words.none}</Empty>
  const current = jobs.find((job) => isUnderWay(job.status) && !job.isHelper)
  const lunch = lunchPlace(day, jobs)
  const owedFor = ({ id }: Shown): number => {
    const due = day.dues?.[id]
    return due ? leftOf(due, till.unsent(id)) : 0
  }
  return (
    <>
      <NextCard day={day} jobs={jobs} />
      {/* Also during the last visit: a button that goes would move the list under the finger that tapped. */}
      {jobs.some(({ status }) => status === 'scheduled' || isUnderWay(status)) && (
        <RunningLate api={api} timeZone={day.timeZone} onTold={onChange} />
      )}
      {jobs.map((job, place) => (
        <Fragment key={job.id}>
          {lunch === place && <LunchCard {...day} />}
          <VisitCard
            job={job}
            date={day.date}
            timeZone={day.timeZone}
            site={day.sites?.[job.id]}
            api={api}
            money={<Money job={job} due={day.dues?.[job.id]} till={till} api={api} onChange={onChange} />}
            owed={owedFor(job)}
            actions={actions}
            isOnline={isOnline}
            blockedBy={current && current.id !== job.id ? current.customerName : null}
          />
        </Fragment>
      ))}
      {lunch === jobs.length && <LunchCard {...day} />}
      <MapCard api={api} date={day.date} jobs={jobs} />
    </>
  )
}

const loadMap = () => import('./route-map')

/** Closed until it's wanted, because the list says more in less space. */
function MapCard(props: Pick<TodaysVisitsProps, 'api' | 'jobs'> & { date: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="card card-tight opens" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.map.title}</summary>
      {isOpen && <OpenMap {...props} />}
    </details>
  )
}

function OpenMap(props: Parameters<typeof MapCard>[0]) {
  const { data, loading } = useLoad(loadMap)
  if (data) return <data.RouteMap {...props} />
  return loading ? (
    <Skeleton block lines={4} label={controls.loading} />
  ) : (
    <p class="soft">{words.map.unseen}</p>
  )
}

function offlineWords(isSeen: boolean, unsent: number): string {
  if (!isSeen) return words.offline.unseen
  return unsent === 0 ? words.offline.seen : words.offline.unsent(unsent)
}

/** Nobody gets in without the office. */
function CallOffice() {
  const { phone } = pageSettings() as WorkSettings
  if (!phone) return null
  return (
    <ButtonLink href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
      {words.link.call(formatPhone(phone))}
    </ButtonLink>
  )
}

function NoToken({ waits }: { waits: boolean }) {
  const hasUnsent = (unsentDeeds.read() ?? []).length > 0
  return (
    <Empty title={words.link.noneTitle} action={<CallOffice />}>
      {words.link.none}
      {hasUnsent && ` ${words.link.kept}`}
      {waits && ` ${words.signOut.waits}`}
    </Empty>
  )
}
