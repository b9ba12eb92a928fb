import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { endpoint } from '../../../http/endpoint'
import { plumbing } from '../../../http/plumbing'
import { Report, ReportQuery } from './model'
import { readReport } from './read'

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
          summary: 'Read a business report',
          description:
            'Sums only, without anything about a person. Without an HQ token, groups of fewer than five jobs are merged into `other`, the figures of a franchise are totals, and they move on in steps of five jobs. Money is what the ledger says; days are those of BUSINESS_TIMEZONE.',
          answer: Report,
          refusals: {
            401: 'Reports are not public here, or a span of days was asked for without an HQ token',
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
