export { checkLedger, type LedgerCheck, ledgerChecks, type LedgerProblem } from './check'
export { franchiseDue, refundShares, sharesOf, sharesOfPayment, taxWithin } from './shares'
export {
  balanceOf,
  countTransactions,
  disputeLost,
  disputeOpened,
  type Entry,
  feeTaken,
  type LedgerKind,
  paymentReceived,
  postTransaction,
  receivable,
  refunded,
  refundOwed,
  refundPaid,
  transferMade,
  transferReversed,
  undone,
} from './transactions'
