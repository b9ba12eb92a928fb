import type { Worker } from '../../../modules/workers/model'

export interface LaneGroup {
  franchiseId: string | null
  workers: Worker[]
}

/** Those at work, and whoever has a visit although they are not active any more, franchise by franchise. */
export function groupWorkers(
  workers: readonly Worker[],
  franchiseId: string,
  busy: ReadonlySet<string | null>,
): LaneGroup[] {
  const shown = workers
    .filter(({ id, active }) => active || busy.has(id))
    .filter((worker) => franchiseId === '' || worker.franchiseId === franchiseId || busy.has(worker.id))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return [...Map.groupBy(shown, (worker) => worker.franchiseId)]
    .map(([id, crew]) => ({ franchiseId: id, workers: crew }))
    .toSorted((a, b) => (a.franchiseId ?? '').localeCompare(b.franchiseId ?? ''))
}
