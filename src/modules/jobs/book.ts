import { jobs } from '../../../db/schema'
import { placeholders, prepared, newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import { centsFromUnits, type Cents } from '../../lib/money'
import { zipIn } from '../../lib/text'
import type { Language } from '../../words/language'
import { amountsOf, catalogPrice, grantPromo } from '../catalog'
import { identifyCustomer } from '../customers'
import { findFranchise, servingWrittenZip } from '../franchises'
import { queueFirst, wakeSender } from '../messages'
import { raiseTodo, recordActivity } from '../office'
import { askAboutLowPrice } from './low-price'
import { bookedMessages } from './messages'
import type { JobBooked, JobInput } from './model'
import { placeSoon } from './place'
import { freeReference } from './references'
import { presentJob, type JobRow, type NewJob } from './rows'
import { changeJob, beginTimeline, initialState } from './timeline'

interface Booked extends Pick<Origin, 'source' | 'actor' | 'isQuoted' | 'language'> {
  /** Applies a discount in the same unit. */
  priced?: (tx: Tx, job: NewJob) => Promise<NewJob>
}

/**
 * Takes a booking: the job, its activity and the welcome message are written in one unit together
 * with the answer to an Idempotency-Key, so that none exists without the others.
 */
export async function bookJob(
  deps: Deps,
  input: JobInput,
  { source, actor, isQuoted, language, priced }: Booked,
  once: Once,
): Promise<JobBooked> {
  const at = deps.clock.now()
  const answer = await deps.store.write(async (tx) => {
    const inserted = await insertJob(tx, input, { source, actor, isQuoted, language, at })
    const job = (await priced?.(tx, inserted)) ?? inserted
    if (job.paymentId) await adoptPayment(deps, tx, job, job.paymentId)
    if (job.catalogPriceCents !== null) await askAboutLowPrice(tx, at, job)
    else if (job.priceCents === 0 && source === 'public') await askForPrice(tx, at, job)
    for (const message of bookedMessages(job)) await queueFirst(tx, at, { ...message, language })
    const booked = { job: presentJob(job), message: 'Your booking is in. We will confirm the time shortly.' }
    await once.settle(tx, booked)
    return booked
  })
  wakeSender(deps)
  placeSoon(deps)
  return answer
}

/** A processor that runs in this process hears of the payment here; any other knows its own. */
async function adoptPayment({ providers }: Deps, tx: Tx, job: NewJob, paymentId: string): Promise<void> {
  const { id: jobId, paymentStatus, totalCents, createdAt: at } = job
  await providers.payments.adoptBookingPayment?.(tx, { paymentId, paymentStatus, jobId, totalCents, at })
}

/** Books for the public what a code makes cheaper. The code is used up in the unit that books. */
export function bookWithPromo(
  deps: Deps,
  input: JobInput,
  { code, language }: { code: string; language: Language },
  once: Once,
): Promise<JobBooked> {
  const priced = (tx: Tx, job: NewJob) => discounted(tx, deps.clock.now(), job, code)
  return bookJob(deps, input, { source: 'public', actor: 'public', isQuoted: true, language, priced }, once)
}

async function discounted(tx: Tx, at: number, job: NewJob, code: string): Promise<NewJob> {
  const { franchiseId, priceCents, taxBasisPoints } = job
  const granted = await grantPromo(tx, at, { code, franchiseId, priceCents })
  const change = {
    ...amountsOf(priceCents, taxBasisPoints, granted.discountCents),
    promoCode: granted.code,
  }
  const occasion = { kind: 'repriced', actor: 'public', at }
  return (await changeJob(tx, { ...job, seq: 0 }, change, occasion)).job
}

/** What was booked at a price on request waits for one: without it nothing is ever invoiced. */
export function askForPrice(tx: Tx, at: number, job: NewJob): Promise<void> {
  const isDone = job.status === 'completed'
  return raiseTodo(tx, at, {
    kind: 'job.no-price',
    subject: job.id,
    title: `${isDone ? 'A finished job' : 'A booking'} has no price: ${job.type}`,
    detail: isDone
      ? 'Set the price, and its invoice is made. Done if the visit was free.'
      : 'Agree on the price with the customer, then set it under Reprice.',
    franchiseId: job.franchiseId,
  })
}

/** How a job comes into being, beside what its customer says. */
export interface Origin {
  source: JobRow['source']
  actor: string
  at: number
  /** We named the price ourselves: it is right, whatever the catalog says. */
  isQuoted?: boolean | undefined
  /** The language of the page it was booked on; an API call has none. */
  language?: Language | undefined
  /** For recurring jobs: at most one job exists per template and period. */
  period?: { templateId: string; date: string }
}

/** Only what a booking sets; the rest has its value from the schema. Fewer columns bind faster. */
const bookedColumns = [
  'id',
  'reference',
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
  'catalogPriceCents',
  'templateId',
  'templatePeriod',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof NewJob)[]

const insertBooked = prepared((db) => db.insert(jobs).values(placeholders(jobs, bookedColumns)))

/** Stores a job with the first line of its timeline, inside the caller's unit. */
export async function insertJob(tx: Tx, input: JobInput, origin: Origin): Promise<NewJob> {
  const zip = zipIn(input.address)
  const franchise = await franchiseOf(tx, input.franchiseId ?? null, zip)
  const customerId = await identifyCustomer(
    tx,
    {
      name: input.customerName,
      email: input.customerEmail ?? null,
      phone: input.customerPhone ?? null,
      language: origin.language,
    },
    origin.at,
  )
  const priceCents = centsFromUnits(input.price) ?? 0
  const id = newId()
  const job: NewJob = {
    ...blank,
    id,
    reference: await freeReference(tx, id),
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
    ...amountsOf(priceCents, franchise?.taxBasisPoints ?? 0),
    catalogPriceCents: await undercutPrice(tx, input.type, priceCents, origin),
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
  if (job.franchiseId !== null && !franchise) await askAboutUnknownFranchise(tx, job)
  return job
}

/** The catalog's price where the public named less; null where the price stands. */
async function undercutPrice(
  tx: Tx,
  type: string,
  priceCents: Cents,
  { source, isQuoted }: Origin,
): Promise<Cents | null> {
  if (source !== 'public' || isQuoted) return null
  const asked = await catalogPrice(tx, type)
  return asked !== null && priceCents < asked ? asked : null
}

/** The franchise named, if we know it, else the one whose area holds the address. */
const franchiseOf = (tx: Tx, named: string | null, zip: string | null) =>
  named === null ? servingWrittenZip(tx, zip) : findFranchise(tx, named)

/** An id we do not know is kept as it was sent: it may be on its way, or a person must look. */
function askAboutUnknownFranchise(tx: Tx, job: NewJob): Promise<void> {
  return raiseTodo(tx, job.createdAt, {
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
