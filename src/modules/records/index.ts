export { type AnswersInput, type JobRecord, type SignatureInput, WorkRecord } from './model'
export { accountReportRoutes, recordRoutes, workRecordRoutes } from './routes'
export { forgetCustomer, jobsWithReport, recordsOfCustomer, requireAnswers, workRecordsOf } from './rows'
