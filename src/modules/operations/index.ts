export { sweepClientErrors } from './client-errors'
export { Health } from './health/model'
export { healthRoutes } from './health/routes'
export { backupState } from './insights/finders/backups'
export { demoInProduction } from './insights/finders/demo-in-production'
export { tooWide } from './insights/finders/proxies'
export { addressFault } from './insights/finders/public-address'
export { queues } from './insights/finders/queues'
export { weakSecrets } from './insights/finders/secrets'
export { Insights } from './insights/model'
export { insightRoutes } from './insights/routes'
export { BackupList, ClientErrorList, Metrics } from './model'
export {
  CoverageReport,
  JobsReport,
  Pnl,
  Report,
  type ReportType,
  RevenueReport,
  WorkersReport,
} from './reports/model'
export { reportRoutes } from './reports/routes'
export { sumUp } from './reports/stored-sums'
export {
  backupRoutes,
  clientErrorRoutes,
  codehostRoutes,
  hostingRoutes,
  metricRoutes,
  vitalsRoutes,
} from './routes'
export { taskHealth } from './scheduled-tasks/health'
export { type ScheduledTask, scheduledTasks, taskNamed } from './scheduled-tasks/registry'
export {
  dispatchTaskRoutes,
  onboardingTaskRoutes,
  recurringTaskRoutes,
  retryTaskRoutes,
} from './scheduled-tasks/routes'
export { endRunLeases, runTask, sweepRuns } from './scheduled-tasks/run'
export { catchUp, runDueTask } from './scheduled-tasks/trigger'
export { sweepMeasurements } from './vitals'
