import { formatDate } from '../../client/format'
import type { Option } from '../../components'
import { Section } from '../shared/facts'

/** What the office can set a plan or a billing schedule to. */
export const stateOptions: Option[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'ended', label: 'Ended' },
]

/** The next dates as they will come, so that nobody has to count months. */
export function UpcomingDates({ dates }: { dates: string[] }) {
  return (
    <Section title={dates.length === 0 ? 'Next dates' : `The next ${dates.length} dates`}>
      {dates.length === 0 ? (
        <p class="soft">None while it is paused or once it has ended.</p>
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
