export { franchiseOfAccount, keepAccountFlags } from './accounts'
export {
  type FranchisePayouts,
  type PayoutStatement,
  type StatementLine,
  type TransferHold,
  type TransferItem,
  TransferRecord,
} from './model'
export { renewOnboarding } from './onboarding'
export { franchisesWaiting, releaseTransfers } from './release'
export { restoreShare } from './restore'
export { reconcileReversals, recordReversed, takeBackSoon } from './reversals'
export { connectRoutes, transferRoutes } from './routes'
export { releaseSoon, settleInBatches, settlePayouts, tryToSettle } from './send'
export { planTransfer, takeBack, transferByProcessorId, type TransferRow } from './transfers'
