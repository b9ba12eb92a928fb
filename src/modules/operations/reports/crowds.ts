import { jobStatuses } from '../../../../db/schema/jobs'
import type { Deps } from '../../../deps'
import type { ReportType } from './model'
import { jobSummary, ledgerSummary, visitSummary } from './summaries'
import { sumsBy, type Scope } from './sums'

/** A sum over fewer jobs than this could reveal something about one customer. */
export const crowd = 5

/**
 * Splits groups into those large enough to show and the rest, which is shown as one. A rest that is too small
 * absorbs the smallest shown group; otherwise, subtracting the shown groups from the total would reveal it.
 */
export function inCrowds<T>(groups: readonly T[], sizeOf: (group: T) => number): { shown: T[]; rest: T[] } {
  const bySize = groups.toSorted((one, other) => sizeOf(other) - sizeOf(one))
  let kept = bySize.filter((group) => sizeOf(group) >= crowd).length
  const sizeOfRest = () => bySize.slice(kept).reduce((sum, group) => sum + sizeOf(group), 0)
  while (kept > 0 && kept < groups.length && sizeOfRest() < crowd) kept--
  const shown = new Set(bySize.slice(0, kept))
  return {
    shown: groups.filter((group) => shown.has(group)),
    rest: groups.filter((group) => !shown.has(group)),
  }
}

/** Merges small groups for the public, and all groups when the report is about one franchise. HQ sees every group. */
export function crowded<T>(
  { forPublic, franchiseId }: Scope,
  groups: T[],
  sizeOf: (group: T) => number,
  merge: (rest: T[]) => T,
): T[] {
  if (!forPublic || groups.length === 0) return groups
  const { shown, rest } = franchiseId === null ? inCrowds(groups, sizeOf) : { shown: [], rest: groups }
  return rest.length === 0 ? shown : [...shown, merge(rest)]
}

/** Unknown services and groups too small to show are both called `other`, so they become one row. */
export function oneOther<T extends { key: string | number }>(rows: T[], merge: (rest: T[]) => T): T[] {
  const others = rows.filter(({ key }) => key === '')
  return others.length < 2 ? rows : [...rows.filter(({ key }) => key !== ''), merge(others)]
}

/** The number of jobs in a report by franchise; each payment counts as a job. */
async function sizesByFranchise(deps: Deps, type: ReportType): Promise<Map<string, number>> {
  const everywhere: Scope = { franchiseId: null, from: null, to: null }
  const sizes = async () => {
    if (type === 'workers')
      return (await sumsBy(deps, visitSummary, 'franchise_id', everywhere, ['visits'])).map(
        ({ key, visits }) => [String(key), visits] as const,
      )
    if (type === 'pnl' || type === 'revenue')
      return (await sumsBy(deps, ledgerSummary, 'franchise_id', everywhere, ['payments'])).map(
        ({ key, payments }) => [String(key), payments] as const,
      )
    return (await sumsBy(deps, jobSummary, 'franchise_id', everywhere, jobStatuses)).map(
      ({ key, ...counts }) => [String(key), sumOf(counts)] as const,
    )
  }
  return new Map(await sizes())
}

const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/**
 * The number of jobs the public may see for a franchise or in total. It is zero if there are too few, and also if
 * subtracting the other franchises from the total would reveal too few.
 */
export async function publicSize(deps: Deps, type: ReportType, franchiseId: string | null): Promise<number> {
  const sizes = [...(await sizesByFranchise(deps, type))]
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  if (franchiseId === null) return total < crowd ? 0 : total
  const { shown } = inCrowds(sizes, ([, size]) => size)
  return shown.find(([id]) => id === franchiseId)?.[1] ?? 0
}
