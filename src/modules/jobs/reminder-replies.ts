import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { jobs, outbox } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { promisedSlot, promisedTime } from '../../lib/promised-time'
import { referenceOf } from '../../lib/reference'
import { formatPhone, formatsFor } from '../../words/formats'
import { spokenLanguage, type Language } from '../../words/language'
import { textWords } from '../../words/texts'
import { findFranchise } from '../franchises'
import { queueMessage, type ReceivedText } from '../messages'
import { customerMoves, moveTermsOf } from './customer-move'
import { languageOfCustomer } from './links'
import type { JobRow } from './rows'
import { confirmVisit } from './visit-confirmed'

/** The answers that our reminders ask for, in both languages. They count only as the whole message. */
const answers = new Map<string, 'confirm' | 'change'>([
  ['c', 'confirm'],
  ['confirm', 'confirm'],
  ['confirmar', 'confirm'],
  ['confirmo', 'confirm'],
  ['r', 'change'],
  ['reschedule', 'change'],
  ['reprogramar', 'change'],
])

/**
 * Acts on the answer to a reminder: C confirms the visit, R is answered with the way to change its time. Returns
 * whether that is all; otherwise a person has to read the text.
 */
export async function readReminderReply(tx: Tx, deps: Deps, text: ReceivedText): Promise<boolean> {
  const answer = answers.get(text.word)
  if (answer === undefined || text.customerId === null) return false
  const now = deps.clock.now()
  const visits = await remindedVisits(tx, now, text.customerId)
  const [next] = visits
  if (!next) return false
  if (answer === 'confirm') for (const visit of visits) await confirmVisit(tx, now, visit)
  const office = await officeOf(tx, deps, next)
  const canChange = answer === 'change' && (await canChangeOnline(tx, deps, next, office.timeZone))
  await queueMessage(tx, now, {
    about: `text:${text.id}:answer`,
    channel: 'sms',
    recipient: text.sender,
    template: 'reply',
    data: { text: await wordsFor(tx, deps, next, { answer, canChange, ...office }), by: 'Truckroll' },
    franchiseId: next.franchiseId,
    jobId: next.id,
  })
  return answer === 'confirm' || canChange
}

async function officeOf(tx: Tx, { settings }: Deps, { franchiseId }: JobRow) {
  const franchise = franchiseId === null ? undefined : await findFranchise(tx, franchiseId)
  return {
    name: franchise?.name ?? settings.business.name,
    phone: franchise?.phone ?? settings.business.phone,
    timeZone: franchise?.timeZone ?? settings.business.timeZone,
  }
}

/** Customers without an email address can't get the code that changing the time online needs. */
async function canChangeOnline(tx: Tx, deps: Deps, job: JobRow, timeZone: string): Promise<boolean> {
  const moves = (await customerMoves(tx, [job.id])).get(job.id) ?? 0
  return job.customerEmail !== null && moveTermsOf(deps, job, moves, timeZone) !== null
}

interface Answered extends Awaited<ReturnType<typeof officeOf>> {
  answer: 'confirm' | 'change'
  canChange: boolean
}

async function wordsFor(
  tx: Tx,
  { config, settings }: Deps,
  job: JobRow,
  { answer, canChange, name, phone, timeZone }: Answered,
): Promise<string> {
  const own = await languageOfCustomer(tx, job.customerId)
  const language = spokenLanguage(own ?? 'en', settings.languages.offered)
  const words = textWords(language)
  if (answer === 'confirm') return words.visitConfirmed(name, promisedText(language, job, timeZone))
  return canChange
    ? `${words.changeHere(name)} ${config.publicUrl}/my?change=${referenceOf(job)}`
    : words.changeByPhone(name, phone === null ? null : formatPhone(phone))
}

/** The time as the customer was told it. */
function promisedText(language: Language, job: JobRow, timeZone: string): string {
  const formats = formatsFor(language)
  const time = promisedTime(job, timeZone)
  if (time === null) return ''
  const slot = promisedSlot(job, timeZone)
  const arrival = slot && formats.arrival(slot.date, slot.window)
  return arrival
    ? `${arrival.day}, ${arrival.time}`
    : `${formats.day(time.start, timeZone)}, ${formats.time(time.start, timeZone)}`
}

/** The customer's visits ahead that we reminded them of by text, soonest first. */
function remindedVisits(tx: Tx, now: number, customerId: string): Promise<JobRow[]> {
  return tx
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.customerId, customerId),
        eq(jobs.status, 'scheduled'),
        gt(jobs.scheduledStart, now),
        sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.jobId} = ${jobs.id} AND ${outbox.channel} = 'sms'
          AND ${outbox.about} LIKE 'job:' || ${jobs.id} || ':reminder:' || ${jobs.scheduledStart} || ':%')`,
      ),
    )
    .orderBy(asc(jobs.scheduledStart))
}
