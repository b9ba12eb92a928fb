export { placeAddress, type PlacedAddress } from './geocode'
export { ZipPlaces, type MapTile } from './model'
export { sketchMap, type MapSketch } from './sketch'
export { geoAdminRoutes, geoRoutes } from './routes'
