import { z } from 'zod'
import { customerEventTypes } from '../customers'
import { eventType, type EventType } from '../events'
import { invoiceEventTypes } from '../invoices'
import { jobEventTypes } from '../jobs'
import { paymentEventTypes } from '../payments'

/** The events other software can subscribe to. */
export const eventTypes: readonly EventType[] = [
  ...jobEventTypes,
  ...paymentEventTypes,
  ...invoiceEventTypes,
  ...customerEventTypes,
]

/** Only sent on request, to one subscription. */
export const testEvent = eventType(
  'webhook.test',
  'Someone in the office sent a test',
  z.object({ message: z.string() }),
)
