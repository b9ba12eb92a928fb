import { CheckField, SelectField, TextField, type Option } from '../../components'
import { Section } from '../shared/facts'
import { Form, numberOrNull, textOf } from '../shared/form'
import { LastChange, Sourced, useSettingsForm, type PartProps } from './shared'
import { stopOptions } from './stop-moving'

const valuesOf = ({ dispatch: { values } }: PartProps['state']) => ({
  moves: values.moves as string,
  freezeHours: textOf(values.freezeHours),
  keepsTechnician: values.keepsTechnician,
  acceptsPlans: values.acceptsPlans,
  gathersOpenDays: values.gathersOpenDays,
  betterPlanMinutes: textOf(values.betterPlanMinutes),
  betterPlanPercent: textOf(values.betterPlanPercent),
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
    acceptsPlans: typed.acceptsPlans,
    gathersOpenDays: typed.gathersOpenDays,
    betterPlanMinutes: numberOrNull(typed.betterPlanMinutes),
    betterPlanPercent: numberOrNull(typed.betterPlanPercent),
  }))
  return (
    <div class="card stack">
      <Form action={saving} submit="Save" onDone={() => {}} fields={Object.keys(form.values)}>
        <Section title="Scheduled visits">
          <p class="soft">
            To save driving, dispatch can move visits that are already scheduled. Customers keep the arrival
            window they were promised. Locked visits and visits you placed yourself never move. If the
            technician changes, we email customers who already know who's coming. A franchise can have its own
            rules.
          </p>
          <div class="form-grid">
            <Sourced {...about('moves')}>
              <SelectField label="Move scheduled visits" options={options} {...form.choice('moves')} />
            </Sourced>
            <Sourced {...about('freezeHours')}>
              <SelectField
                label="Stop moving visits"
                options={stopOptions(form.values.freezeHours)}
                hint="Once a technician's day has started, their visits don't move"
                {...form.choice('freezeHours')}
              />
            </Sourced>
          </div>
          <Sourced {...about('keepsTechnician')}>
            <CheckField label="Keep the technician when a visit moves" {...form.check('keepsTechnician')} />
          </Sourced>
        </Section>
        <Section title="When customers don't choose a day">
          <p class="soft">
            These bookings can wait until 6 PM, when dispatch fits them in with everything else that was
            booked that day. That saves more driving, but these customers get their time in the evening
            instead of right away. When you schedule from the Dispatch page yourself, they're included right
            away.
          </p>
          <Sourced {...about('gathersOpenDays')}>
            <CheckField
              label="Schedule bookings with no chosen day at 6 PM"
              {...form.check('gathersOpenDays')}
            />
          </Sourced>
        </Section>
        <Section title="Better dispatch plans">
          <p class="soft">
            We keep looking for dispatch plans with less driving, and the Today page suggests one that saves
            at least this much. When a technician is out or late, it also suggests who can take over their
            visits. You can have both applied automatically. The Activity page shows what changed.
          </p>
          <div class="form-grid">
            <Sourced {...about('betterPlanMinutes')}>
              <TextField
                label="Minimum minutes saved"
                type="number"
                min={1}
                max={600}
                {...form.text('betterPlanMinutes')}
              />
            </Sourced>
            <Sourced {...about('betterPlanPercent')}>
              <TextField
                label="Minimum driving saved (%)"
                type="number"
                min={0}
                max={50}
                {...form.text('betterPlanPercent')}
              />
            </Sourced>
          </div>
          <Sourced {...about('acceptsPlans')}>
            <CheckField
              label="Apply better plans and reassign visits automatically"
              {...form.check('acceptsPlans')}
            />
          </Sourced>
        </Section>
      </Form>
      <LastChange {...change} />
    </div>
  )
}
