import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint, endpoint } from '../../../http/endpoint'
import { nameModels } from '../../../http/openapi/names'
import { plumbing } from '../../../http/plumbing'
import { Report, ReportQuery } from './model'
import { dailyRevenue, taxReport, technicianReport } from './office'
import { DailyRevenue, DaysQuery, TaxReport, TechnicianReport } from './office-model'
import { readReport } from './read'
import * as models from './model'
import * as officeModels from './office-model'

nameModels(models)
nameModels(officeModels)

const exampleMonth = {
  payments: 128,
  revenue: 24_310.5,
  refunds: 379,
  netRevenue: 23_931.5,
  franchiseShares: 16_752.05,
  fees: 742.4,
  hqNet: 6_437.05,
  tax: 1_962.38,
}

export const reportRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/reports', ({ query, request }) => readReport(deps, query, request), {
      ...endpoint(
        { as: 'public', limit: 30 },
        {
          tag: 'Public',
          operationId: 'getReport',
          summary: 'Read a business report',
          description:
            'Reports have totals only, nothing about individual people. Without an HQ token, groups with fewer than five jobs are combined into `other`, a report about one franchise has totals only, and figures change after every five new jobs. Amounts come from the ledger. Days are in the time zone of the business.',
          answer: Report,
          refusals: {
            401: 'Public reports are turned off, or a date range was requested without an HQ token',
          },
          example: {
            type: 'pnl',
            franchise: 'all',
            generatedAt: '2026-03-02T15:04:05.000Z',
            data: { ...exampleMonth, months: [{ month: '2026-02', ...exampleMonth }] },
          },
        },
      ),
      query: ReportQuery,
    })

const own = { needs: 'reports.read', scope: { franchiseId: 'query' } } as const

export const officeReportRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/reports/days', ({ query }) => dailyRevenue(deps, query), {
      ...adminEndpoint({
        ...own,
        operationId: 'getDailyRevenue',
        summary: 'Get revenue by day, for at most a year',
        answer: DailyRevenue,
      }),
      query: DaysQuery,
    })
    .get('/api/admin/reports/technicians', ({ query }) => technicianReport(deps, query), {
      ...adminEndpoint({
        ...own,
        operationId: 'getTechnicianReport',
        summary: 'Get visits, punctuality and job value by technician, for at most a year',
        answer: TechnicianReport,
      }),
      query: DaysQuery,
    })
    .get('/api/admin/reports/tax', ({ query }) => taxReport(deps, query), {
      ...adminEndpoint({
        ...own,
        operationId: 'getTaxReport',
        summary: 'Get sales and sales tax by rate and franchise, for at most a year',
        answer: TaxReport,
      }),
      query: DaysQuery,
    })
