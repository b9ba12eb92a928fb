import { formatDay } from '../../client/format'
import { Button, TextField } from '../../components'
import { setAddress } from '../address'
import { settings } from '../session'
import { Filters, FranchiseFilter } from '../shared/tab-page'
import { addDays, today } from '../shared/zone'
import { viewDays, type View } from './axis'

const go = (date: string) => setAddress({ date })

const views: [View, string][] = [
  ['day', 'Day'],
  ['three', '3 days'],
  ['week', 'Week'],
]

const names: Record<View, string> = { day: 'day', three: 'three days', week: 'week' }

/** The days the board shows, and whose. */
export function ViewPicker({ date, view }: { date: string; view: View }) {
  return (
    <Filters>
      <div class="board-views" role="group" aria-label="View">
        {views.map(([name, label]) => (
          <Button
            key={name}
            aria-pressed={name === view ? 'true' : 'false'}
            onClick={() => setAddress({ view: name === 'day' ? null : name })}
          >
            {label}
          </Button>
        ))}
      </div>
      <div class="row" role="group" aria-label="Change day">
        <Button aria-label={`Previous ${names[view]}`} onClick={() => go(addDays(date, -viewDays[view]))}>
          ‹
        </Button>
        <Button onClick={() => go(today(settings.timeZone))}>Today</Button>
        <Button aria-label={`Next ${names[view]}`} onClick={() => go(addDays(date, viewDays[view]))}>
          ›
        </Button>
      </div>
      {view === 'day' && <strong class="board-date">{formatDay(`${date}T12:00:00Z`, 'UTC')}</strong>}
      <TextField label="Date" type="date" value={date} onText={(text) => text !== '' && go(text)} />
      <FranchiseFilter />
    </Filters>
  )
}
