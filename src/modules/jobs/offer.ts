import { jobNotes } from '../../../db/schema'
import { newId } from '../../../db/store'
import type { Deps } from '../../deps'
import { actorText, type Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { queueNew, usualWay, wakeSender } from '../messages'
import { recordActivity } from '../office'
import { formatsFor } from '../../words/formats'
import { jobSubject } from './audit'
import { newTimeMessage } from './messages'
import type { Offered, OfferInput } from './model'
import { requireJob } from './rows'

/** Asks the customer of a job that doesn't fit about another time. The same offer goes out once. */
export async function offerTime(deps: Deps, id: string, offer: OfferInput, actor: Actor): Promise<Offered> {
  const at = deps.clock.now()
  const offered = await deps.store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (job.status !== 'pending') throw conflict("This job isn't waiting for a time anymore")
    const way = usualWay(job)
    if (!way) throw conflict("We don't have an email address or a phone number of this customer")
    const isNew = (await queueNew(tx, at, newTimeMessage(job, way, offer))) !== null
    if (!isNew) return { sent: false }
    const subject = jobSubject(job)
    const text = `${offerText(offer)} by ${way.channel === 'email' ? 'email' : 'text'}.`
    await tx
      .insert(jobNotes)
      .values({ id: newId(), jobId: id, author: actorText(actor), text, createdAt: at })
    await recordActivity(tx, at, {
      type: 'job.time-offered',
      actor,
      summary: `Asked the customer of ${subject.name} about another time`,
      subject,
      franchiseId: job.franchiseId,
    })
    return { sent: true }
  })
  wakeSender(deps)
  return offered
}

function offerText({ date, window }: OfferInput): string {
  if (!date || !window) return 'Asked the customer for another time'
  const formats = formatsFor('en')
  return `Offered ${formats.dayOf(date)}, ${formats.window(window)}`
}
