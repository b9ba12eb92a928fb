export { accessTo, addressesOf, withoutCodes } from './addresses'
export { isOnlyClaimed, type Voucher, voucherOf } from './claims'
export { customerErased, customerEventTypes } from './events'
export { type CustomerNote, SavedAddress } from './file-model'
export { customerFileRoutes } from './file-routes'
export {
  fillImported,
  type ImportedCustomer,
  insertImported,
  missingFrom,
  removeImported,
  unfillImported,
} from './imported'
export { linkSeriesOf } from './links'
export {
  type AlikeReason,
  assertSameEmail,
  Customer,
  CustomerDetail,
  FoundCustomer,
  NamedEmails,
  namedEmails,
} from './model'
export { sweepNotes } from './notes'
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
  spellings,
  unsubscribeUrl,
} from './records'
export {
  clearUndeliverable,
  markUndeliverable,
  readCustomer,
  customerAt,
  undeliverableAmong,
} from './reachability'
export { listCustomers } from './list'
export { customerRoutes } from './routes'
export { changeCustomer, forgetCustomer, mergeCustomer, setPaymentsCustomer } from './service'
export {
  changeManyFound,
  findCustomers,
  indexNewCustomers,
  indexSomeCustomers,
  mergeCustomerSearch,
} from './search'
export { tagsOf } from './tags'
export { findTwin, isSamePlace, loadTwins, TwinIndex } from './twins'
