import { Elysia } from 'elysia'
import { listBackups } from '../../backups'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { isoTime } from '../../lib/clock'
import { interfaceVersion } from '../../version'
import { listClientErrors, storeClientError } from './client-errors'
import { readHealth, readInsights } from './health'
import { readMetrics } from './metrics'
import {
  Measurement,
  Received,
  VitalsStatus,
  ClientErrorInput,
  ClientErrorList,
  ClientErrorStored,
  Metrics,
  CodeSummary,
  HostingSummary,
  BackupList,
  Health,
  Insights,
} from './model'
import { recordMeasurement } from './vitals'
import * as models from './model'

nameModels(models)

export const vitalsRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/vitals',
      () => ({ status: 'ok', timestamp: isoTime(deps.clock.now()), version: interfaceVersion }),
      endpoint(
        { as: 'public', limit: 120 },
        { tag: 'Public', summary: 'Check that the service is up', answer: VitalsStatus },
      ),
    )
    .post(
      '/api/vitals',
      async ({ body }) => {
        await recordMeasurement(deps, body)
        return { received: true }
      },
      {
        ...endpoint(
          { as: 'public', limit: 60 },
          {
            tag: 'Public',
            operationId: 'recordVitals',
            summary: 'Record a web vitals measurement',
            answer: Received,
          },
        ),
        body: Measurement,
      },
    )

const rule = { as: 'hq', limit: 30, needs: 'administrator' } as const

export const clientErrorRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/dev/errors', ({ body, once }) => storeClientError(deps, body, once), {
      ...endpoint(rule, {
        tag: 'Operations',
        operationId: 'reportError',
        summary: 'Report an error from a browser or tool',
        answer: ClientErrorStored,
        idempotent: true,
        bodyExample: {
          message: "Cannot read properties of undefined (reading 'price')",
          stack: 'TypeError: Cannot read properties of undefined\n    at total (book.js:41:17)',
          page: '/book',
        },
      }),
      body: ClientErrorInput,
    })
    .get('/api/dev/errors', () => listClientErrors(deps), {
      ...endpoint(rule, {
        tag: 'Operations',
        operationId: 'listErrors',
        summary: 'List reported errors, individually and grouped',
        answer: ClientErrorList,
      }),
    })

export const metricRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/metrics', () => readMetrics(deps), {
    ...endpoint(
      { as: 'hq', limit: 30, needs: 'administrator' },
      { tag: 'Operations', summary: 'Count jobs, workers and revenue', answer: Metrics },
    ),
  })

export const codehostRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/codehost', () => deps.providers.codehost.summary(), {
    ...endpoint(
      { as: 'hq', limit: 15, needs: 'administrator' },
      {
        tag: 'Operations',
        summary: 'Show the latest commits and pull requests',
        description:
          'Read from the repository in CODEHOST_REPO or, without that setting, from the local checkout. The answer is at most one minute old.',
        answer: CodeSummary,
        example: {
          commits: [{ sha: '4f2a9c1', message: 'Send receipts right away', author: 'dana' }],
          pulls: [{ number: 17, title: 'Print invoices', state: 'open' }],
          repo: { name: 'acme/truckroll', stars: 41, openIssues: 3 },
        },
        refusals: { 502: 'The code host failed', 504: "The code host didn't respond in time" },
      },
    ),
  })

export const hostingRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/hosting', () => deps.providers.hosting.summary(), {
    ...endpoint(
      { as: 'hq', limit: 15, needs: 'administrator' },
      {
        tag: 'Operations',
        summary: 'Show the latest deployments',
        description:
          'Read from the project in HOSTING_PROJECT; without that setting, the list has this process only. The answer is at most one minute old.',
        answer: HostingSummary,
        example: {
          deployments: [{ id: 'dpl_3', url: 'https://truckroll-3.vercel.app', state: 'READY' }],
          productionUrl: 'https://book.example.com',
        },
        refusals: {
          502: 'The hosting platform failed',
          504: "The hosting platform didn't respond in time",
        },
      },
    ),
  })

export const backupRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/admin/backups', () => listBackups(deps), {
    ...adminEndpoint({
      needs: 'system',
      operationId: 'listBackups',
      summary: 'List the backups on this server',
      answer: BackupList,
    }),
  })

export const healthRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/health', () => readHealth(deps), {
    ...endpoint(
      { as: 'public', limit: 120 },
      {
        tag: 'Operations',
        summary: 'Check the health of the service and its dependencies',
        description:
          "The answer is always 200, so read `status`. The service is `unhealthy` without its database, and `degraded` if a provider doesn't respond, payment events have failed for good, a scheduled task is late or the disk is almost full. Results for providers are up to 30 seconds old while you keep asking.",
        answer: Health,
      },
    ),
  })

export const insightRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/insights', () => readInsights(deps), {
    ...endpoint(
      { as: 'hq', limit: 10, needs: 'administrator' },
      {
        tag: 'Operations',
        summary: 'List problems and how to fix them',
        answer: Insights,
        example: {
          insights: [
            {
              severity: 'medium',
              category: 'data',
              title: '1 technician without working hours',
              detail: 'Dispatch only assigns jobs during working hours, so they get none.',
              action: "Set the technician's weekly hours, or make them inactive.",
              page: '/admin?tab=workers',
            },
          ],
          score: 95,
          analyzedAt: '2026-03-02T15:04:05.000Z',
        },
      },
    ),
  })
