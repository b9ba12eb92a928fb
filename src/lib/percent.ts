/** Exact for every percentage with at most two decimals; null for anything finer. */
export function basisPointsFromPercent(percent: number): number | null {
  const points = Math.round(percent * 100)
  return points / 100 === percent ? points : null
}

export const percentFromBasisPoints = (points: number): number => points / 100
