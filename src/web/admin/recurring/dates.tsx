import type { Interval } from '../../../lib/interval'
import { howOften } from '../../../words/how-often'
import { formatDate } from '../../client/format'
import { intervalOptions } from '../../client/interval'
import type { Option } from '../../components'
import { Section } from '../shared/facts'

/** The statuses HQ can choose for a plan or a billing schedule. */
export const stateOptions: Option[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'ended', label: 'Ended' },
]

export const intervals: Option[] = intervalOptions('en', {
  weeks: [1, 2, 3, 4],
  months: Array.from({ length: 24 }, (_, place) => place + 1),
})

/** `Every 3 months`. */
export const every = (interval: Interval): string => howOften('en', interval)

const mostDates = 4

/** The next dates, so people don't have to count months. */
export function UpcomingDates({ dates }: { dates: string[] }) {
  return (
    <Section title="Next dates">
      {dates.length === 0 ? (
        <p class="soft">There are no dates ahead because it's paused or has ended.</p>
      ) : (
        <ol class="dates">
          {dates.slice(0, mostDates).map((date) => (
            <li key={date}>{formatDate(date)}</li>
          ))}
        </ol>
      )}
    </Section>
  )
}
