export { placeAddress, type PlacedAddress } from './geocode'
export { ZipPlaces, type MapTile } from './model'
export { geoAdminRoutes, geoRoutes } from './routes'
