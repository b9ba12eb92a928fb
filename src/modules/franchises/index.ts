export { insertOnlyFranchise } from './add'
export { askForArea, forgetCustomer, sweepAreaRequests } from './demand'
export {
  findFranchise,
  type KnownFranchise,
  servingOnceFound,
  servingDrawnZip,
  servingWrittenZip,
  servingZip,
  shareAt,
  timeZoneOf,
  type ZipCenters,
  zipCenters,
} from './find'
export { followBusiness } from './follow'
export { type Demand, Franchise, FranchiseInput, Split } from './model'
export { areaZipsOf, franchisePages, type FranchisePage } from './pages'
export { demandRoutes, franchiseRoutes, splitRoutes } from './routes'
export {
  aboutFranchise,
  askAboutVisitsWhileClosed,
  connectAccount,
  requireFranchise,
  setAccountFlags,
  watchHolidays,
} from './service'
export { giveSlugs } from './slugs'
