import { z } from 'zod'
import { eventType, type EventType } from '../events'
import { Customer } from './model'

export const customerCreated = eventType('customer.created', 'A new customer booked or was added', Customer)
export const customerUpdated = eventType(
  'customer.updated',
  "A customer's details, language or opt-outs changed, or two customers were merged",
  Customer,
)
export const customerErased = eventType(
  'customer.erased',
  'A customer was erased; delete your copy of their data too',
  z.object({ id: z.string() }),
)

/** Every event about a customer. */
export const customerEventTypes: EventType[] = [customerCreated, customerUpdated, customerErased]
