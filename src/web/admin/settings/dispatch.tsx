import { CheckField, SelectField, TextField, type Option } from '../../components'
import { Form, numberOrNull, textOf } from '../shared/form'
import { LastChange, Sourced, useSettingsForm, type PartProps } from './shared'

const valuesOf = ({ dispatch: { values } }: PartProps['state']) => ({
  moves: values.moves as string,
  freezeHours: textOf(values.freezeHours),
  keepsTechnician: values.keepsTechnician,
})

const options: Option[] = [
  { value: 'window', label: 'Inside the arrival window' },
  { value: 'never', label: 'Never' },
]

/** How dispatch may move visits that customers were promised a window for. */
export function DispatchSettings(props: PartProps) {
  const { saving, form, about, change } = useSettingsForm('dispatch', props, valuesOf, (typed) => ({
    moves: typed.moves,
    freezeHours: numberOrNull(typed.freezeHours),
    keepsTechnician: typed.keepsTechnician,
  }))
  return (
    <div class="card stack">
      <p class="soft">
        When you run dispatch, it can move scheduled visits inside their arrival windows to save driving.
        Customers keep the window they were promised. Locked visits and visits you placed yourself never move.
        If the technician changes, customers who know the name get an email. A franchise can have its own
        rules.
      </p>
      <Form action={saving} submit="Save" onDone={() => {}} fields={Object.keys(form.values)}>
        <div class="form-grid">
          <Sourced {...about('moves')}>
            <SelectField label="Move scheduled visits" options={options} {...form.choice('moves')} />
          </Sourced>
          <Sourced {...about('freezeHours')}>
            <TextField
              label="Stop moving visits"
              type="number"
              min={0}
              max={72}
              hint="Hours before the day of the visit. 6 means 6 PM the evening before."
              {...form.text('freezeHours')}
            />
          </Sourced>
        </div>
        <Sourced {...about('keepsTechnician')}>
          <CheckField label="Keep the technician when a visit moves" {...form.check('keepsTechnician')} />
        </Sourced>
      </Form>
      <LastChange {...change} />
    </div>
  )
}
