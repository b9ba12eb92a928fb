import { useState } from 'preact/hooks'
import { DatesField } from '../shared/dates-field'
import { Section } from '../shared/facts'
import { Form } from '../shared/form'
import { WeekFields, weekFields } from '../shared/week'
import { LunchBreak } from './lunch'
import { OvertimeRule } from './overtime'
import { RushHours } from './rush-hours'
import { LastChange, Source, useSaving, type PartProps } from './shared'

/** The company's working hours, lunch break and overtime, the days on which it is closed, and when the roads are full. */
export function HoursAndHolidays(props: PartProps) {
  const { changedAt, changedBy } = props.state.hours
  return (
    <div class="card stack">
      <WorkingHours {...props} />
      <Holidays {...props} />
      <LunchBreak {...props} />
      <OvertimeRule {...props} />
      <RushHours {...props} />
      <LastChange at={changedAt} by={changedBy} />
    </div>
  )
}

function WorkingHours(props: PartProps) {
  const [week, setWeek] = useState(props.state.hours.values.week)
  const saving = useSaving('hours', () => ({ week }), props)
  return (
    <Section title="Default working hours">
      <p class="soft">
        New technicians start with these hours. You can change each technician's own hours at any time.
      </p>
      <Form action={saving} submit="Save hours" onDone={() => {}} fields={weekFields('week', week)}>
        {week.length === 0 && <p>No default hours. New technicians start without working hours.</p>}
        <WeekFields name="week" shifts={week} onChange={setWeek} faults={saving.fields} />
      </Form>
      <Source {...props} group="hours" field="week" onReset={(next) => setWeek(next.hours.values.week)} />
    </Section>
  )
}

function Holidays(props: PartProps) {
  const [holidays, setHolidays] = useState(props.state.hours.values.holidays)
  const saving = useSaving('hours', () => ({ holidays }), props)
  return (
    <Section title="Holidays">
      <p class="soft">
        Nobody can book these days, in any franchise. Closed days of a single franchise are on its own page.
      </p>
      <Form action={saving} submit="Save holidays" onDone={() => {}} fields={['holidays']}>
        <DatesField
          label="Add a holiday"
          dates={holidays}
          onChange={setHolidays}
          none="No holidays yet. Choose a date, or pick the US holidays you close on."
          error={faultOf(saving.fields)}
        />
      </Form>
      <Source
        {...props}
        group="hours"
        field="holidays"
        onReset={(next) => setHolidays(next.hours.values.holidays)}
      />
    </Section>
  )
}

const faultOf = (faults: Record<string, string>): string | undefined =>
  Object.entries(faults).find(([name]) => name.startsWith('holidays'))?.[1]
