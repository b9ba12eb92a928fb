export { placeAddress, type PlacedAddress } from './geocode'
export { ZipPlaces } from './model'
export { geoAdminRoutes, geoRoutes } from './routes'
