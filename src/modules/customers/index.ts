export {
  assertSameEmail,
  Customer,
  CustomerChange,
  CustomerQuery,
  MergeInput,
  NamedEmails,
  namedEmails,
  VerifyAnswer,
  VerifyInput,
} from './model'
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
export { changeCustomer, listCustomers, presentCustomer } from './service'
