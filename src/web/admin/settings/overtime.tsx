import { useState } from 'preact/hooks'
import { TextField } from '../../components'
import { Section } from '../shared/facts'
import { Form } from '../shared/form'
import { errorText } from '../shared/words'
import { Source, useSaving, type PartProps } from './shared'

const typedOf = ({ hours }: PartProps['state']) => ({
  minutes: String(hours.values.overtime.minutes),
  cost: String(hours.values.overtime.cost),
})

/** How long everyone may stay who has no limit of their own, and how much dispatch avoids it. */
export function OvertimeRule(props: PartProps) {
  const [typed, setTyped] = useState(typedOf(props.state))
  const overtime = { minutes: Number(typed.minutes), cost: Number(typed.cost) }
  const saving = useSaving('hours', () => ({ overtime }), props)
  const fields = ['overtime.minutes', 'overtime.cost']
  const errorOf = (field: string) => errorText(saving.fields[`overtime.${field}`])
  return (
    <Section title="Overtime">
      <p class="soft">
        Dispatch may plan visits that end after the shift, where that beats more driving or leaving a job
        without a visit. Customers are never offered overtime. 0 minutes means none.
      </p>
      <Form action={saving} submit="Save overtime" onDone={() => {}} fields={fields}>
        <div class="form-grid">
          <TextField
            label="Overtime per day (minutes)"
            inputMode="numeric"
            value={typed.minutes}
            onText={(minutes) => setTyped({ ...typed, minutes })}
            error={errorOf('minutes')}
          />
          <TextField
            label="Cost (minutes of driving)"
            inputMode="numeric"
            hint="2 means that a minute of overtime costs as much as two minutes of driving."
            value={typed.cost}
            onText={(cost) => setTyped({ ...typed, cost })}
            error={errorOf('cost')}
          />
        </div>
      </Form>
      <Source {...props} group="hours" field="overtime" onReset={(next) => setTyped(typedOf(next))} />
    </Section>
  )
}
