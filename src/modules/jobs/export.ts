import { inArray } from 'drizzle-orm'
import { franchises, workers } from '../../../db/schema'
import type { Deps } from '../../deps'
import { zonedAt } from '../../lib/local-days'
import type { JobRow } from './present'

/** What a person at a spreadsheet reads beside ids and UTC: names, and the start as clocks there show it. */
export async function namesBeside({ store, config }: Deps, rows: JobRow[]) {
  const franchiseIds = idsOf(rows.map(({ franchiseId }) => franchiseId))
  const known = await store.read.select().from(franchises).where(inArray(franchises.id, franchiseIds))
  const crew = await store.read
    .select({ id: workers.id, name: workers.name })
    .from(workers)
    .where(inArray(workers.id, idsOf(rows.map(({ workerId }) => workerId))))
  const franchiseOf = new Map(known.map((franchise) => [franchise.id, franchise]))
  const nameOf = new Map(crew.map(({ id, name }) => [id, name]))
  return rows.map(({ franchiseId, workerId, scheduledStart }) => {
    const franchise = franchiseOf.get(franchiseId ?? '')
    const zone = franchise?.timeZone ?? config.business.timeZone
    return {
      franchise: franchise?.name ?? null,
      worker: nameOf.get(workerId ?? '') ?? null,
      localStart: scheduledStart === null ? null : localText(scheduledStart, zone),
    }
  })
}

const idsOf = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** `2026-03-09 10:00`, which spreadsheets take for a time. */
const localText = (at: number, zone: string): string =>
  zonedAt(at, zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
