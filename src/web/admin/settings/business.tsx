import { formatPhone } from '../../client/format'
import { Alert, SelectField, TextArea, TextField } from '../../components'
import { linkTo } from '../address'
import { settings } from '../session'
import { Form, orNull, textOf } from '../shared/form'
import { useTimeZoneOptions } from '../shared/time-zones'
import { LastChange, Sourced, useSettingsForm, type PartProps } from './shared'

const valuesOf = ({ business: { values } }: PartProps['state']) => ({
  name: values.name,
  phone: formatPhone(values.phone ?? ''),
  email: textOf(values.email),
  postalAddress: textOf(values.postalAddress),
  timeZone: values.timeZone,
})

/** The company's name, and how customers reach it. */
export function Business(props: PartProps) {
  const { state } = props
  const { saving, form, about, change } = useSettingsForm('business', props, valuesOf, (typed) => ({
    ...typed,
    // Shown in our format, and kept as it was written.
    phone: typed.phone === valuesOf(state).phone ? state.business.values.phone : orNull(typed.phone),
    email: orNull(typed.email),
    postalAddress: orNull(typed.postalAddress),
  }))
  const timeZones = useTimeZoneOptions(form.values.timeZone)
  return (
    <div class="stack">
      {!settings.isStarted && (
        <Alert>
          <p>
            Ready for your own business? <a href={linkTo('start')}>Start for real</a> with your own name,
            service and technician.
          </p>
        </Alert>
      )}
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
                hint="Where customers can reach you"
                {...form.text('email')}
              />
            </Sourced>
            <Sourced {...about('timeZone')}>
              <SelectField label="Time zone" options={timeZones} {...form.choice('timeZone')} />
            </Sourced>
            <div class="wide">
              <Sourced {...about('postalAddress')}>
                <TextArea
                  label="Mailing address"
                  optional
                  rows={2}
                  hint="Shown on invoices and at the bottom of emails. Marketing emails need one by law."
                  {...form.text('postalAddress')}
                />
              </Sourced>
            </div>
          </div>
        </Form>
        <LastChange {...change} />
      </div>
    </div>
  )
}
