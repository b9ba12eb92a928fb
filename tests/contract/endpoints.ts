import type { EndpointCase } from './case'
import { customerEndpoints } from './table/customers'
import { officeEndpoints } from './table/office'
import { operationEndpoints, taskEndpoints } from './table/operations'
import { paymentEndpoints } from './table/payments'
import { publicEndpoints } from './table/public'

/** Every endpoint of the specification, copied from it by hand and never from the code. */
export const endpoints: EndpointCase[] = [
  ...publicEndpoints,
  ...customerEndpoints,
  ...paymentEndpoints,
  ...officeEndpoints,
  ...taskEndpoints,
  ...operationEndpoints,
]

/** Endpoints under /api beyond the specification, except /api/admin. */
export const beyondTheSpecification = [
  // The runtime drops the body of a GET, so this task's templates also come by POST.
  'POST /api/cron/recurring-jobs',
  // Exchanges a sign-in link's code for its token.
  'POST /api/sign-in',
  // Calls from a worker's phone, with the worker's token.
  'GET /api/work/jobs',
  'POST /api/work/jobs/:id/move',
  'POST /api/work/language',
  'POST /api/work/location',
  'POST /api/work/sign-out',
  // Questions anyone may ask before booking.
  'GET /api/services',
  'GET /api/area',
  'GET /api/availability',
  // A customer chooses the language of their pages and messages.
  'POST /api/account/language',
  // A customer saves or removes a card.
  'POST /api/account/card',
  'DELETE /api/account/card',
  // A customer ends their own plan.
  'POST /api/maintenance-plans/:id/end',
  // Signed by the SMS provider.
  'POST /api/sms/inbound',
]

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
