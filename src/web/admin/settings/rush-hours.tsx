import { useState } from 'preact/hooks'
import type { LearnedTraffic } from '../../../modules/scheduling'
import { useAction } from '../../client/hooks'
import { Button, SelectField, TextField } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { weekdays } from '../shared/week'
import type { HoursPart, PartProps } from './shared'

type Rushes = PartProps['state']['hours']['values']['rushHours']

/** The names of the fields that show their own errors. */
export const rushFields = (rushHours: Rushes): string[] =>
  rushHours.flatMap((_, place) =>
    ['weekdays', 'fromHour', 'untilHour', 'longerPercent'].map((field) => `rushHours.${place}.${field}`),
  )

/** A row for each time of day when the roads are full. */
export function RushHours({ value: rushHours, onChange, faults, source }: HoursPart<Rushes>) {
  const [learned, setLearned] = useState('')
  const learning = useAction(async () => {
    const found = await api.admin.dispatch.traffic.get()
    setLearned(learnedText(found))
    if (found.rushHours.length > 0) onChange(found.rushHours)
  })
  const change = (place: number, part: Partial<Rushes[number]>) =>
    onChange(rushHours.map((one, at) => (at === place ? { ...one, ...part } : one)))
  const errorOf = (place: number, field: string) => faults[`rushHours.${place}.${field}`]
  return (
    <Section title="Rush hours">
      <p class="soft">
        Dispatch leaves more time for drives in these hours, so it may offer fewer arrival windows.
      </p>
      {rushHours.length === 0 && <p class="soft">No rush hours. Drives take the same time all day.</p>}
      {rushHours.map(({ weekdays, fromHour, untilHour, longerPercent }, place) => (
        <div class="shift rush-hours" key={place}>
          <SelectField
            label="Days"
            value={weekdays.join(',')}
            options={daysOptions(weekdays.join(','))}
            onChoice={(days) => change(place, { weekdays: days.split(',').map(Number) })}
          />
          <SelectField
            label="From"
            value={String(fromHour)}
            options={hourOptions(0)}
            onChoice={(hour) => change(place, { fromHour: Number(hour) })}
            error={errorOf(place, 'fromHour')}
          />
          <SelectField
            label="Until"
            value={String(untilHour)}
            options={hourOptions(1)}
            onChoice={(hour) => change(place, { untilHour: Number(hour) })}
            error={errorOf(place, 'untilHour')}
          />
          <TextField
            label="Longer by (%)"
            inputMode="numeric"
            value={String(longerPercent)}
            onText={(percent) => change(place, { longerPercent: Number(percent) })}
            error={errorOf(place, 'longerPercent')}
          />
          <Button
            aria-label={`Remove rush hours from ${hourName(fromHour)} to ${hourName(untilHour)}`}
            onClick={() => onChange(rushHours.filter((_, at) => at !== place))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="small"
          onClick={() => onChange([...rushHours, rushHours.length === 0 ? morning : evening])}
        >
          Add rush hours
        </Button>
        <Button size="small" kind="quiet" busy={learning.busy} onClick={() => void learning.run()}>
          Suggest from past drives
        </Button>
      </div>
      <p class="small soft" role="status">
        {learning.problem ?? learned}
      </p>
      {source}
    </Section>
  )
}

function learnedText({ drives, enough, rushHours }: LearnedTraffic): string {
  if (drives < enough)
    return `Not enough drives yet: ${drives} of ${enough} in the last 90 days. A drive counts when a technician taps “On the way” right after a visit.`
  return rushHours.length === 0
    ? `No hour stands out in ${drives} drives of the last 90 days.`
    : `Found in ${drives} drives of the last 90 days. Save to use it.`
}

const morning = { weekdays: [1, 2, 3, 4, 5], fromHour: 7, untilHour: 9, longerPercent: 30 }
const evening = { ...morning, fromHour: 16, untilHour: 18 }

const usualDays = [
  { value: '1,2,3,4,5', label: 'Monday to Friday' },
  { value: '1,2,3,4,5,6', label: 'Monday to Saturday' },
  { value: '1,2,3,4,5,6,7', label: 'Every day' },
  ...weekdays.map((label, place) => ({ value: String(place + 1), label })),
]

/** Days that were chosen elsewhere stay as they are. */
const daysOptions = (chosen: string) =>
  usualDays.some(({ value }) => value === chosen)
    ? usualDays
    : [{ value: chosen, label: chosen.split(',').map(nameOfDay).join(', ') }, ...usualDays]

const nameOfDay = (day: string): string => weekdays[Number(day) - 1] ?? day

const hourOptions = (first: number) =>
  Array.from({ length: 24 }, (_, at) => ({ value: String(first + at), label: hourName(first + at) }))

const hourName = (hour: number): string =>
  hour % 24 === 0 ? 'Midnight' : hour === 12 ? 'Noon' : `${hour % 12} ${hour < 12 ? 'AM' : 'PM'}`
