export { customerErased, customerEventTypes } from './events'
export { assertSameEmail, Customer, CustomerDetail, NamedEmails, namedEmails } from './model'
export {
  addressKey,
  addressOfLink,
  customerByEmail,
  type CustomerRow,
  identifyCustomer,
  optedOut,
  presentCustomer,
  requireCustomer,
  setOptOut,
  unsubscribeUrl,
} from './records'
export { clearUndeliverable, markUndeliverable, readCustomer, undeliverableAmong } from './reachability'
export { customerRoutes } from './routes'
export { changeCustomer, forgetCustomer, listCustomers, mergeCustomer, setPaymentsCustomer } from './service'
