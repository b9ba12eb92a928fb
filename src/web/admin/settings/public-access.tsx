import { CheckField, TextField } from '../../components'
import { Form, numberOrNull, textOf, useForm } from '../shared/form'
import { LastChange, Sourced, useSaving, type PartProps } from './shared'

const valuesOf = ({ publicAccess: { values } }: PartProps['state']) => ({
  reports: values.reports,
  holdHours: textOf(values.holdHours),
  holdPercent: textOf(values.holdPercent),
})

/** What anyone can read, and how long a booking that nobody confirmed keeps its time. */
export function PublicAccess(props: PartProps) {
  const { changedAt, changedBy } = props.state.publicAccess
  const saving = useSaving(
    'publicAccess',
    () => ({
      reports: form.values.reports,
      holdHours: numberOrNull(form.values.holdHours),
      holdPercent: numberOrNull(form.values.holdPercent),
    }),
    props,
  )
  const form = useForm(valuesOf(props.state), saving.fields)
  const about = (field: keyof ReturnType<typeof valuesOf>) => ({
    ...props,
    group: 'publicAccess' as const,
    field,
    onReset: (next: PartProps['state']) => form.set({ [field]: valuesOf(next)[field] }),
  })
  return (
    <div class="card stack">
      <Form action={saving} submit="Save" onDone={() => {}} fields={Object.keys(form.values)}>
        <Sourced {...about('reports')}>
          <CheckField label="Anyone can read reports with anonymous totals" {...form.check('reports')} />
        </Sourced>
        <div class="form-grid">
          <Sourced {...about('holdHours')}>
            <TextField
              label="Hours an unconfirmed booking keeps its time"
              type="number"
              min={0}
              max={8760}
              hint="After that, others can book the time if the booking is neither paid nor confirmed."
              {...form.text('holdHours')}
            />
          </Sourced>
          <Sourced {...about('holdPercent')}>
            <TextField
              label="Share of a day for unconfirmed bookings (%)"
              type="number"
              min={0}
              max={100}
              hint="Keeps strangers from filling up your schedule."
              {...form.text('holdPercent')}
            />
          </Sourced>
        </div>
      </Form>
      <LastChange at={changedAt} by={changedBy} />
    </div>
  )
}
