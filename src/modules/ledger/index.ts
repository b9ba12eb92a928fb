export { checkLedger, type LedgerCheck, ledgerChecks, type LedgerProblem, tills } from './check'
export type { LedgerItem, TrialBalance } from './model'
export { ledgerRoutes } from './routes'
export { franchiseDue, nextTax, refundShares, sharesOf, sharesOfPayment, taxWithin } from './shares'
export {
  balanceOf,
  countTransactions,
  disputeLost,
  disputeOpened,
  type Entry,
  feeKept,
  feeTaken,
  type LedgerKind,
  paymentReceived,
  postTransaction,
  receivable,
  refunded,
  refundOwed,
  refundPaid,
  shareKept,
  type Till,
  transferMade,
  transferReversed,
  undone,
} from './transactions'
