import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { todaySnoozes } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { actorText, type Actor } from '../../../lib/actor'
import { zonedAt } from '../../../lib/calendar'
import { isoTimeOrNull } from '../../../lib/clock'
import { conflict, missing } from '../../../lib/errors'
import { recordActivity } from '../../office'
import { gatherLines } from './gather'
import type { SnoozeInput, Snoozed } from './model'
import type { Reach } from './reach'

/** Early enough to be there when the first person looks. */
const morning = 6

/** Puts a line off for everyone. Only lines that are true now, and that the caller sees, can be. */
export async function snoozeLine(
  deps: Deps,
  { key, until }: SnoozeInput,
  reach: Reach,
  actor: Actor,
): Promise<Snoozed> {
  const { store, clock } = deps
  const line = (await gatherLines(deps, reach)).lines.find((one) => one.key === key)
  if (!line) throw missing('Line')
  if (until === 'done' && line.todo !== null)
    throw conflict('Mark the to-do as done instead, so everyone can see who did it.')
  const now = clock.now()
  const at = endOf(deps, until)
  await store.write(async (tx) => {
    await tx.delete(todaySnoozes).where(and(isNotNull(todaySnoozes.until), lte(todaySnoozes.until, now)))
    const row = { key, until: at, by: actorText(actor), at: now }
    const { key: _, ...set } = row
    if (until === 'now') await tx.delete(todaySnoozes).where(eq(todaySnoozes.key, key))
    else await tx.insert(todaySnoozes).values(row).onConflictDoUpdate({ target: todaySnoozes.key, set })
    await recordActivity(tx, now, {
      type: `today.${verbs[until].type}`,
      actor,
      summary: verbs[until].summary,
      ...(line.job !== null && { subject: { kind: 'job' as const, id: line.job.id } }),
      franchiseId: line.job?.franchiseId ?? line.todo?.franchiseId ?? null,
      metadata: { kind: line.kind },
    })
  })
  return { key, until: isoTimeOrNull(at) }
}

/** The line's own words stay out of the activity log: they may name a customer. */
const verbs: Record<SnoozeInput['until'], { type: string; summary: string }> = {
  tomorrow: { type: 'snoozed', summary: 'Snoozed a line of Today until tomorrow' },
  'next-week': { type: 'snoozed', summary: 'Snoozed a line of Today until next week' },
  done: { type: 'done', summary: 'Marked a line of Today as done' },
  now: { type: 'returned', summary: 'Brought back a line of Today' },
}

/** Tomorrow or next Monday in the morning; null for good. */
function endOf({ clock, settings }: Deps, until: SnoozeInput['until']): number | null {
  if (until === 'done' || until === 'now') return null
  const now = zonedAt(clock.now(), settings.business.timeZone)
  const days = until === 'tomorrow' ? 1 : 8 - now.dayOfWeek
  return now.startOfDay().add({ days }).with({ hour: morning }).epochMilliseconds
}
