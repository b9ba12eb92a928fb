import type { Deps } from '../../deps'
import { AlreadyAnswered, KeyedAnswer, type Once } from '../../http/idempotency'
import { invalid, Refusal } from '../../lib/errors'
import { keyedHash } from '../../lib/secret'
import { bookingPath, bookJob, bookWithPromo, findJob, JobInput, type JobBooked } from '../../modules/jobs'
import { numberOrNone, readDraft, type Draft, type Earlier } from './draft'
import { plainPhone, type Fields } from './fields'

/** The job that was booked; else the draft with what is wrong with it, or with the booking made before it. */
type Confirmed = { jobId: string } | { draft: Draft }

/**
 * Books what the form says, once. Sent again, it gives the same job, although its time is taken by then;
 * changed after it was booked, it books only for somebody who has said that this is to be another one.
 */
export async function confirmBooking(deps: Deps, fields: Fields, another: boolean): Promise<Confirmed> {
  // Without it, two people who book the same would be taken for one.
  if (fields.key === '') throw invalid('The form is not complete. Start again from the first page.')
  // Which days were looked at is not part of what is booked.
  const same = onceOf(deps, keyedHash(fields.key, JSON.stringify({ ...fields, from: '' })))
  const form = onceOf(deps, keyedHash(fields.key))
  // In this order: what was booked with the form in between is then seen as the same where it is.
  const first = await bookedBefore(deps, form)
  const twin = await bookedBefore(deps, same)
  if (twin) return { jobId: twin }
  const draft = await readDraft(deps, fields, 'contact', 'contact')
  const earlier = first === null || another ? null : await standing(deps, first)
  if (earlier || Object.keys(draft.faults).length > 0) return { draft: { ...draft, earlier } }
  const isCheaper = draft.amounts !== null && fields.promo !== ''
  // Nobody books at a total that was not shown: with a code it is first shown with what it takes off.
  if (isCheaper && fields.seen !== fields.promo && draft.fields.seen !== '') return { draft }
  try {
    const once = first === null ? both(same, form) : same
    const { job } = isCheaper
      ? await bookWithPromo(deps, inputOf(draft), fields.promo, once)
      : await bookJob(deps, inputOf(draft), { source: 'public', actor: 'public', isQuoted: true }, once)
    return { jobId: job.id }
  } catch (error) {
    // Somebody else was given its last use in between: reading it again says so.
    if (isCheaper && error instanceof Refusal && error.reason === 'conflict')
      return { draft: await readDraft(deps, fields, 'contact', 'contact') }
    // Another copy of the form was quicker: it is known by now what to say about that.
    if (error instanceof AlreadyAnswered) return confirmBooking(deps, fields, another)
    throw error
  }
}

function onceOf({ clock, secrets }: Deps, key: string): KeyedAnswer {
  const path = '/book/confirm'
  const request = { key, method: 'POST', route: path, caller: 'public', target: path, body: null }
  return new KeyedAnswer(clock, secrets.linkSecret, request, { status: 201 })
}

const both = (...all: Once[]): Once => ({
  async settle(tx, booked) {
    for (const once of all) await once.settle(tx, booked)
  },
})

async function bookedBefore({ store }: Deps, once: KeyedAnswer): Promise<string | null> {
  const stored = await once.recall(store)
  return stored && (stored.answer as { data: JobBooked }).data.job.id
}

/** What became of it since counts: a cancelled booking is no reason to ask. */
async function standing(deps: Deps, jobId: string): Promise<Earlier | null> {
  const job = await findJob(deps.store.read, jobId)
  return job && job.status !== 'cancelled' ? { ...job, path: bookingPath(deps, jobId) } : null
}

/** The price is the list's, whatever a form may say. */
function inputOf({ fields, service, area, slot }: Draft): JobInput {
  return JobInput.parse({
    customerName: fields.name,
    customerEmail: fields.email,
    ...(fields.phone === '' ? {} : { customerPhone: plainPhone(fields.phone) }),
    address: fields.address,
    type: service?.label,
    price: service?.price ?? 0,
    preferredDate: slot?.date ?? null,
    preferredTime: slot?.window ?? null,
    franchiseId: area?.franchise?.id ?? null,
    notes: fields.notes === '' ? null : fields.notes,
    gutterLength: numberOrNone(fields.length),
    stories: numberOrNone(fields.stories),
  })
}
