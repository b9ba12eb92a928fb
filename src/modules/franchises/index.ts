export {
  findFranchise,
  type KnownFranchise,
  servingOnceFound,
  servingWrittenZip,
  shareAt,
  timeZoneOf,
} from './find'
export { Franchise, Split } from './model'
export { franchiseRoutes, splitRoutes } from './routes'
export {
  askAboutVisitsWhileClosed,
  connectAccount,
  requireFranchise,
  setAccountFlags,
  watchHolidays,
} from './service'
