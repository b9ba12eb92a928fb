import { CheckField, TextField } from '../../components'
import { Section } from '../shared/facts'
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
        <Section title="Public reports">
          <p class="soft">
            Other websites and programs can read your business totals at{' '}
            <a href="/api/reports">/api/reports</a>. The totals say nothing about individual people.
          </p>
          <Sourced {...about('reports')}>
            <CheckField label="Anyone can read these totals" {...form.check('reports')} />
          </Sourced>
        </Section>
        <Section title="Unconfirmed bookings">
          <p class="soft">
            A booking made online is unconfirmed until the customer pays or confirms it. These limits keep
            strangers from filling up your schedule.
          </p>
          <div class="form-grid">
            <Sourced {...about('holdHours')}>
              <TextField
                label="Hold unconfirmed bookings (hours)"
                type="number"
                min={0}
                max={8760}
                hint="After that, others can book the same time"
                {...form.text('holdHours')}
              />
            </Sourced>
          </div>
          <Sourced {...about('release')}>
            <CheckField
              label="Take unconfirmed bookings off the schedule when their hold ends"
              {...form.check('release')}
            />
          </Sourced>
          <div class="form-grid">
            <Sourced {...about('holdPercent')}>
              <TextField
                label="Limit per day (%)"
                hint="The share of a day's working time that unconfirmed bookings can hold"
                type="number"
                min={0}
                max={100}
                {...form.text('holdPercent')}
              />
            </Sourced>
            <Sourced {...about('mostOpen')}>
              <TextField
                label="Limit per customer or street address"
                type="number"
                min={1}
                max={1000}
                hint="People who share an internet connection, such as an office, can have four times as many in total"
                {...form.text('mostOpen')}
              />
            </Sourced>
          </div>
        </Section>
      </Form>
      <LastChange {...change} />
    </div>
  )
}
