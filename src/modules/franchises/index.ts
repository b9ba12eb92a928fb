export { insertOnlyFranchise } from './add'
export {
  findFranchise,
  type KnownFranchise,
  servingOnceFound,
  servingWrittenZip,
  shareAt,
  timeZoneOf,
} from './find'
export { Franchise, FranchiseInput, Split } from './model'
export { franchiseRoutes, splitRoutes } from './routes'
export {
  aboutFranchise,
  askAboutVisitsWhileClosed,
  connectAccount,
  requireFranchise,
  setAccountFlags,
  watchHolidays,
} from './service'
