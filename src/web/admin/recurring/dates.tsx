import { formatDate } from '../../client/format'
import type { Option } from '../../components'
import { Section } from '../shared/facts'

/** The statuses HQ can choose for a plan or a billing schedule. */
export const stateOptions: Option[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'ended', label: 'Ended' },
]

/** The upcoming dates, so people don't have to count months. */
export function UpcomingDates({ dates }: { dates: string[] }) {
  return (
    <Section title={dates.length === 0 ? 'Upcoming dates' : `Next ${dates.length} dates`}>
      {dates.length === 0 ? (
        <p class="soft">There are no upcoming dates because it's paused or has ended.</p>
      ) : (
        <ol class="dates">
          {dates.map((date) => (
            <li key={date}>{formatDate(date)}</li>
          ))}
        </ol>
      )}
    </Section>
  )
}
