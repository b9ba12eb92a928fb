import { TextField } from '../../components'
import { Section } from '../shared/facts'
import { errorText } from '../shared/words'
import type { HoursPart, PartProps } from './shared'

type Overtime = PartProps['state']['hours']['values']['overtime']
type TypedOvertime = Record<keyof Overtime, string>

export const typedOvertime = ({ minutes, cost }: Overtime): TypedOvertime => ({
  minutes: String(minutes),
  cost: String(cost),
})

export const overtimeOf = ({ minutes, cost }: TypedOvertime): Overtime => ({
  minutes: Number(minutes),
  cost: Number(cost),
})

/** The names of the fields that show their own errors. */
export const overtimeFields = ['overtime.minutes', 'overtime.cost']

/** How long everyone may stay who has no limit of their own, and how much dispatch avoids it. */
export function OvertimeRule({ value, onChange, faults, source }: HoursPart<TypedOvertime>) {
  const errorOf = (field: keyof Overtime) => errorText(faults[`overtime.${field}`])
  return (
    <Section title="Overtime">
      <p class="soft">
        Dispatch may plan visits that end after the shift if that saves driving or gets a job scheduled.
        Customers are never offered overtime. Enter 0 minutes for none.
      </p>
      <div class="form-grid">
        <TextField
          label="Overtime per day (minutes)"
          inputMode="numeric"
          value={value.minutes}
          onText={(minutes) => onChange({ ...value, minutes })}
          error={errorOf('minutes')}
        />
        <TextField
          label="Driving to save (minutes)"
          inputMode="numeric"
          hint="How much driving each minute of overtime has to save"
          value={value.cost}
          onText={(cost) => onChange({ ...value, cost })}
          error={errorOf('cost')}
        />
      </div>
      {source}
    </Section>
  )
}
