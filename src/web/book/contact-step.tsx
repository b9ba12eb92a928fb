import { formatUsd } from '../../lib/money'
import { canBePaidOnline } from '../../lib/payable'
import { Alert } from '../components/alert'
import { Choice, Choices } from '../components/choice'
import { TextArea, TextField } from '../components/field'
import type { Draft } from './draft'

export function ContactStep({ draft: { fields, faults, amounts } }: { draft: Draft }) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        value={fields.name}
        error={faults.name}
        maxLength={200}
        required
      />
      <div class="columns-2">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={fields.email}
          error={faults.email}
          hint="For the confirmation, and to see or cancel your booking."
          maxLength={200}
          required
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          value={fields.phone}
          error={faults.phone}
          hint="We text you when we are on the way."
          maxLength={50}
          optional
        />
      </div>
      <TextArea
        label="Anything we should know?"
        name="notes"
        value={fields.notes}
        error={faults.notes}
        placeholder="Gate code, dogs, where to park …"
        maxLength={1000}
        rows={3}
        optional
      />
      {amounts !== null && (
        <TextField
          label="Promo code"
          name="promo"
          value={fields.promo}
          error={faults.promo}
          autoComplete="off"
          maxLength={50}
          optional
        />
      )}
      {amounts !== null && amounts.discountCents > 0 && (
        <Alert tone="good">
          {`The code takes ${formatUsd(amounts.discountCents)} off. Your total is ${formatUsd(amounts.totalCents)}.`}
        </Alert>
      )}
      {canBePaidOnline(amounts?.totalCents ?? 0) && (
        <Choices legend="Payment">
          <Choice
            name="pay"
            value="later"
            label="Pay later"
            note="After the visit, with the link in your invoice."
            checked={fields.pay !== 'now'}
          />
          <Choice
            name="pay"
            value="now"
            label="Pay now"
            note="By card. You get everything back if you cancel before the visit."
            end={formatUsd(amounts?.totalCents ?? 0)}
            checked={fields.pay === 'now'}
          />
        </Choices>
      )}
    </>
  )
}
