import { formatPhone } from '../../client/format'
import { SelectField, TextArea, TextField } from '../../components'
import { Form, orNull, textOf, useForm } from '../shared/form'
import { timeZoneOptions } from '../shared/time-zones'
import { LastChange, Sourced, useSaving, type PartProps } from './shared'

const valuesOf = ({ business: { values } }: PartProps['state']) => ({
  name: values.name,
  phone: formatPhone(values.phone ?? ''),
  email: textOf(values.email),
  postalAddress: textOf(values.postalAddress),
  timeZone: values.timeZone,
})

type Field = keyof ReturnType<typeof valuesOf>

/** The company's name, and how customers reach it. */
export function Business(props: PartProps) {
  const { state } = props
  const saving = useSaving(
    'business',
    () => {
      const { name, phone, email, postalAddress, timeZone } = form.values
      return {
        name,
        // Shown in our format, and kept as it was written.
        phone: phone === valuesOf(state).phone ? state.business.values.phone : orNull(phone),
        email: orNull(email),
        postalAddress: orNull(postalAddress),
        timeZone,
      }
    },
    props,
  )
  const form = useForm(valuesOf(state), saving.fields)
  const about = (field: Field) => ({
    ...props,
    group: 'business' as const,
    field,
    onReset: (next: PartProps['state']) => form.set({ [field]: valuesOf(next)[field] }),
  })
  return (
    <div class="card stack">
      <p class="soft">Customers see this on your pages, in emails and texts, and on invoices.</p>
      <Form action={saving} submit="Save" onDone={() => {}} fields={Object.keys(form.values)}>
        <div class="form-grid">
          <Sourced {...about('name')}>
            <TextField label="Business name" {...form.text('name')} />
          </Sourced>
          <Sourced {...about('phone')}>
            <TextField label="Phone" type="tel" optional {...form.text('phone')} />
          </Sourced>
          <Sourced {...about('email')}>
            <TextField
              label="Email"
              type="email"
              optional
              hint="Where customers can write to you"
              {...form.text('email')}
            />
          </Sourced>
          <Sourced {...about('timeZone')}>
            <SelectField
              label="Time zone"
              options={timeZoneOptions(form.values.timeZone)}
              {...form.choice('timeZone')}
            />
          </Sourced>
          <div class="wide">
            <Sourced {...about('postalAddress')}>
              <TextArea
                label="Postal address"
                optional
                rows={2}
                hint="At the foot of emails. Marketing emails need one by law."
                {...form.text('postalAddress')}
              />
            </Sourced>
          </div>
        </div>
      </Form>
      <LastChange at={state.business.changedAt} by={state.business.changedBy} />
    </div>
  )
}
