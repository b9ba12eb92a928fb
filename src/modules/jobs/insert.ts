import { everyColumn, prepared } from '../../../db/prepared'
import { jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { newId } from '../../lib/ids'
import { centsFromUnits } from '../../lib/money'
import { zipIn } from '../../lib/us-address'
import { recordActivity } from '../activity/record'
import { identifyCustomer } from '../customers/identify'
import { findFranchise } from '../franchises/area'
import { servingWrittenZip } from '../franchises/serving'
import { raiseTask } from '../hq-tasks/raise'
import { amountsOf } from './amounts'
import type { JobInput } from './model'
import type { JobRow } from './present'
import { beginTimeline, initialState } from './timeline'

export type NewJob = Omit<JobRow, 'seq'>

/** How a job comes into being, beside what its customer says. */
export interface Origin {
  source: JobRow['source']
  actor: string
  at: number
  /** For recurring jobs: at most one job exists per template and period. */
  period?: { templateId: string; date: string }
}

/** Only what a booking sets; the rest has its value from the schema. Fewer columns bind faster. */
const bookedColumns = [
  'id',
  'customerId',
  'customerName',
  'customerEmail',
  'customerPhone',
  'address',
  'type',
  'preferredDate',
  'preferredTime',
  'addOns',
  'notes',
  'gutterLength',
  'stories',
  'franchiseId',
  'paymentId',
  'paymentStatus',
  'source',
  'zip',
  'priceCents',
  'taxBasisPoints',
  'taxCents',
  'totalCents',
  'templateId',
  'templatePeriod',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof NewJob)[]

const insertBooked = prepared((db) => db.insert(jobs).values(everyColumn(jobs, bookedColumns)))

/** Stores a job with the first line of its timeline, inside the caller's unit. */
export async function insertJob(tx: Tx, input: JobInput, origin: Origin): Promise<NewJob> {
  const zip = zipIn(input.address)
  const franchise = await franchiseOf(tx, input.franchiseId ?? null, zip)
  const customerId = await identifyCustomer(
    tx,
    { name: input.customerName, email: input.customerEmail ?? null, phone: input.customerPhone ?? null },
    origin.at,
  )
  const job: NewJob = {
    ...blank,
    id: newId(),
    customerId,
    customerName: input.customerName,
    customerEmail: input.customerEmail ?? null,
    customerPhone: input.customerPhone ?? null,
    address: input.address,
    type: input.type,
    preferredDate: input.preferredDate ?? null,
    preferredTime: input.preferredTime ?? null,
    addOns: input.addOns,
    notes: input.notes ?? null,
    gutterLength: input.gutterLength ?? null,
    stories: input.stories ?? null,
    franchiseId: franchise?.id ?? input.franchiseId ?? null,
    paymentId: input.paymentId ?? null,
    paymentStatus: input.paymentStatus ?? null,
    source: origin.source,
    zip,
    ...amountsOf(centsFromUnits(input.price) ?? 0, franchise?.taxBasisPoints ?? 0),
    templateId: origin.period?.templateId ?? null,
    templatePeriod: origin.period?.date ?? null,
    createdAt: origin.at,
    updatedAt: origin.at,
  }
  await insertBooked.run(tx, job)
  await beginTimeline(tx, job, origin.actor)
  await recordActivity(tx, origin.at, {
    type: 'job.created',
    actor: origin.actor,
    summary: `Booked: ${job.type}`,
    metadata: { jobId: job.id },
  })
  if (job.franchiseId !== null && !franchise) await askAboutFranchise(tx, job)
  return job
}

/** The franchise named, if we know it, else the one whose area holds the address. */
const franchiseOf = (tx: Tx, named: string | null, zip: string | null) =>
  named === null ? servingWrittenZip(tx, zip) : findFranchise(tx, named)

/** An id we do not know is kept as it was sent: it may be on its way, or a person must look. */
function askAboutFranchise(tx: Tx, job: NewJob): Promise<void> {
  return raiseTask(tx, job.createdAt, {
    kind: 'job.unknown-franchise',
    subject: job.id,
    title: 'A booking names a franchise that does not exist',
    detail: 'Give the job to a franchise, or add the one it names.',
  })
}

/** A job to which nothing has happened, beside its state. */
const blank = {
  ...initialState,
  revision: 0,
  serviceTypeId: null,
  placeLabel: null,
  lat: null,
  lng: null,
  demo: false,
}
