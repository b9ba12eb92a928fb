export { assertSameEmail, Customer, NamedEmails, namedEmails } from './model'
export {
  addressKey,
  addressOfLink,
  customerByEmail,
  type CustomerRow,
  identifyCustomer,
  optedOut,
  requireCustomer,
  setOptOut,
  unsubscribeUrl,
} from './records'
export { customerRoutes } from './routes'
export {
  changeCustomer,
  forgetCustomer,
  mergeCustomer,
  presentCustomer,
  setPaymentsCustomer,
} from './service'
