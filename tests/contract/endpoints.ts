import type { EndpointCase } from './case'
import { customerEndpoints } from './table/customers'
import { officeEndpoints } from './table/office'
import { operationEndpoints, taskEndpoints } from './table/operations'
import { ownEndpoints } from './table/ours'
import { paymentEndpoints } from './table/payments'
import { publicEndpoints } from './table/public'

/** Every endpoint of the specification, copied from it by hand and never from the code. */
export const specified: EndpointCase[] = [
  ...publicEndpoints,
  ...customerEndpoints,
  ...paymentEndpoints,
  ...officeEndpoints,
  ...taskEndpoints,
  ...operationEndpoints,
]

export const endpoints: EndpointCase[] = [...specified, ...ownEndpoints]

/** Endpoints beyond the specification that have tests of their own instead of a line in the table. */
export const testedElsewhere = [
  // The runtime drops the body of a GET, so this task's templates also come by POST.
  'POST /api/cron/recurring-jobs',
  // Exchanges a sign-in link's code for its token.
  'POST /api/sign-in',
  // Lets in the staff, each once with a code or a secret.
  'POST /api/sign-in/renew',
  'POST /api/sign-in/setup',
  'POST /api/sign-in/sso',
  'POST /api/sign-in/sso/finish',
  'POST /api/sign-in/verify',
  // The bytes of a customer's photos.
  'GET /api/account/files/:id/content',
  'GET /api/account/files/:id/thumbnail',
  // Calls from a worker's phone, with the worker's token.
  'GET /api/work/calendar',
  'POST /api/work/calendar',
  'DELETE /api/work/calendar',
  'GET /api/work/files/:id/content',
  'GET /api/work/files/:id/thumbnail',
  'GET /api/work/jobs',
  'GET /api/work/jobs/:id/earlier/:fileId/content',
  'GET /api/work/jobs/:id/earlier/:fileId/thumbnail',
  'POST /api/work/jobs/:id/extras',
  'POST /api/work/jobs/:id/extras/price',
  'GET /api/work/jobs/:id/files',
  'POST /api/work/jobs/:id/files',
  'GET /api/work/jobs/:id/uploads/:hash',
  'PUT /api/work/jobs/:id/uploads/:hash',
  'GET /api/work/jobs/:id/money',
  'POST /api/work/jobs/:id/move',
  'POST /api/work/jobs/:id/arrive',
  'POST /api/work/jobs/:id/seen',
  'POST /api/work/jobs/:id/undo',
  'POST /api/work/jobs/:id/pay-link',
  'POST /api/work/jobs/:id/pay-link/send',
  'POST /api/work/jobs/:id/payments',
  // The checklist and signature of a visit.
  'PUT /api/work/jobs/:id/answers',
  'POST /api/work/jobs/:id/signatures',
  'POST /api/work/language',
  'GET /api/work/late',
  'POST /api/work/late',
  'POST /api/work/location',
  'GET /api/work/map',
  'GET /api/work/notifications',
  'POST /api/work/notifications',
  'POST /api/work/push',
  'POST /api/work/push/remove',
  'POST /api/work/sign-out',
  'GET /api/work/week',
  // Needs a company with workers.
  'GET /api/availability',
  // A customer chooses the language of their pages and messages.
  'POST /api/account/language',
  // A customer chooses another time for a booking of their own.
  'GET /api/account/jobs/:id/times',
  'POST /api/account/jobs/:id/move',
  // A PDF of a visit, which is made when it is asked for.
  'GET /api/account/jobs/:id/report',
  // A customer saves or removes a card.
  'POST /api/account/card',
  'DELETE /api/account/card',
  // A customer ends their own plan.
  'POST /api/maintenance-plans/:id/end',
  // Signed by the SMS provider.
  'POST /api/sms/inbound',
  // Signed by the email provider.
  'POST /api/email/events',
]

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
