import type { Deps } from '../../deps'
import { AlreadyAnswered, KeyedAnswer, type Once } from '../../http/idempotency'
import { invalid, Refusal } from '../../lib/errors'
import { unitsFromCents } from '../../lib/money'
import { keyedHash } from '../../lib/secret'
import type { Language } from '../../words/language'
import { bookWords } from '../../words/book'
import {
  bookingPath,
  bookJob,
  bookWithPromo,
  findJob,
  hasTooManyOpen,
  JobInput,
  type JobBooked,
} from '../../modules/jobs'
import { releaseHold } from '../../modules/scheduling'
import { readDraft, type Draft, type Earlier } from './draft'
import { plainPhone, type Fields } from './fields'
import { requesterOf } from './hold'
import { numberOrNone } from './price'
import { holderOf } from './wanted'

/** The booked job; otherwise the draft with its errors, or with the booking made before it. */
type Confirmed = { jobId: string } | { draft: Draft }

/**
 * Books the form's contents once. The same form sent again gives the same job, although its time is taken by then;
 * a form changed after it was booked books again only if the visitor confirms a second booking.
 */
export async function confirmBooking(
  deps: Deps,
  language: Language,
  fields: Fields,
  { another, client }: { another: boolean; client: string },
): Promise<Confirmed> {
  // Without the key, two people who book the same would look like one.
  if (fields.key === '') throw invalid('This form is incomplete. Please start your booking again.')
  // The days a visitor looked at are not part of the booking.
  const same = onceOf(deps, keyedHash(fields.key, JSON.stringify({ ...fields, from: '' })))
  const form = onceOf(deps, keyedHash(fields.key))
  // In this order: a booking made in between is then recognized as the same.
  const reading = { language, shown: 'contact', upTo: 'contact' } as const
  const first = await bookedBefore(deps, form)
  const twin = await bookedBefore(deps, same)
  if (twin) return { jobId: twin }
  const draft = await readDraft(deps, fields, reading)
  const earlier = first === null || another ? null : await standing(deps, first)
  if (earlier || Object.keys(draft.faults).length > 0) return { draft: { ...draft, earlier } }
  const requester = requesterOf(deps, client)
  const booker = { email: fields.email, address: fields.address, requester }
  if (await hasTooManyOpen(deps, booker))
    return { draft: { ...draft, faults: { email: bookWords(language).faults.tooManyOpen } } }
  const isCheaper = draft.amounts !== null && fields.promo !== ''
  try {
    const once = all(...(first === null ? [same, form] : [same]), releasing(deps, fields))
    const { job } = isCheaper
      ? await bookWithPromo(deps, inputOf(draft), { code: fields.promo, language, requester }, once)
      : await bookJob(
          deps,
          inputOf(draft),
          { source: 'public', actor: 'public', isQuoted: true, language, requester },
          once,
        )
    return { jobId: job.id }
  } catch (error) {
    // Someone else used the code for the last time in between: reading the draft again says so.
    if (isCheaper && error instanceof Refusal && error.reason === 'conflict')
      return { draft: await readDraft(deps, fields, reading) }
    // Another copy of the form was quicker: the next try finds its booking.
    if (error instanceof AlreadyAnswered) return confirmBooking(deps, language, fields, { another, client })
    throw error
  }
}

function onceOf({ clock, secrets }: Deps, key: string): KeyedAnswer {
  const path = '/book/confirm'
  const request = { key, method: 'POST', route: path, caller: 'public', target: path, body: null }
  return new KeyedAnswer(clock, secrets.linkSecret, request, { status: 201 })
}

const all = (...parts: Once[]): Once => ({
  async settle(tx, booked) {
    for (const once of parts) await once.settle(tx, booked)
  },
})

/** The booking keeps the window from now on. */
const releasing = (deps: Deps, fields: Fields): Once => ({
  async settle(tx) {
    const holder = holderOf(deps, fields)
    if (holder !== undefined) await releaseHold(tx, holder)
  },
})

async function bookedBefore({ store }: Deps, once: KeyedAnswer): Promise<string | null> {
  const stored = await once.recall(store)
  return stored && (stored.answer as { data: JobBooked }).data.job.id
}

/** The earlier booking while it holds: a canceled one is no reason to ask. */
async function standing(deps: Deps, jobId: string): Promise<Earlier | null> {
  const job = await findJob(deps.store.read, jobId)
  return job && job.status !== 'cancelled' ? { ...job, path: await bookingPath(deps, job) } : null
}

/** The price comes from the catalog, never from the form. */
function inputOf({ fields, service, addOns, amounts, area, slot }: Draft): JobInput {
  return JobInput.parse({
    customerName: fields.name,
    customerEmail: fields.email,
    ...(fields.phone === '' ? {} : { customerPhone: plainPhone(fields.phone) }),
    address: fields.address,
    type: service?.label,
    price: unitsFromCents(amounts?.priceCents ?? 0),
    addOns,
    preferredDate: slot?.date ?? null,
    preferredTime: slot?.window ?? null,
    franchiseId: area?.franchise?.id ?? null,
    notes: fields.notes === '' ? null : fields.notes,
    gutterLength: numberOrNone(fields.length),
    stories: numberOrNone(fields.stories),
  })
}
