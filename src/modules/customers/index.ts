export { assertSameEmail, Customer, erased, NamedEmails, namedEmails } from './model'
export {
  addressKey,
  addressOfLink,
  customerByEmail,
  type CustomerRow,
  identifyCustomer,
  type Merge,
  optedOut,
  type Person,
  requireCustomer,
  setOptOut,
  unsubscribeUrl,
} from './records'
export { customerRoutes } from './routes'
export { forgetCustomer, mergeCustomer, presentCustomer } from './service'
