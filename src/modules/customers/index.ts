export { isOnlyClaimed, type Voucher, voucherOf } from './claims'
export { customerErased, customerEventTypes } from './events'
export {
  fillImported,
  type ImportedCustomer,
  insertImported,
  missingFrom,
  removeImported,
  unfillImported,
} from './imported'
export {
  type AlikeReason,
  assertSameEmail,
  Customer,
  CustomerDetail,
  FoundCustomer,
  NamedEmails,
  namedEmails,
} from './model'
export {
  addressKey,
  addressOfLink,
  chosenCustomer,
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
export { findCustomers, indexNewCustomers, indexSomeCustomers } from './search'
export { findTwin, loadTwins, TwinIndex } from './twins'
