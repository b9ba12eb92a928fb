import { useState } from 'preact/hooks'
import { Section } from '../shared/facts'
import { Form } from '../shared/form'
import { LunchFields, lunchFields, lunchOf, typedLunch } from '../shared/lunch'
import { Source, useSaving, type PartProps } from './shared'

/** The lunch break of everyone who has none of their own. */
export function LunchBreak(props: PartProps) {
  const [lunch, setLunch] = useState(typedLunch(props.state.hours.values.lunch))
  const saving = useSaving('hours', () => ({ lunch: lunchOf(lunch) }), props)
  return (
    <Section title="Lunch">
      <p class="soft">
        Dispatch leaves room for lunch between visits, and doesn't offer that time to customers. 0 minutes
        means no lunch break. You can give each technician their own.
      </p>
      <Form action={saving} submit="Save lunch" onDone={() => {}} fields={lunchFields}>
        <LunchFields lunch={lunch} onChange={setLunch} faults={saving.fields} />
      </Form>
      <Source
        {...props}
        group="hours"
        field="lunch"
        onReset={(next) => setLunch(typedLunch(next.hours.values.lunch))}
      />
    </Section>
  )
}
