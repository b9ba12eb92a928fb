import { eq, sql } from 'drizzle-orm'
import { customers } from '../../../db/schema'
import { prepared, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { day } from '../../lib/clock'
import { hasEnded as isOver } from '../../lib/job-states'
import { bookingPathOf, openBookingToken, openConfirmation, type SealedJob } from '../../tokens/booking-link'
import { openJobLink, type JobLinkPurpose } from '../../tokens/job-link'
import type { Language } from '../../words/language'
import { linkSeriesOf } from '../customers'
import { findJob, type JobRow } from './rows'

/** How long the page of a booking can be read after the visit. The account shows it for good. */
const readableFor = 90 * day

const customerById = prepared((db) =>
  db
    .select({ language: customers.language, series: customers.linkSeries })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('id'))),
)

/** Null until they choose one. */
export async function languageOfCustomer(db: Db, id: string | null): Promise<Language | null> {
  return id === null ? null : ((await customerById.get(db, { id }))?.language ?? null)
}

type Linking = Pick<Deps, 'store' | 'secrets' | 'clock'>

/** The address of the booking's page. */
export async function bookingPath(
  deps: Pick<Deps, 'store' | 'secrets'>,
  { id, customerId }: Pick<JobRow, 'id' | 'customerId'>,
): Promise<string> {
  return bookingPathOf(deps, { jobId: id, series: await linkSeriesOf(deps.store.read, customerId) })
}

interface Linked {
  job: JobRow
  /** The customer's, if we know it. */
  language: Language | null
  /** HQ ended the links that were sent until then, or the visit was long ago. */
  hasEnded: boolean
}

export interface LinkedJob extends Linked {
  /** It is too late for what the link is for, but not to read about the booking. */
  hasExpired: boolean
}

/** The job behind a link in one of our messages; null for a link we didn't make for this purpose. */
export async function jobOfLink(
  deps: Linking,
  purpose: JobLinkPurpose,
  token: string,
): Promise<LinkedJob | null> {
  const link = openJobLink(deps, purpose, token)
  const linked = link && (await linkedTo(deps, link))
  return linked && { ...linked, hasExpired: link.hasExpired }
}

/** The job behind the address of a booking's page; null for an address we didn't make. */
export const jobOfBookingPage = (deps: Linking, token: string): Promise<Linked | null> =>
  linkedTo(deps, openBookingToken(deps, token))

/** The job that a link confirms; null for a link we didn't make. */
export async function jobToConfirm(deps: Linking, token: string): Promise<Linked | null> {
  const link = openConfirmation(deps, token)
  const linked = await linkedTo(deps, link)
  return linked && { ...linked, hasEnded: linked.hasEnded || link?.hasExpired === true }
}

async function linkedTo({ store, clock }: Linking, link: SealedJob | null): Promise<Linked | null> {
  const job = link && (await findJob(store.read, link.jobId))
  if (!job) return null
  const customer =
    job.customerId === null ? undefined : await customerById.get(store.read, { id: job.customerId })
  const isOfSeries = link.series === (customer?.series ?? 0)
  return { job, language: customer?.language ?? null, hasEnded: !isOfSeries || isLongOver(job, clock.now()) }
}

function isLongOver(job: JobRow, now: number): boolean {
  const { status, createdAt, completedAt, cancelledAt, scheduledEnd } = job
  const last = Math.max(createdAt, completedAt ?? 0, cancelledAt ?? 0, scheduledEnd ?? 0)
  return isOver(status) && now > last + readableFor
}
