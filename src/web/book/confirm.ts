import type { Deps } from '../../deps'
import { AlreadyAnswered, KeyedAnswer } from '../../http/idempotency'
import { invalid } from '../../lib/errors'
import { keyedHash } from '../../lib/secret'
import { bookJob } from '../../modules/jobs/book'
import { JobInput, type JobBooked } from '../../modules/jobs/model'
import { numberOrNone, readDraft, type Draft } from './draft'
import { plainPhone } from './faults'
import type { Fields } from './fields'

/** The job that was booked, or the draft with what is wrong with it. */
export type Confirmed = { jobId: string } | { draft: Draft }

/** Books what the form says, once. Sent again, it gives the same job, although its time is taken by then. */
export async function confirmBooking(deps: Deps, fields: Fields): Promise<Confirmed> {
  const once = onceOf(deps, fields)
  const earlier = await bookedBefore(deps, once)
  if (earlier) return earlier
  const draft = await readDraft(deps, fields, 'contact', 'contact')
  if (Object.keys(draft.faults).length > 0) return { draft }
  try {
    const { job } = await bookJob(deps, inputOf(draft), { source: 'public', actor: 'public' }, once)
    return { jobId: job.id }
  } catch (error) {
    const twin = error instanceof AlreadyAnswered ? await bookedBefore(deps, once) : null
    if (twin) return twin
    throw error
  }
}

/** Somebody who goes back and changes something wants another booking: what was said is part of the key. */
function onceOf({ clock, secrets }: Deps, fields: Fields): KeyedAnswer {
  // Without it, two people who book the same would be taken for one.
  if (fields.key === '') throw invalid('The form is not complete. Start again from the first page.')
  return new KeyedAnswer(clock, secrets.linkSecret, {
    key: keyedHash(fields.key, JSON.stringify(fields)),
    method: 'POST',
    route: '/book/confirm',
    caller: 'public',
    target: '/book/confirm',
    body: fields,
  })
}

async function bookedBefore({ store }: Deps, once: KeyedAnswer): Promise<{ jobId: string } | null> {
  const stored = await once.recall(store)
  return stored && { jobId: (stored.answer as { data: JobBooked }).data.job.id }
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
