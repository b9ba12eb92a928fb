export { isOnMap, placeAddress, type PlacedAddress } from './geocode'
export { ZipPlaces, type MapTile } from './model'
export { townsOf } from './towns'
export { geoAdminRoutes, geoRoutes } from './routes'
