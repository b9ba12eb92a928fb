import { formatDate } from '../../client/format'
import { Button, TextField } from '../../components'
import { setAddress } from '../address'
import { settings } from '../settings'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { Filters, SelectFilter } from '../shared/filters'
import { addDays, today } from '../shared/zone'

const go = (date: string) => setAddress({ date })

export function DayPicker({ date }: { date: string }) {
  const directory = useDirectory()
  return (
    <Filters>
      <div class="row" role="group" aria-label="Day">
        <Button aria-label="The day before" onClick={() => go(addDays(date, -1))}>
          ‹
        </Button>
        <Button onClick={() => go(today(settings.timeZone))}>Today</Button>
        <Button aria-label="The day after" onClick={() => go(addDays(date, 1))}>
          ›
        </Button>
      </div>
      <TextField
        label={formatDate(date)}
        type="date"
        value={date}
        onText={(text) => text !== '' && go(text)}
      />
      <SelectFilter
        label="Franchise"
        name="franchiseId"
        options={franchiseOptions(directory, 'Every franchise')}
      />
    </Filters>
  )
}
