/** The ratio of each path to a bare server, by the path's name. */
export type Ratios = Record<string, number>

/** A path may cost this much more than its committed ratio before CI fails. */
export const tolerance = 1.3

export const hasGrown = (measured: number, committed: number): boolean => measured / committed > tolerance

/** Two digits are as precise as a measurement. */
export const rounded = (ratio: number): number => Number(ratio.toPrecision(ratio < 10 ? 2 : 3))

/** The part of the changelog above the first release. */
export function unreleasedPart(changelog: string): string {
  const start = changelog.search(/^## Unreleased/m)
  if (start === -1) return ''
  const rest = changelog.slice(start)
  const end = rest.slice(1).search(/^## /m)
  return end === -1 ? rest : rest.slice(0, end + 1)
}

/** The highest ratio that a line such as "cost of booking: 2.1 → 2.4 because …" gives a reason for. */
export function explainedUpTo(path: string, changelog: string): number {
  const reasons = unreleasedPart(changelog).matchAll(/cost of ([\w-]+): [\d.]+ → (\d+(?:\.\d+)?) because \S/g)
  return Math.max(0, ...[...reasons].flatMap(([, name, to]) => (name === path ? [Number(to)] : [])))
}

/** Differences up to this are noise, which is no reason to raise a ratio. */
const noise = 1.05

/**
 * The ratios to commit after a measurement, and the lines that the changelog lacks. A lower ratio needs no reason, nor does
 * a path's first one.
 */
export function nextRatios(
  committed: Ratios,
  measured: Ratios,
  changelog: string,
): { ratios: Ratios; missing: string[] } {
  const ratios = { ...committed }
  const missing: string[] = []
  for (const [path, exact] of Object.entries(measured)) {
    const [before, now] = [committed[path], rounded(exact)]
    if (before !== undefined && exact > before && exact <= before * noise) continue
    if (before !== undefined && now > before && now > explainedUpTo(path, changelog))
      missing.push(`cost of ${path}: ${before} → ${now} because …`)
    else ratios[path] = now
  }
  return { ratios, missing }
}
