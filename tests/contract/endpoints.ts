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

/** What we serve under /api beyond the specification, besides /api/admin. */
export const beyondTheSpecification = [
  // The runtime drops the body of a GET, so the templates of this task also come by POST.
  'POST /api/cron/recurring-jobs',
  // Turns the code of a sign-in link into its token.
  'POST /api/sign-in',
  // What a worker's phone calls, with a token of its own.
  'GET /api/work/jobs',
  'POST /api/work/jobs/:id/move',
  'POST /api/work/language',
  'POST /api/work/location',
  'POST /api/work/sign-out',
  // What somebody may know before booking.
  'GET /api/services',
  'GET /api/area',
  'GET /api/availability',
  // A customer chooses the language of their pages and messages.
  'POST /api/account/language',
  // A customer ends what she has asked for.
  'POST /api/maintenance-plans/:id/end',
  // Signed by the SMS provider.
  'POST /api/sms/inbound',
]

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
