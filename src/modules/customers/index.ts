export {
  assertSameEmail,
  Customer,
  CustomerChange,
  CustomerQuery,
  erased,
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
  type Merge,
  optedOut,
  type Person,
  requireCustomer,
  setOptOut,
  unsubscribeUrl,
} from './records'
export { changeCustomer, forgetCustomer, listCustomers, mergeCustomer, presentCustomer } from './service'
