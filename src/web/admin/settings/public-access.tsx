import { CheckField, TextField } from '../../components'
import { Form, numberOrNull, textOf } from '../shared/form'
import { LastChange, Sourced, useSettingsForm, type PartProps } from './shared'

const valuesOf = ({ publicAccess: { values } }: PartProps['state']) => ({
  reports: values.reports,
  holdHours: textOf(values.holdHours),
  holdPercent: textOf(values.holdPercent),
  release: values.release,
  mostOpen: textOf(values.mostOpen),
})

/** Limits on public reports, and on bookings that nobody confirmed. */
export function PublicAccess(props: PartProps) {
  const { saving, form, about, change } = useSettingsForm('publicAccess', props, valuesOf, (typed) => ({
    reports: typed.reports,
    holdHours: numberOrNull(typed.holdHours),
    holdPercent: numberOrNull(typed.holdPercent),
    release: typed.release,
    mostOpen: numberOrNull(typed.mostOpen),
  }))
  return (
    <div class="card stack">
      <Form action={saving} submit="Save" onDone={() => {}} fields={Object.keys(form.values)}>
        <Sourced {...about('reports')}>
          <CheckField label="Anyone can read reports with anonymous totals" {...form.check('reports')} />
        </Sourced>
        <div class="form-grid">
          <Sourced {...about('holdHours')}>
            <TextField
              label="Hold unconfirmed bookings (hours)"
              type="number"
              min={0}
              max={8760}
              hint="After that, others can book the time if the booking is neither paid nor confirmed."
              {...form.text('holdHours')}
            />
          </Sourced>
        </div>
        <Sourced {...about('release')}>
          <CheckField
            label="Take unconfirmed bookings off the schedule after these hours"
            {...form.check('release')}
          />
        </Sourced>
        <div class="form-grid">
          <Sourced {...about('holdPercent')}>
            <TextField
              label="Unconfirmed share of a day (%)"
              type="number"
              min={0}
              max={100}
              hint="Keeps strangers from filling up your schedule."
              {...form.text('holdPercent')}
            />
          </Sourced>
          <Sourced {...about('mostOpen')}>
            <TextField
              label="Unconfirmed per customer or address"
              type="number"
              min={1}
              max={1000}
              hint="On your booking page. Several people on one internet connection, such as an office, can have up to four times as many in total."
              {...form.text('mostOpen')}
            />
          </Sourced>
        </div>
      </Form>
      <LastChange {...change} />
    </div>
  )
}
