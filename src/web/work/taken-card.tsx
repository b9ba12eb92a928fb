import type { WorkDay } from '../../modules/workforce'
import { unbroken } from '../../words/formats'
import { Button } from '../components'
import { formats, words } from './words'

const text = words.taken

type Taken = NonNullable<WorkDay['taken']>[number]

interface TakenCardProps {
  visit: Taken
  timeZone: string
  onSeen: () => void
}

/** A visit that is no longer theirs. It stays until they say that they have seen it. */
export function TakenCard({ visit, timeZone, onSeen }: TakenCardProps) {
  const { customerName, type, start, end } = visit
  return (
    <section class="card card-tight taken-visit" aria-label={text.label(customerName)}>
      <div>
        <p class="taken-news">{newsOf(visit, timeZone)}</p>
        <p>
          {customerName} ·{' '}
          <span class="num nowrap">{formats.exactSpan(Date.parse(start), Date.parse(end), timeZone)}</span>
        </p>
        <p class="soft small">{type}</p>
      </div>
      <Button onClick={onSeen}>{text.seen}</Button>
    </section>
  )
}

function newsOf({ way, byCustomer, at, to, newStart }: Taken, timeZone: string): string {
  const time = unbroken(formats.time(Date.parse(at), timeZone))
  if (way === 'canceled') return byCustomer ? text.byCustomer(time) : text.byOffice(time)
  if (way === 'reassigned' && to !== null) return text.reassigned(to)
  if (way === 'moved' && newStart !== null) {
    const start = Date.parse(newStart)
    return text.moved(formats.day(start, timeZone), unbroken(formats.time(start, timeZone)))
  }
  return text.unscheduled(time)
}
