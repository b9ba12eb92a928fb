import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { jobs, pushSubscriptions, workerNotices, workers, workerTokens } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day, hour, minute, second } from '../../lib/clock'
import { keyedHash } from '../../lib/secret'
import { sendPush, type PushResult } from '../../providers/push/send'
import { vapidOf, type Vapid } from '../../providers/push/vapid'
import { firstName, formatsFor } from '../../words/formats'
import { workWords } from '../../words/work'
import { timeZoneOf } from '../franchises'
import { queueMessage, wakeSender, type Message } from '../messages'

type Notice = typeof workerNotices.$inferSelect
type Worker = typeof workers.$inferSelect
type Subscription = typeof pushSubscriptions.$inferSelect

/** The key is made once from its secret, and running requests end with the process. */
export class PushDesk {
  /** For one whole attempt. */
  timeoutMs = 10 * second
  #vapid: Vapid | undefined
  readonly #ending = new AbortController()
  readonly ending = this.#ending.signal

  vapid({ secrets }: Pick<Deps, 'secrets'>): Vapid {
    return (this.#vapid ??= vapidOf(secrets.vapidSecret))
  }

  close(): void {
    this.#ending.abort()
  }
}

const batchSize = 20
const leaseMs = minute
/** After the first failure and the second. Then the news goes another way, since it is about today. */
const retryDelays = [20 * second, minute]
const longestWait = 3 * minute
const keptFor = 14 * day

/** Delivers everything that is due. */
export async function deliverNotices(deps: Deps): Promise<void> {
  const { store, clock, background, state } = deps
  while (!background.stopping && !state.of(PushDesk).ending.aborted) {
    const claimed = await store.write((tx) => claim(tx, clock.now()))
    if (claimed.length === 0) return
    await Promise.all(claimed.map((notice) => deliver(deps, notice)))
  }
}

/** Takes what is due, and what a crashed process left. */
async function claim(tx: Tx, now: number): Promise<Notice[]> {
  const due = tx
    .select({ id: workerNotices.id })
    .from(workerNotices)
    .where(
      or(
        and(sql`${workerNotices.state} = 'queued'`, lte(workerNotices.dueAt, now)),
        and(sql`${workerNotices.state} = 'sending'`, lte(workerNotices.leaseUntil, now)),
      ),
    )
    .orderBy(asc(workerNotices.dueAt))
    .limit(batchSize)
  return tx
    .update(workerNotices)
    .set({ state: 'sending', leaseUntil: now + leaseMs, attempts: sql`${workerNotices.attempts} + 1` })
    .where(inArray(workerNotices.id, due))
    .returning()
}

async function deliver(deps: Deps, notice: Notice): Promise<void> {
  const { read } = deps.store
  const [worker] = await read.select().from(workers).where(eq(workers.id, notice.workerId)).limit(1)
  if (!worker?.active || notice.start <= deps.clock.now()) return end(deps, notice, 'unsent')
  if ((worker.notifyBy ?? 'push') !== 'push') return passOn(deps, notice, worker)
  const phones = await subscriptionsOf(deps, worker.id)
  const results = await Promise.all(phones.map((phone) => push(deps, notice, worker, phone)))
  const gone = phones.filter((_, at) => results[at]?.result === 'gone').map(({ id }) => id)
  if (gone.length > 0)
    await deps.store.write((tx) => tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, gone)))
  if (results.some(({ result }) => result === 'sent')) return end(deps, notice, 'pushed')
  const wait = waitAfter(notice, results)
  return wait === null ? passOn(deps, notice, worker) : tryAgain(deps, notice, wait)
}

/** Subscriptions of phones that are still signed in. */
async function subscriptionsOf({ store, clock }: Deps, workerId: string): Promise<Subscription[]> {
  const rows = await store.read
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(workerTokens, eq(workerTokens.id, pushSubscriptions.tokenId))
    .where(
      and(
        eq(pushSubscriptions.workerId, workerId),
        isNull(workerTokens.revokedAt),
        or(isNull(workerTokens.expiresAt), gt(workerTokens.expiresAt, clock.now())),
      ),
    )
  return rows.map(({ subscription }) => subscription)
}

/** Null once another try would come too late, or can't help. */
function waitAfter({ attempts }: Notice, results: readonly PushResult[]): number | null {
  const later = results.filter((one) => one.result === 'later')
  const wait = retryDelays[attempts - 1]
  if (later.length === 0 || wait === undefined) return null
  const asked = Math.max(wait, ...later.map(({ afterMs }) => afterMs ?? 0))
  return asked > longestWait ? null : asked
}

async function push(deps: Deps, notice: Notice, worker: Worker, phone: Subscription): Promise<PushResult> {
  const { config, clock, state, settings, secrets } = deps
  const desk = state.of(PushDesk)
  const now = clock.now()
  const text = JSON.stringify({ ...(await wordsOf(deps, notice, worker)), tag: notice.jobId, url: '/work' })
  const { email } = settings.business
  return sendPush(
    {
      vapid: desk.vapid(deps),
      contact: email === null ? config.publicUrl : `mailto:${email}`,
      now,
      signal: desk.ending,
      privateNetworks: config.webhooks.privateNetworks,
      timeoutMs: desk.timeoutMs,
    },
    phone,
    {
      text,
      topic: keyedHash(secrets.linkSecret, 'push topic', notice.jobId).slice(0, 32),
      ttlSeconds: Math.round(Math.min(notice.start - now, 12 * hour) / second),
    },
  )
}

/** The customer's first name and the time, and nothing else about them. */
async function wordsOf({ store, settings }: Deps, notice: Notice, worker: Worker) {
  const language = worker.language ?? 'en'
  const words = workWords(language).notices
  const formats = formatsFor(language)
  const [job] = await store.read
    .select({ name: jobs.customerName, franchiseId: jobs.franchiseId })
    .from(jobs)
    .where(eq(jobs.id, notice.jobId))
    .limit(1)
  const timeZone = await timeZoneOf(store.read, settings, job?.franchiseId ?? null)
  const when = `${formats.day(notice.start, timeZone)}, ${formats.time(notice.start, timeZone)}`
  return { title: words.titles[notice.kind], body: words.body(firstName(job?.name ?? ''), when) }
}

const end = (deps: Deps, { id }: Notice, state: 'pushed' | 'unsent'): Promise<void> =>
  deps.store.write(async (tx) => {
    await tx.update(workerNotices).set({ state, leaseUntil: null }).where(eq(workerNotices.id, id))
  })

const tryAgain = ({ store, clock }: Deps, { id }: Notice, wait: number): Promise<void> =>
  store.write(async (tx) => {
    const again = { state: 'queued' as const, leaseUntil: null, dueAt: clock.now() + wait }
    await tx.update(workerNotices).set(again).where(eq(workerNotices.id, id))
  })

/** By text, or by email if that is what the technician wants or all they have. The outbox sends it once. */
async function passOn(deps: Deps, notice: Notice, worker: Worker): Promise<void> {
  const { store, clock, settings, config } = deps
  const message = messageFor(notice, worker)
  await store.write(async (tx) => {
    const state = message === null ? ('unsent' as const) : ('passed_on' as const)
    await tx.update(workerNotices).set({ state, leaseUntil: null }).where(eq(workerNotices.id, notice.id))
    if (message === null) return
    const timeZone = await timeZoneOf(tx, settings, worker.franchiseId)
    const { kind, start } = notice
    const data = { kind, start, timeZone, url: `${config.publicUrl}/work` }
    await queueMessage(tx, clock.now(), { ...message, data })
  })
  wakeSender(deps)
}

function messageFor(
  { id }: Notice,
  { phone, email, notifyBy, language, franchiseId }: Worker,
): Omit<Message, 'data'> | null {
  const isEmail = phone === null || (notifyBy === 'email' && email !== null)
  const recipient = isEmail ? email : phone
  if (recipient === null) return null
  return {
    about: `worker-notice:${id}`,
    channel: isEmail ? 'email' : 'sms',
    template: 'work-visit',
    recipient,
    language,
    franchiseId,
  }
}

/** Old news is of no use to anyone. */
export async function sweepNotices({ store, clock }: Deps): Promise<void> {
  await store.write((tx) =>
    tx.delete(workerNotices).where(lte(workerNotices.createdAt, clock.now() - keptFor)),
  )
}
