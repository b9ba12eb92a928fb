import type { Settings } from '../../../settings/live'
import { dollarsOf, MoneyField, moneyText, SelectField, TextField, type Option } from '../../components'
import { Section } from '../shared/facts'
import { Form, numberOrNull, textOf } from '../shared/form'
import { LastChange, Sourced, useSettingsForm, type PartProps } from './shared'

const dollars = (cents: number): string => moneyText(cents / 100)

/** The text as typed where it is no amount, so that the error says so. */
function centsOf(text: string): number | string | null {
  const amount = dollarsOf(text)
  return typeof amount === 'number' ? Math.round(amount * 100) : amount
}

const valuesOf = ({ booking: { values } }: PartProps['state']) => ({
  lateCancel: values.lateCancel as string,
  freeHours: textOf(values.freeHours),
  feeCents: dollars(values.feeCents),
  feePercent: textOf(values.feePercent),
  deposit: values.deposit as string,
  depositCents: dollars(values.depositCents),
  depositPercent: textOf(values.depositPercent),
  moveHours: textOf(values.moveHours),
  mostMoves: textOf(values.mostMoves),
})

const cancelOptions = [
  { value: 'free', label: 'No fee' },
  { value: 'fixed_fee', label: 'A fixed fee' },
  { value: 'percent_fee', label: 'A percentage of the total' },
  { value: 'call', label: 'By phone only' },
] satisfies (Option & { value: Settings['booking']['lateCancel'] })[]

const depositOptions = [
  { value: 'none', label: 'No deposit' },
  { value: 'fixed', label: 'A fixed amount' },
  { value: 'percent', label: 'A percentage of the total' },
] satisfies (Option & { value: Settings['booking']['deposit'] })[]

/** The cancellation policy and the deposit. Customers see both before they book. */
export function BookingRules(props: PartProps) {
  const { saving, form, about, change } = useSettingsForm('booking', props, valuesOf, (typed) => ({
    lateCancel: typed.lateCancel,
    freeHours: numberOrNull(typed.freeHours),
    feeCents: centsOf(typed.feeCents),
    feePercent: numberOrNull(typed.feePercent),
    deposit: typed.deposit,
    depositCents: centsOf(typed.depositCents),
    depositPercent: numberOrNull(typed.depositPercent),
    moveHours: numberOrNull(typed.moveHours),
    mostMoves: numberOrNull(typed.mostMoves),
  }))
  const { lateCancel, deposit } = form.values
  return (
    <div class="card stack">
      <p class="soft">
        Customers see these rules before they book and before they cancel. New rules for cancellations and
        deposits apply to new bookings. Jobs that are already booked keep theirs.
      </p>
      <Form action={saving} submit="Save" onDone={() => {}} fields={Object.keys(form.values)}>
        <Section title="Cancellation">
          <div class="form-grid">
            <Sourced {...about('lateCancel')}>
              <SelectField
                label="Late cancellations"
                options={cancelOptions}
                hint={
                  lateCancel.endsWith('_fee')
                    ? 'We keep the fee from what the customer already paid. If they paid nothing, we charge nothing.'
                    : undefined
                }
                {...form.choice('lateCancel')}
              />
            </Sourced>
            {lateCancel !== 'free' && (
              <Sourced {...about('freeHours')}>
                <TextField
                  label="Free until (hours before the visit)"
                  type="number"
                  min={0}
                  max={720}
                  hint="Enter 0 to allow it until the visit starts. Canceling is free while a visit has no time yet."
                  {...form.text('freeHours')}
                />
              </Sourced>
            )}
            {lateCancel === 'fixed_fee' && (
              <Sourced {...about('feeCents')}>
                <MoneyField label="Fee" {...form.text('feeCents')} />
              </Sourced>
            )}
            {lateCancel === 'percent_fee' && (
              <Sourced {...about('feePercent')}>
                <TextField
                  label="Fee (% of the total)"
                  type="number"
                  min={1}
                  max={100}
                  {...form.text('feePercent')}
                />
              </Sourced>
            )}
          </div>
        </Section>
        <Section title="Rescheduling">
          <div class="form-grid">
            <Sourced {...about('mostMoves')}>
              <TextField
                label="Online time changes per booking"
                type="number"
                min={0}
                max={20}
                hint="Enter 0 if customers should call to change the time"
                {...form.text('mostMoves')}
              />
            </Sourced>
            {form.values.mostMoves !== '0' && (
              <Sourced {...about('moveHours')}>
                <TextField
                  label="Until (hours before the visit)"
                  type="number"
                  min={0}
                  max={720}
                  hint={
                    lateCancel === 'free'
                      ? undefined
                      : "Customers can't change the time after free cancellation ends"
                  }
                  {...form.text('moveHours')}
                />
              </Sourced>
            )}
          </div>
        </Section>
        <Section title="Deposit">
          <div class="form-grid">
            <Sourced {...about('deposit')}>
              <SelectField
                label="Deposit for online bookings"
                options={depositOptions}
                hint={
                  deposit === 'none'
                    ? undefined
                    : 'Customers pay it by card when they book, and the rest on the day'
                }
                {...form.choice('deposit')}
              />
            </Sourced>
            {deposit === 'fixed' && (
              <Sourced {...about('depositCents')}>
                <MoneyField
                  label="Deposit"
                  hint="If the total is less, customers pay the total"
                  {...form.text('depositCents')}
                />
              </Sourced>
            )}
            {deposit === 'percent' && (
              <Sourced {...about('depositPercent')}>
                <TextField
                  label="Deposit (% of the total)"
                  type="number"
                  min={1}
                  max={100}
                  {...form.text('depositPercent')}
                />
              </Sourced>
            )}
          </div>
        </Section>
      </Form>
      <LastChange {...change} />
    </div>
  )
}
