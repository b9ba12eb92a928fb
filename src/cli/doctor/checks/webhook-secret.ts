import { fault, fine, type ConfigCheck } from '../finding'

export const webhookSecret: ConfigCheck = ({ payments, publicUrl }) => {
  if (payments.secretKey === undefined)
    return [fine('webhook secret', 'made here, as the processor is the demo one')]
  if (payments.webhookSecrets.length > 0)
    return [fine('webhook secret', `${payments.webhookSecrets.length} set`)]
  return [
    fault(
      'webhook secret',
      'Payments are real, but without STRIPE_WEBHOOK_SECRET every event of the processor is refused.',
      `Add ${publicUrl}/api/payments-webhook as an endpoint at the processor and set STRIPE_WEBHOOK_SECRET to its signing secret.`,
    ),
  ]
}
