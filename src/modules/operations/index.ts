export { sendTestAlert } from './alerts/direct'
export { alertRoutes } from './alerts/routes'
export { sweepIncidents, watchHealth } from './alerts/watch'
export { forgetCustomer, sweepClientErrors } from './client-errors'
export { findingsOf, type Seen } from './diagnosis/check'
export { boxChecks, serviceChecks } from './diagnosis/checks'
export { metricsTextRoutes } from './exposition/routes'
export {
  CoverageReport,
  JobsReport,
  Pnl,
  Report,
  type ReportType,
  RevenueReport,
  WorkersReport,
} from './reports/model'
export type { DailyRevenue, TaxReport, TechnicianReport } from './reports/office-model'
export { officeReportRoutes, reportRoutes } from './reports/routes'
export { sumUp } from './reports/stored-sums'
export {
  backupRoutes,
  clientErrorRoutes,
  codehostRoutes,
  healthRoutes,
  hostingRoutes,
  insightRoutes,
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
export type { Today, TodayGroup, TodayLine, TodayMoney } from './today/model'
export { todayRoutes } from './today/routes'
export { sweepMeasurements } from './vitals'
