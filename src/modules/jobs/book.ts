import { jobs } from '../../../db/schema'
import type { BookingRules } from '../../../db/schema/jobs'
import { brokenConstraint, insertInto, newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Actor } from '../../lib/actor'
import { normaliseEmail } from '../../lib/contact'
import { centsFromUnits, type Cents } from '../../lib/money'
import { referenceFor } from '../../lib/reference'
import { zipIn } from '../../lib/text'
import { rulesInForce } from '../../settings/booking'
import type { Language } from '../../words/language'
import { amountsOf, catalogPrice, grantPromo } from '../catalog'
import { chosenCustomer, findTwin, identifyCustomer, isOnlyClaimed, type Voucher } from '../customers'
import { findFranchise, servingDrawnZip, servingWrittenZip, zipCenters, type ZipCenters } from '../franchises'
import { queueFirst, wakeSender } from '../messages'
import { raiseTodo, recordActivity } from '../office'
import { jobSubject } from './audit'
import { announceBooked } from './events'
import { askAboutLowPrice } from './low-price'
import { bookedMessages } from './messages'
import type { JobBooked, JobInput } from './model'
import { placeSoon } from './place'
import { freeReference } from './references'
import { presentJob, type JobRow, type NewJob } from './rows'
import { changeJob, beginTimeline, initialState } from './timeline'

const thanks = "Thanks! Your booking is in. We'll confirm the time shortly."

interface Booked extends Pick<
  Origin,
  'source' | 'actor' | 'isQuoted' | 'language' | 'voucher' | 'customerId' | 'requester'
> {
  /** False to send no confirmation. */
  tellCustomer?: boolean
  /** Applies a discount in the same unit. */
  priced?: (tx: Tx, job: NewJob) => Promise<NewJob>
}

/**
 * Writes the job, its activity, the welcome message and the answer to an Idempotency-Key in one unit, so that
 * none exists without the others.
 */
export async function bookJob(
  deps: Deps,
  input: JobInput,
  { priced, tellCustomer = true, ...origin }: Booked,
  once: Once,
): Promise<JobBooked> {
  const at = deps.clock.now()
  const { source, language } = origin
  const rules = rulesInForce(deps.settings.booking, { isOnline: source === 'public' })
  const centers = input.franchiseId ? undefined : await zipCenters(deps, [input.address])
  const answer = await deps.store.write(async (tx) => {
    const inserted = await insertJob(tx, input, { ...origin, rules, at, centers })
    const job = (await priced?.(tx, inserted)) ?? inserted
    await announceBooked(tx, job)
    if (job.paymentId) await adoptPayment(deps, tx, job, job.paymentId)
    if (job.catalogPriceCents !== null) await askAboutLowPrice(tx, at, job)
    else if (job.priceCents === 0 && source === 'public') await askForPrice(tx, at, job)
    for (const message of tellCustomer ? bookedMessages(deps.settings, job) : [])
      await queueFirst(tx, at, { ...message, language })
    const booked = { job: presentJob(job), message: thanks }
    await once.settle(tx, booked)
    return booked
  })
  wakeSender(deps)
  placeSoon(deps)
  return answer
}

/** The demo processor learns about the payment here; a real one already knows it. */
async function adoptPayment({ providers }: Deps, tx: Tx, job: NewJob, paymentId: string): Promise<void> {
  const { id: jobId, paymentStatus, totalCents, createdAt: at } = job
  await providers.payments.adoptBookingPayment?.(tx, { paymentId, paymentStatus, jobId, totalCents, at })
}

/** Books with a promo code. The same unit counts the code's use. */
export function bookWithPromo(
  deps: Deps,
  input: JobInput,
  { code, ...visitor }: { code: string; language: Language; requester?: string },
  once: Once,
): Promise<JobBooked> {
  const priced = (tx: Tx, job: NewJob) => discounted(tx, deps.clock.now(), job, code)
  return bookJob(deps, input, { source: 'public', actor: 'public', isQuoted: true, ...visitor, priced }, once)
}

async function discounted(tx: Tx, at: number, job: NewJob, code: string): Promise<NewJob> {
  const { franchiseId, priceCents, taxBasisPoints } = job
  const granted = await grantPromo(tx, at, { code, franchiseId, priceCents })
  const change = {
    ...amountsOf(priceCents, taxBasisPoints, granted.discountCents),
    promoCode: granted.code,
  }
  const occasion = { kind: 'repriced', actor: 'public', at, isPartOfBooking: true as const }
  return (await changeJob(tx, { ...job, seq: 0 }, change, occasion)).job
}

/** A job booked without a price needs one, because otherwise it is never invoiced. */
export function askForPrice(tx: Tx, at: number, job: NewJob): Promise<void> {
  const isDone = job.status === 'completed'
  return raiseTodo(tx, at, {
    kind: 'job.no-price',
    subject: job.id,
    title: `${isDone ? 'Set a price for a finished job' : 'Set a price for a new booking'}: ${job.type}`,
    detail: isDone
      ? 'Enter the price on the job to create its invoice. If the visit was free, mark this to-do as done.'
      : 'Agree on a price with the customer, then enter it on the job.',
    franchiseId: job.franchiseId,
  })
}

/** The circumstances of a booking, apart from the customer's own input. */
export interface Origin {
  source: JobRow['source']
  actor: Actor
  at: number
  /** We quoted the price ourselves, so it stands whatever the catalog says. */
  isQuoted?: boolean | undefined
  /** The language of the page it was booked on; an API call has none. */
  language?: Language | undefined
  /** The customer whom the office chose, or null for somebody new. Others find theirs by email or phone. */
  customerId?: string | null | undefined
  voucher?: Voucher
  /** The terms the customer is shown; a job that nobody books has none. */
  rules?: BookingRules | null
  /** Says whose sales tax counts where service areas are only drawn on the map. */
  centers?: ZipCenters | undefined
  /** A hash of the network that a booking on our page came from. */
  requester?: string | undefined
  /** For recurring jobs: only one job can exist per job template and period. */
  period?: { templateId: string; date: string }
}

const insertBooked = insertInto(jobs)

/** Stores a job and the first line of its timeline in the caller's unit. */
export async function insertJob(tx: Tx, input: JobInput, origin: Origin): Promise<NewJob> {
  const zip = zipIn(input.address)
  const franchise = await franchiseOf(tx, input.franchiseId ?? null, zip)
  const { customer, email, phone } = await customerOf(tx, input, origin)
  const franchiseId = franchise?.id ?? input.franchiseId ?? null
  // The map says later who serves the address, but the customer is told a total with tax now.
  const taxing =
    franchise ??
    (franchiseId === null && origin.centers ? await servingDrawnZip(tx, zip, origin.centers) : undefined)
  const priceCents = centsFromUnits(input.price) ?? 0
  const id = newId()
  const booked = {
    id,
    reference: referenceFor(id),
    customerId: customer?.id ?? null,
    claimed: await isOnlyClaimed(tx, customer, franchiseId, origin.voucher ?? null),
    customerName: input.customerName,
    customerEmail: input.customerEmail ?? email,
    customerPhone: input.customerPhone ?? phone,
    address: input.address,
    type: input.type,
    preferredDate: input.preferredDate ?? null,
    preferredTime: input.preferredTime ?? null,
    addOns: input.addOns,
    notes: input.notes ?? null,
    gutterLength: input.gutterLength ?? null,
    stories: input.stories ?? null,
    franchiseId,
    paymentId: input.paymentId ?? null,
    paymentStatus: input.paymentStatus ?? null,
    source: origin.source,
    zip,
    ...amountsOf(priceCents, taxing?.taxBasisPoints ?? 0),
    catalogPriceCents: await undercutPrice(tx, input, priceCents, origin),
    templateId: origin.period?.templateId ?? null,
    templatePeriod: origin.period?.date ?? null,
    bookingRules: origin.rules ?? null,
    requester: origin.requester ?? null,
    createdAt: origin.at,
    updatedAt: origin.at,
  }
  await insertWithReference(tx, booked)
  const job: NewJob = { ...blank, ...booked }
  await beginTimeline(tx, job, origin.actor)
  const subject = jobSubject(job)
  const isByHq = typeof origin.actor !== 'string'
  await recordActivity(tx, origin.at, {
    type: 'job.created',
    actor: origin.actor,
    // Customers can write anything as the type, and erasing them cuts a summary at its colon.
    summary: isByHq ? `Booked ${subject.name}: ${job.type}` : `Booked: ${job.type}`,
    subject,
    franchiseId: job.franchiseId,
    metadata: { jobId: job.id },
  })
  if (job.franchiseId !== null && !franchise) await askAboutUnknownFranchise(tx, job)
  if (franchise && job.claimed && isByHq) await askAboutCustomer(tx, job)
  return job
}

/** A reference is almost never taken, so the unique index says when it is, instead of a look-up for every booking. */
async function insertWithReference(tx: Tx, booked: Parameters<typeof insertBooked>[1] & { id: string }) {
  try {
    await insertBooked(tx, booked)
  } catch (error) {
    if (!brokenConstraint(error)?.includes('jobs.reference')) throw error
    booked.reference = await freeReference(tx, booked.id)
    await insertBooked(tx, booked)
  }
}

/** The customer a job is for, and the contact of one whom the office chose. */
async function customerOf(tx: Tx, input: JobInput, { source, customerId, language, at }: Origin) {
  const { customerName: name, customerEmail = null, customerPhone: phone = null, address } = input
  const email = customerEmail === null ? null : normaliseEmail(customerEmail)
  if (customerId) {
    const chosen = await chosenCustomer(tx, customerId)
    return { customer: { id: chosen.id, isKnown: true }, email: chosen.email, phone: chosen.phone }
  }
  const isAsked = source === 'hq' && customerId === undefined
  const twin = isAsked ? await findTwin(tx, { name, email, phone, address }) : undefined
  const customer = twin
    ? { id: twin.id, isKnown: true }
    : await identifyCustomer(tx, { name, email: customerEmail, phone, language }, at)
  return { customer, email: null, phone: null }
}

/** The catalog price if the customer booked below it, otherwise null. */
async function undercutPrice(
  tx: Tx,
  { type, gutterLength = null, stories = null, addOns }: JobInput,
  priceCents: Cents,
  { source, isQuoted }: Origin,
): Promise<Cents | null> {
  if (source !== 'public' || isQuoted) return null
  const asked = await catalogPrice(tx, type, { gutterLength, stories, addOns })
  return asked !== null && priceCents < asked ? asked : null
}

/** The franchise the booking names, if it exists, otherwise the one that serves the address. */
const franchiseOf = (tx: Tx, named: string | null, zip: string | null) =>
  named === null ? servingWrittenZip(tx, zip) : findFranchise(tx, named)

/** Unknown ids are stored as sent: the franchise may be added later, or HQ must look. */
function askAboutUnknownFranchise(tx: Tx, job: NewJob): Promise<void> {
  return raiseTodo(tx, job.createdAt, {
    kind: 'job.unknown-franchise',
    subject: job.id,
    title: 'Choose a franchise for a booking',
    detail:
      "The booking names a franchise that doesn't exist. Assign the job to a franchise, or add the missing one.",
  })
}

/** A franchise booked for a customer of another one. It sees only what it typed until HQ confirms. */
function askAboutCustomer(tx: Tx, job: NewJob): Promise<void> {
  return raiseTodo(tx, job.createdAt, {
    kind: 'job.claimed-customer',
    subject: job.id,
    title: 'Confirm that a franchise may see a customer',
    detail:
      "The franchise booked a job with the email address or phone number of a customer it didn't have. If the booking is real, share the contact details on the job, and the franchise can see them and the saved card.",
  })
}

/** The values of a new job that a booking doesn't set. The schema fills in the same. */
const blank = {
  ...initialState,
  revision: 0,
  movable: false,
  toldStart: null,
  toldEnd: null,
  namedWorkerId: null,
  paidBeforeCents: 0,
  serviceTypeId: null,
  placeLabel: null,
  lat: null,
  lng: null,
  demo: false,
}
