import type { Deps } from '../../deps'
import { isoTime, second } from '../../lib/clock'
import { deliverNow } from './deliver-now'
import type { OnboardingRun } from './model'
import { followUpMessages, franchiseMessages, type Due } from './onboarding-due'
import { batchSize, queueNew, wakeSender } from './queue'

/** After this time the request is answered, and the sender delivers the rest. */
const longestMs = 25 * second

type Detail = OnboardingRun['details'][number]

/** Sends today's messages, each once per subject forever, because the outbox remembers them. */
export async function runOnboarding(deps: Deps): Promise<OnboardingRun> {
  const until = performance.now() + longestMs
  const now = deps.clock.now()
  const queued = await enqueue(deps, now, await franchiseMessages(deps.store.read, now))
  if (deps.settings.notifications.followUp !== 'none')
    for await (const due of followUpMessages(deps.store.read, now, deps.settings.business.timeZone))
      queued.push(...(await enqueue(deps, now, due)))
  const details = await deliver(deps, queued, { now, until })
  wakeSender(deps)
  return {
    success: true,
    emailsSent: details.filter(({ status }) => status === 'sent').length,
    emailsFailed: details.filter(({ status }) => status === 'failed').length,
    details,
    timestamp: isoTime(now),
  }
}

/** The answer of a run that another run made unnecessary. */
export function noOnboardingSent({ clock }: Pick<Deps, 'clock'>): OnboardingRun {
  return {
    success: true,
    emailsSent: 0,
    emailsFailed: 0,
    details: [],
    timestamp: isoTime(clock.now()),
  }
}

interface Queued extends Due {
  id: string
}

/** Only messages that weren't in the outbox before; of three simultaneous runs, one gets each. */
function enqueue({ store }: Deps, now: number, due: Due[]): Promise<Queued[]> {
  return store.write(async (tx) => {
    const queued: Queued[] = []
    for (const each of due) {
      const id = await queueNew(tx, now, each.message)
      if (id !== null) queued.push({ ...each, id })
    }
    return queued
  })
}

/** Messages for later today count as queued: the sender delivers them. */
async function deliver(
  deps: Deps,
  queued: Queued[],
  { now, until }: { now: number; until: number },
): Promise<Detail[]> {
  const details: Detail[] = []
  const atOnce = batchSize(deps, 'email')
  for (let from = 0; from < queued.length; from += atOnce) {
    const some = queued.slice(from, from + atOnce)
    const states = new Map<string, string>()
    if (performance.now() < until)
      for (const { id, state } of await deliverNow(
        deps,
        some.flatMap(({ id, message: { dueAt = now } }) => (dueAt > now ? [] : id)),
        { onFailure: 'retry' },
      ))
        states.set(id, state)
    for (const { id, type, message } of some)
      details.push({ type, to: message.recipient, status: statusOf(states.get(id)) })
  }
  return details
}

function statusOf(state: string | undefined): Detail['status'] {
  if (state === 'sent') return 'sent'
  if (state === 'dead' || state === 'unknown') return 'failed'
  return state === 'cancelled' || state === 'held' ? 'skipped' : 'queued'
}
