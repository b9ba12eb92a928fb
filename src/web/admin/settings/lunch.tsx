import { Section } from '../shared/facts'
import { LunchFields, type TypedLunch } from '../shared/lunch'
import type { HoursPart } from './shared'

/** The lunch break of everyone who has none of their own. */
export function LunchBreak({ value, onChange, faults, source }: HoursPart<TypedLunch>) {
  return (
    <Section title="Lunch">
      <p class="soft">
        Dispatch leaves room for lunch between visits and doesn't offer that time to customers. Enter 0
        minutes for no lunch break. You can give each technician their own.
      </p>
      <LunchFields lunch={value} onChange={onChange} faults={faults} />
      {source}
    </Section>
  )
}
