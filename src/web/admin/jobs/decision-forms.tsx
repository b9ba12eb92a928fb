import type { ComponentChildren } from 'preact'
import type { Job } from '../../../modules/jobs'
import { isUnpaid } from '../../../lib/job-states'
import { formatMoney } from '../../client/format'
import { useAction } from '../../client/hooks'
import { toast } from '../../components'
import { api } from '../session'
import { Form } from '../shared/form'
import type { ActionFormProps } from './job-fields'

export const hasLowPrice = ({ catalogPrice, status }: Job): boolean =>
  catalogPrice !== null && status === 'pending'

export function AcceptPriceForm({ job, ends }: ActionFormProps) {
  const accepting = useAction(() => acceptPrice(job.id))
  return (
    <Form action={accepting} submit="Accept price" {...ends} fields={[]}>
      <p>
        The customer booked at {formatMoney(job.price)}; the catalog price is{' '}
        {formatMoney(job.catalogPrice ?? 0)}. If you accept, the booked price stays and dispatch can plan the
        visit.
      </p>
    </Form>
  )
}

export async function acceptPrice(jobId: string): Promise<void> {
  await api.admin.jobs(jobId)['accept-price'].post()
  toast('Price accepted')
}

/** Booked online by someone who hasn't paid or verified their email address. */
export const isUnconfirmed = (job: Job): boolean =>
  job.source === 'public' &&
  (job.status === 'pending' || job.status === 'scheduled') &&
  job.confirmedAt === null &&
  isUnpaid(job)

export function ConfirmForm({ job, ends, children }: ActionFormProps & { children?: ComponentChildren }) {
  const confirming = useAction(async () => {
    await api.admin.jobs(job.id).confirm.post()
    toast('Booking confirmed')
  })
  return (
    <Form action={confirming} submit="Confirm booking" {...ends} fields={[]}>
      <p>
        The customer hasn't paid or verified their email address yet, and unconfirmed bookings keep their
        place only for a while. Confirm this one to keep it.
      </p>
      {children}
    </Form>
  )
}

/** For a booking that is also only claimed to be the customer's: confirming it lets the franchise know them. */
export const ConfirmAndShareForm = (props: ActionFormProps) => (
  <ConfirmForm {...props}>
    <p>
      The customer is new to the franchise. Once the booking is confirmed, the franchise can see their contact
      details and saved card.
    </p>
  </ConfirmForm>
)

export function ShareForm({ job, ends }: ActionFormProps) {
  const sharing = useAction(async () => {
    await api.admin.jobs(job.id).confirm.post()
    toast('Contact details shared')
  })
  return (
    <Form action={sharing} submit="Share contact details" {...ends} fields={[]}>
      <p>
        This booking has the contact details of a customer who is new to the franchise. If they really booked
        it, let the franchise see their contact details and saved card.
      </p>
    </Form>
  )
}
