export { indexSoon } from './index-soon'
export { searchRoutes } from './routes'
