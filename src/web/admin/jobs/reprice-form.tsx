import { useAction } from '../../client/hooks'
import { TextField, toast } from '../../components'
import { api } from '../session'
import { Form, numberOrNull, orNull, textOf, useForm } from '../shared/form'
import type { ActionFormProps } from './actions'
import { TellSwitch } from './tell-switch'

export function RepriceForm({ job, ends }: ActionFormProps) {
  const pricing = useAction(async () => {
    const { price, discount, referralCredit, promoCode, tellCustomer } = form.values
    const code = orNull(promoCode)
    // A code sets the discount, and a discount takes the code's place: only what was changed is sent.
    const isNewCode = code !== null && code !== job.promoCode
    const isSameDiscount = numberOrNull(discount) === job.discount
    await api.post(`/api/admin/jobs/${job.id}/reprice`, {
      price: numberOrNull(price),
      referralCredit: numberOrNull(referralCredit),
      tellCustomer,
      ...(isNewCode || isSameDiscount ? {} : { discount: numberOrNull(discount) }),
      ...(code === job.promoCode ? {} : { promoCode: code }),
    })
    toast('The price is changed')
  })
  const form = useForm(
    {
      price: textOf(job.price),
      discount: textOf(job.discount),
      referralCredit: textOf(job.referralCredit),
      promoCode: job.promoCode ?? '',
      tellCustomer: true,
    },
    pricing.fields,
  )
  return (
    <Form
      action={pricing}
      submit="Change the price"
      {...ends}
      fields={['price', 'discount', 'referralCredit', 'promoCode']}
    >
      <div class="form-grid">
        <TextField label="Price" inputMode="decimal" {...form.text('price')} />
        <TextField label="Discount" inputMode="decimal" {...form.text('discount')} />
        <TextField label="Credit" inputMode="decimal" {...form.text('referralCredit')} />
        <TextField label="Promo code" optional {...form.text('promoCode')} hint="Sets the discount" />
      </div>
      <TellSwitch {...form.check('tellCustomer')} />
    </Form>
  )
}
