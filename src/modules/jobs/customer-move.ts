import { and, count, eq, inArray } from 'drizzle-orm'
import { jobEvents, jobNotes } from '../../../db/schema'
import { newId, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { moveTerms, type MoveTerms } from '../../lib/booking-rules'
import { shownPhone } from '../../lib/contact'
import { conflict } from '../../lib/errors'
import { promisedTime } from '../../lib/promised-time'
import { movePolicy } from '../../settings/booking'
import { formatsFor } from '../../words/formats'
import { findFranchise, timeZoneOf } from '../franchises'
import { queueMessage, wakeSender } from '../messages'
import { raiseTodo } from '../office'
import { movedMessages } from './messages'
import type { Job } from './model'
import { entering } from './move'
import { presentJob, requireJob, type JobRow } from './rows'
import { assertUnchanged } from './schedule'
import { changeJob } from './timeline'

/** The timeline's entry for a time that the customer chose again. */
const kind = 'moved_by_customer'

/** How often the customers of these jobs chose another time. */
export async function customerMoves(db: Db, jobIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ jobId: jobEvents.jobId, moves: count() })
    .from(jobEvents)
    .where(and(inArray(jobEvents.jobId, jobIds), eq(jobEvents.kind, kind)))
    .groupBy(jobEvents.jobId)
  return new Map(rows.map(({ jobId, moves }) => [jobId, moves]))
}

/** Whether the customer can choose another time online; null if they have to call. */
export function moveTermsOf(
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  job: JobRow,
  moves: number,
  timeZone: string,
): MoveTerms | null {
  const start = promisedTime(job, timeZone)?.start ?? null
  return moveTerms(job, { start, moves, now: clock.now() }, movePolicy(settings.booking))
}

/** Refuses with the number to call where the customer can't choose another time online. */
export async function assertMovable(
  db: Db,
  deps: Pick<Deps, 'settings' | 'clock'>,
  job: JobRow,
): Promise<void> {
  const { settings } = deps
  const franchise = job.franchiseId === null ? undefined : await findFranchise(db, job.franchiseId)
  const { timeZone } = franchise ?? settings.business
  const moves = (await customerMoves(db, [job.id])).get(job.id) ?? 0
  if (moveTermsOf(deps, job, moves, timeZone)) return
  const phone = franchise?.phone ?? settings.business.phone
  throw conflict(
    `You can't change the time online anymore. Call us${phone ? ` at ${shownPhone(phone)}` : ''}.`,
  )
}

interface NewWindow {
  date: string
  window: string
  /** The revision for which the window was found to be available. */
  revision: number
}

/**
 * Gives a booking the arrival window that its customer chose. A visit it had is taken off the schedule, and dispatch
 * plans it again like a new booking. Price and payments stay as they are.
 */
export async function moveByCustomer(deps: Deps, id: string, chosen: NewWindow): Promise<Job> {
  const { clock, settings, store } = deps
  const at = clock.now()
  const moved = await store.write(async (tx) => {
    const job = await requireJob(tx, id)
    await assertUnchanged(tx, settings, job, chosen.revision)
    await assertMovable(tx, deps, job)
    const change = {
      ...(job.status === 'scheduled' ? entering('pending', at) : {}),
      // Only someone who verified the email address gets here.
      ...(job.source === 'public' && job.confirmedAt === null ? { confirmedAt: at } : {}),
    }
    const aside = { preferredDate: chosen.date, preferredTime: chosen.window, movable: false }
    const changed = await changeJob(tx, job, change, { kind, actor: 'customer', at }, aside)
    const timeZone = await timeZoneOf(tx, settings, job.franchiseId)
    await noteMove(tx, job, changed.job, { at, timeZone })
    for (const message of movedMessages(settings, changed.job, changed.event))
      await queueMessage(tx, at, message)
    if (job.status === 'scheduled' && !job.movable) await tellOffice(tx, at, job)
    return changed.job
  })
  wakeSender(deps)
  return presentJob(moved)
}

/** Times that people asked for are erased with them, so they are in a note and not in the timeline. */
async function noteMove(
  tx: Tx,
  before: JobRow,
  after: JobRow,
  { at, timeZone }: { at: number; timeZone: string },
): Promise<void> {
  const text = `The customer changed the time from ${whenOf(before, timeZone)} to ${whenOf(after, timeZone)}.`
  await tx.insert(jobNotes).values({ id: newId(), jobId: after.id, author: 'customer', text, createdAt: at })
}

function whenOf(job: JobRow, timeZone: string): string {
  const formats = formatsFor('en')
  const time = promisedTime(job, timeZone)
  if (time === null) return 'no fixed time'
  const hours = formats.span(time.start, time.end, timeZone)
  return `${formats.day(time.start, timeZone)}, ${hours}`
}

/** Someone placed this visit by hand, so dispatch alone may not know the reasons. */
function tellOffice(tx: Tx, at: number, { id, franchiseId, customerName }: JobRow): Promise<void> {
  return raiseTodo(tx, at, {
    kind: 'job.moved',
    subject: id,
    title: `${customerName} changed the time of a visit you placed`,
    detail:
      'Dispatch will plan it in the new arrival window. Schedule it yourself if it needs someone in particular.',
    franchiseId,
  })
}
