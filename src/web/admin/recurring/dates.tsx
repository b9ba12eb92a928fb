import { formatDate } from '../../client/format'
import { Section } from '../shared/facts'

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

export const everyMonths = (months: number): string =>
  months === 1 ? 'Every month' : months === 12 ? 'Every year' : `Every ${months} months`
