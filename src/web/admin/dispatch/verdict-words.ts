import type { WorkerVerdict } from '../../../modules/dispatch/model'
import { formatDate, formatMoment } from '../../client/format'

/** Why somebody could take a job or could not, as a person would say it. */
export function reasonOf({ start, score, detail, change }: WorkerVerdict, timeZone: string): string {
  if (start !== null && score !== null)
    return `${formatMoment(start, timeZone)}, ${Math.round(score.travel)} min of driving`
  // Which skills are missing says already which would do.
  const way = change === null || change.kind === 'skills_learned' ? '' : ` It ${change.sentence}.`
  return (detail + way).replaceAll(/\d{4}-\d{2}-\d{2}/g, (date) => formatDate(date))
}
