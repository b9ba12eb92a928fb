import { useEffect, useMemo, useState } from 'preact/hooks'
import { ApiError, createApi, type Api } from '../client/api'
import { formatLongDay } from '../client/format'
import { useAction } from '../client/hooks'
import { takeFragmentCode } from '../client/storage'
import { Alert, Button, Confirm, Empty, Skeleton } from '../components'
import { forgetDay, keptToken, startWith, unsentDeeds } from './device'
import { PositionCard } from './position'
import { useDay } from './use-day'
import { VisitCard } from './visit'

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
  if (code !== null) return <OpenLink code={code} isKnown={token !== null} onDone={open} />
  if (token === null) return <NoToken />
  return (
    <Today
      key={token}
      token={token}
      onExpired={() => {
        forgetDay()
        setToken(null)
      }}
    />
  )
}

interface OpenLinkProps {
  code: string
  /** The phone has a token already: somebody opened the link in the message once more. */
  isKnown: boolean
  onDone: (token: string | null) => void
}

/** Programs that look at links in messages open pages but press no buttons: the code is still good afterwards. */
function OpenLink({ code, isKnown, onDone }: OpenLinkProps) {
  const [isDead, setDead] = useState(false)
  const opening = useAction(async () => {
    try {
      const { token } = await createApi({ patienceMs })['sign-in'].post({ code }, { key: null })
      onDone(token)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setDead(true)
      throw error
    }
  })
  useEffect(() => {
    if (isKnown) void opening.run().then((isNew) => !isNew && onDone(null))
  }, [])
  if (isKnown) return <Skeleton block lines={3} />
  if (isDead)
    return (
      <Empty title="This link doesn't work anymore">
        It was used already, or it has expired. Ask the office for a new one.
      </Empty>
    )
  return (
    <div class="stack">
      {opening.problem !== null && <Alert tone="bad">{opening.problem}</Alert>}
      <Empty
        title="Your visits on this phone"
        action={
          <Button kind="primary" size="large" busy={opening.busy} onClick={() => void opening.run()}>
            Open my visits
          </Button>
        }
      >
        The link works once, on this phone.
      </Empty>
    </div>
  )
}

function Today({ token, onExpired }: { token: string; onExpired: () => void }) {
  const api = useMemo(() => createApi({ token: () => token, onUnauthorised: onExpired, patienceMs }), [token])
  const { day, jobs, unsent, online, problem, move, refresh } = useDay(api)
  const left = jobs.filter(({ status }) => status !== 'completed' && status !== 'no_show').length
  return (
    <div class="stack">
      <header class="work-head">
        <div>
          <h1>{day ? formatLongDay(day.date) : 'Today'}</h1>
          <p class="soft">{day && `${day.worker.name} · ${visitsLeft(left)}`}</p>
        </div>
        <Button kind="quiet" size="small" onClick={refresh}>
          Refresh
        </Button>
      </header>
      {!online && <Alert tone="warn">No connection. {whatHolds(day !== null, unsent)}</Alert>}
      {problem && <Alert tone="bad">{problem}</Alert>}
      <PositionCard api={api} />
      {!day && !problem && online && <Skeleton block lines={3} />}
      {day && jobs.length === 0 && (
        <Empty title="Nothing planned for today">New visits show up here by themselves.</Empty>
      )}
      {day &&
        jobs.map((job) => (
          <VisitCard
            key={job.id}
            job={job}
            date={day.date}
            timeZone={day.timeZone}
            onMove={(to) => move(job.id, to)}
          />
        ))}
      <SignOut api={api} onDone={onExpired} />
    </div>
  )
}

/** At the foot and with a question: nobody gets back in without the office. */
function SignOut({ api, onDone }: { api: Api; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div class="work-foot">
      <Button kind="quiet" size="small" onClick={() => setAsking(true)}>
        Sign out
      </Button>
      <Confirm
        title="Sign out on this phone?"
        open={isAsking}
        action="Yes, sign out"
        onClose={() => setAsking(false)}
        onConfirm={() => signOut(api, onDone)}
      >
        <p>You'll need a new link from the office to see your visits here again.</p>
      </Confirm>
    </div>
  )
}

/** Without a connection only this phone forgets; the link itself then ends when it runs out. */
async function signOut(api: Api, onExpired: () => void): Promise<void> {
  await api.work['sign-out'].post(undefined, { key: null }).catch(() => null)
  onExpired()
}

function whatHolds(isSeen: boolean, unsent: number): string {
  if (!isSeen) return 'Your visits show up as soon as it is back.'
  if (unsent === 0) return 'This is the list as last seen.'
  return `${unsent === 1 ? 'One step is' : `${unsent} steps are`} kept on this phone and sent as soon as it is back.`
}

const visitsLeft = (count: number): string =>
  count === 0 ? 'all done' : count === 1 ? 'one visit left' : `${count} visits left`

function NoToken() {
  const hasUnsent = (unsentDeeds.read() ?? []).length > 0
  return (
    <Empty title="Open your link">
      The office sends you a link. Open it on this phone to see your visits. A link works once: to sign in
      again, ask for a new one.{hasUnsent ? " We kept the steps that weren't sent yet." : ''}
    </Empty>
  )
}
