import { PaymentRefused } from '../refused'
import type { Payment, StoredCardOrder } from '../types'
import type { Call } from './calls'
import { paymentOf, paymentParts } from './payments'

export async function chargeStoredCard(call: Call, order: StoredCardOrder): Promise<Payment> {
  const card = await storedCard(call, order.customerId)
  const intent = await call(
    (stripe, options) =>
      stripe.paymentIntents.create(
        {
          amount: order.amountCents,
          currency: 'usd',
          customer: order.customerId,
          payment_method: card,
          off_session: true,
          confirm: true,
          description: order.description,
          metadata: metadataOf(order),
          ...(order.transferGroup ? { transfer_group: order.transferGroup } : {}),
          expand: paymentParts,
        },
        options,
      ),
    { key: order.key },
  )
  return paymentOf(intent)
}

/** Looks through the customer's newest payments: the search of the API lags behind by a minute. */
export async function findStoredCardCharge(
  call: Call,
  { customerId, key }: { customerId: string; key: string },
): Promise<Payment | null> {
  const expand = paymentParts.map((part) => `data.${part}`)
  const { data } = await call((stripe, options) =>
    stripe.paymentIntents.list({ customer: customerId, limit: 100, expand }, options),
  )
  const intent = data.find(({ metadata }) => metadata.key === key)
  return intent ? paymentOf(intent) : null
}

function metadataOf({ jobId, invoiceId, key }: StoredCardOrder): Record<string, string> {
  return { ...(jobId ? { jobId } : {}), ...(invoiceId ? { invoiceId } : {}), key }
}

/** The card set for invoices, else the newest stored one. */
async function storedCard(call: Call, customerId: string): Promise<string> {
  const customer = await call((stripe, options) => stripe.customers.retrieve(customerId, {}, options))
  if (customer.deleted) throw new PaymentRefused('unknown')
  const preferred = customer.invoice_settings.default_payment_method
  if (preferred) return typeof preferred === 'string' ? preferred : preferred.id
  const { data } = await call((stripe, options) =>
    stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 }, options),
  )
  if (!data[0]) throw new PaymentRefused('no-card')
  return data[0].id
}
