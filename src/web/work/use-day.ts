import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { OwnMove, WorkDay, WorkJob } from '../../modules/workforce'
import { ApiError, messageOf, type Api } from '../client/api'
import { every } from '../client/clock'
import { currentLanguages, explained, settleAddress, showIn, technicianStep } from '../client/language'
import { toast } from '../components/toast'
import { forgetAtMidnight, keepDay, lastSeen, lastStep, officeTime, unsentDeeds } from './device'
import { DeedQueue, openAfter, withDeeds, wordsOfRefusal, type Deed, type Shown } from './queue'
import { sendRecordOf } from './record/use-record'
import { language } from './words'

const everyMs = 30_000

/** Everything a technician can do about a visit. */
export interface Actions {
  move: (jobId: string, to: OwnMove['to']) => void
  /** They wait at the door. */
  arrive: (jobId: string) => void
  /** Takes back the last step. */
  undo: () => void
  /** They know that the visit is gone. */
  see: (jobId: string) => void
}

interface Day {
  day: WorkDay | null
  jobs: Shown[]
  taken: NonNullable<WorkDay['taken']>
  unsent: number
  /** Whether the last try reached the office. */
  online: boolean
  problem: string | null
  actions: Actions
  refresh: () => void
}

/** Today's list as last seen, brought up to date whenever the network allows. */
export function useDay(api: Api): Day {
  const [day, setDay] = useState<WorkDay | null>(() => lastSeen.read())
  const [online, setOnline] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const queue = useMemo(
    () =>
      new DeedQueue(
        unsentDeeds,
        async (deed) => take(deed, await sendDeed(api, deed)),
        () => !navigator.onLine,
      ),
    [api],
  )
  /** An answer that arrives after the token was ended must not bring back what the phone forgot. */
  const isOver = useRef(false)
  /** A visit as the office has it after a step: the list may take a while, and the step waits no longer. */
  const take = ({ jobId }: Deed, job: WorkJob | null) => {
    const seen = lastSeen.read()
    if (seen === null || isOver.current) return
    const fresh =
      job === null
        ? { ...seen, taken: (seen.taken ?? []).filter((one) => one.jobId !== jobId) }
        : { ...seen, jobs: seen.jobs.map((other) => (other.id === jobId ? job : other)) }
    lastSeen.write(fresh)
    setDay(fresh)
  }
  const [deeds, setDeeds] = useState<Deed[]>(() => (day ? queue.of(day.worker.id) : []))
  /** The technician this link belongs to. Only the office knows, and nobody sends another technician's steps from the same phone. */
  const owner = useRef<string | null>(null)
  const running = useRef<Promise<void> | null>(null)

  /** The day as the office has it; null when it could not be asked. */
  const load = async (): Promise<WorkDay | null> => {
    try {
      const fresh = await explained(() => api.work.jobs.get())
      setOnline(true)
      setProblem(null)
      return fresh
    } catch (error) {
      const isOffline = error instanceof ApiError && error.isOffline
      setOnline(!isOffline)
      if (!isOffline) setProblem(messageOf(error))
      return null
    }
  }
  const show = (fresh: WorkDay) => {
    if (isOver.current) return
    if (owner.current === null) followLanguage(api, fresh)
    owner.current = fresh.worker.id
    keepDay(fresh)
    setDay(fresh)
    setDeeds(queue.of(fresh.worker.id))
  }
  const synchronise = async () => {
    const first = owner.current === null ? await load() : null
    if (first) show(first)
    if (owner.current === null) return
    const { sent, refused, waiting } = await queue.flush(owner.current)
    setDeeds(queue.of(owner.current))
    const isOld = waiting !== 'offline' && (!first || sent + refused.length > 0)
    const fresh = isOld ? await load() : null
    for (const refusal of refused)
      toast(wordsOfRefusal(refusal, language, openAfter(refusal, fresh?.jobs ?? [])), 'bad')
    if (waiting === 'offline') setOnline(false)
    if (fresh) show(fresh)
  }
  /** One after another, also across tabs: two of them must not overtake each other. */
  const refresh = () => {
    const before = running.current ?? Promise.resolve()
    running.current = before.then(() => alone(synchronise))
  }

  useEffect(() => {
    refresh()
    const stop = every(everyMs, refresh)
    const stopForgetting = forgetAtMidnight(() => {
      setDay(lastSeen.read())
      refresh()
    })
    const whenVisible = () => document.visibilityState === 'visible' && refresh()
    window.addEventListener('online', refresh)
    document.addEventListener('visibilitychange', whenVisible)
    return () => {
      isOver.current = true
      stop()
      stopForgetting()
      window.removeEventListener('online', refresh)
      document.removeEventListener('visibilitychange', whenVisible)
    }
  }, [queue])

  /** Puts what was done into the queue, shows it, and sends it if the network allows. */
  const does = (jobId: string, to: Deed['to'], put: (deed: Deed) => void) => {
    if (!day) return
    const workerId = day.worker.id
    const customer = day.jobs.find(({ id }) => id === jobId)?.customerName
    put({
      key: crypto.randomUUID(),
      workerId,
      jobId,
      ...(customer && { customer }),
      to,
      doneAt: officeTime(),
    })
    setDeeds(queue.of(workerId))
    refresh()
  }
  const step = (jobId: string, to: OwnMove['to'] | 'arrived') =>
    does(jobId, to, (deed) => {
      queue.add(deed)
      if (to === 'scheduled') lastStep.clear()
      else lastStep.write({ key: deed.key, jobId, step: to, doneAt: deed.doneAt })
    })

  return {
    day,
    jobs: withDeeds(day?.jobs ?? [], deeds),
    taken: (day?.taken ?? []).filter(
      ({ jobId }) => !deeds.some((deed) => deed.jobId === jobId && deed.to === 'seen'),
    ),
    unsent: deeds.filter(({ to }) => to !== 'seen').length,
    online,
    problem,
    actions: {
      move: step,
      arrive: (jobId) => step(jobId, 'arrived'),
      undo: () => {
        const last = lastStep.read()
        if (last === null) return
        lastStep.clear()
        does(last.jobId, 'undo', (deed) => queue.undo(last.key, { ...deed, step: last.step }))
      },
      see: (jobId) => does(jobId, 'seen', (deed) => queue.add(deed)),
    },
    refresh,
  }
}

/** Tells the office. Returns the visit as it has it then, or null for one that is gone. */
async function sendDeed(api: Api, { key, jobId, to, step, doneAt }: Deed): Promise<WorkJob | null> {
  const job = api.work.jobs(jobId)
  if (to === 'seen') {
    await job.seen.post(undefined, { key: null })
    return null
  }
  if (to === 'arrived') return job.arrive.post({ doneAt }, { key })
  if (to === 'undo') return job.undo.post({ step: step ?? 'en_route' }, { key })
  if (to === 'completed') await sendRecordOf(api, jobId)
  return job.move.post({ to, doneAt }, { key })
}

/** Shows the technician's own language, and stores the one they chose with the switch. */
function followLanguage(api: Api, { worker }: WorkDay): void {
  const step = technicianStep(currentLanguages(), worker.language)
  if (step === null) settleAddress()
  else if ('show' in step) showIn(step.show)
  // The next visit tries again if this one can't.
  else api.work.language.post({ language: step.store }, { key: null }).then(settleAddress, () => {})
}

async function alone(work: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request('truckroll.work', work) : work())
}
