import { useState } from 'preact/hooks'
import { DatesField } from '../shared/dates-field'
import { Section } from '../shared/facts'
import { Form } from '../shared/form'
import { lunchFields, lunchOf, typedLunch } from '../shared/lunch'
import { WeekFields, weekFields } from '../shared/week'
import { LunchBreak } from './lunch'
import { OvertimeRule, overtimeFields, overtimeOf, typedOvertime } from './overtime'
import { RushHours, rushFields } from './rush-hours'
import { LastChange, Source, useSaving, type HoursPart, type PartProps } from './shared'

const typedOf = ({ hours: { values } }: PartProps['state']) => ({
  week: values.week,
  holidays: values.holidays,
  lunch: typedLunch(values.lunch),
  overtime: typedOvertime(values.overtime),
  rushHours: values.rushHours,
})

/** The company's working hours, lunch break and overtime, the days on which it is closed, and when the roads are full. */
export function HoursAndHolidays(props: PartProps) {
  const [typed, setTyped] = useState(() => typedOf(props.state))
  const saving = useSaving(
    'hours',
    () => ({ ...typed, lunch: lunchOf(typed.lunch), overtime: overtimeOf(typed.overtime) }),
    props,
  )
  type Typed = typeof typed
  const part = <Name extends keyof Typed>(field: Name): HoursPart<Typed[Name]> => {
    const put = (value: Typed[Name]) => setTyped((before) => ({ ...before, [field]: value }))
    return {
      value: typed[field],
      onChange: put,
      faults: saving.fields,
      source: <Source {...props} group="hours" field={field} onReset={(next) => put(typedOf(next)[field])} />,
    }
  }
  const { changedAt, changedBy } = props.state.hours
  const fields = [
    ...weekFields('week', typed.week),
    'holidays',
    ...lunchFields,
    ...overtimeFields,
    ...rushFields(typed.rushHours),
  ]
  return (
    <div class="card stack">
      <Form action={saving} submit="Save" onDone={() => {}} fields={fields}>
        <WorkingHours {...part('week')} />
        <Holidays {...part('holidays')} />
        <LunchBreak {...part('lunch')} />
        <OvertimeRule {...part('overtime')} />
        <RushHours {...part('rushHours')} />
      </Form>
      <LastChange at={changedAt} by={changedBy} />
    </div>
  )
}

type Values = PartProps['state']['hours']['values']

function WorkingHours({ value, onChange, faults, source }: HoursPart<Values['week']>) {
  return (
    <Section title="Default working hours">
      <p class="soft">
        {value.length === 0
          ? 'New technicians start without working hours until you add some here.'
          : 'New technicians start with these hours.'}{' '}
        You can change each technician's own hours at any time.
      </p>
      <WeekFields name="week" shifts={value} onChange={onChange} faults={faults} />
      {source}
    </Section>
  )
}

function Holidays({ value, onChange, faults, source }: HoursPart<Values['holidays']>) {
  return (
    <Section title="Holidays">
      <p class="soft">
        Nobody can book these days, in any franchise. Set closed days for a single franchise on its page.
      </p>
      <DatesField
        label="Add a holiday"
        dates={value}
        onChange={onChange}
        none="No holidays yet. Choose a date, or pick the US holidays you close on."
        error={Object.entries(faults).find(([name]) => name.startsWith('holidays'))?.[1]}
      />
      {source}
    </Section>
  )
}
