import { must } from '../../../lib/errors'
import { formatsFor } from '../../../words/formats'
import type { Branch } from '../world/branches'
import type { VisitRow } from '../world/open-jobs'
import { weekday } from '../world/reasons'
import type { DispatchAction } from './model'

/** A visit that a proposal is about. */
interface Affected {
  row: Pick<VisitRow, 'id' | 'start' | 'customerName' | 'status'>
  branch: Branch
}

type Offer = Pick<DispatchAction['remedies'][number], 'date' | 'window'>

/** `today 12–2 PM`, `Tue 8–10 AM`. */
function offerText({ date, window }: Offer, today: string): string {
  const noon = Date.parse(`${date}T12:00:00Z`)
  return `${date === today ? 'today' : weekday(noon, 'UTC')} ${formatsFor('en').window(window ?? '')}`
}

/** `Marcus Lee can take 2 of Sofia Reyes's visits. Priya Shah's 3:00 PM visit needs a call.` */
export function summaryOf(
  away: string,
  takers: readonly string[],
  calls: readonly DispatchAction[],
  stranded: readonly Affected[],
  behind: readonly DispatchAction[],
  begun: readonly Affected[],
  today: string,
): string {
  if (stranded.length === 0 && begun.length === 0) return `${away} can make all visits today.`
  const byName = [...Map.groupBy(takers, (name) => name)]
  const takes = byName.map(([name, own]) => `${name} can take ${own.length} of ${away}'s visits`)
  const { time } = formatsFor('en')
  const visitOf = (jobId: string) => {
    const one = must(
      stranded.find(({ row }) => row.id === jobId),
      'The visit',
    )
    const zone = one.branch.calendar.timeZone
    return { zone, whose: `${one.row.customerName}'s ${time(one.row.start, zone)} visit` }
  }
  const follows = behind.map(({ jobId, start }) => {
    const { zone, whose } = visitOf(jobId)
    return `${whose} comes after a visit that runs late and moves to ${time(Date.parse(start ?? ''), zone)}`
  })
  const asks = calls.map(({ jobId, remedies: [offer] }) => {
    const { whose } = visitOf(jobId)
    return offer ? `${whose} needs a call (${offerText(offer, today)} would work)` : `${whose} needs a call`
  })
  const stays = begun.map(({ row, branch }) => {
    const visit = `${row.customerName}'s ${time(row.start, branch.calendar.timeZone)} visit`
    return row.status === 'en_route'
      ? `${away} is already on the way to ${visit}`
      : `${visit} is already under way`
  })
  return `${[...takes, ...follows, ...asks, ...stays].join('. ')}.`
}
