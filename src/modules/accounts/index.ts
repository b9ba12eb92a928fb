export { scrubIfDue } from './erase'
export { Account, AccountInvoice, AccountJob } from './model'
export { accountRoutes, customerAdminRoutes, verifyRoutes } from './routes'
export { sweepCodes } from './verify'
