export { findFranchise, type KnownFranchise, servingOnceFound, servingWrittenZip, timeZoneOf } from './find'
export { Franchise, Split } from './model'
export { franchiseRoutes, splitRoutes } from './routes'
export {
  type AccountFlags,
  askAboutVisitsWhileClosed,
  connectAccount,
  requireFranchise,
  setAccountFlags,
} from './service'
export { shareAt } from './splits'
