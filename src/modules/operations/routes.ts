import { Elysia } from 'elysia'
import { listBackups } from '../../backups'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
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

export const vitalsRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/vitals',
      () => ({ status: 'ok', timestamp: isoTime(deps.clock.now()), version: interfaceVersion }),
      endpoint(
        { as: 'public', limit: 120 },
        { tag: 'Public', summary: 'Say whether the service is alive', answer: VitalsStatus },
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
          { tag: 'Public', summary: 'Record a web-vitals measurement', answer: Received },
        ),
        body: Measurement,
      },
    )

const rule = { as: 'hq', limit: 30 } as const

export const clientErrorRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/dev/errors', ({ body, once }) => storeClientError(deps, body, once), {
      ...endpoint(rule, {
        tag: 'Operations',
        summary: 'Report an error of a browser or tool',
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
        summary: 'List reported errors, one by one and by fault',
        answer: ClientErrorList,
      }),
    })

export const metricRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/metrics', () => readMetrics(deps), {
    ...endpoint(
      { as: 'hq', limit: 30 },
      { tag: 'Operations', summary: 'Count jobs, workers and revenue', answer: Metrics },
    ),
  })

export const codehostRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/codehost', () => deps.providers.codehost.summary(), {
    ...endpoint(
      { as: 'hq', limit: 15 },
      {
        tag: 'Operations',
        summary: 'Show the latest commits and pull requests',
        description:
          'From the code host CODEHOST_REPO names, else from the local checkout. At most a minute old.',
        answer: CodeSummary,
        example: {
          commits: [{ sha: '4f2a9c1', message: 'Send receipts at once', author: 'dana' }],
          pulls: [{ number: 17, title: 'Print invoices', state: 'open' }],
          repo: { name: 'acme/truckroll', stars: 41, openIssues: 3 },
        },
        refusals: { 502: 'The code host failed', 504: 'The code host did not answer in time' },
      },
    ),
  })

export const hostingRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/hosting', () => deps.providers.hosting.summary(), {
    ...endpoint(
      { as: 'hq', limit: 15 },
      {
        tag: 'Operations',
        summary: 'Show the latest deployments',
        description:
          'From the platform HOSTING_PROJECT names, else this process itself. At most a minute old.',
        answer: HostingSummary,
        example: {
          deployments: [{ id: 'dpl_3', url: 'https://truckroll-3.vercel.app', state: 'READY' }],
          productionUrl: 'https://book.example.com',
        },
        refusals: {
          502: 'The hosting platform failed',
          504: 'The hosting platform did not answer in time',
        },
      },
    ),
  })

export const backupRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/admin/backups', () => listBackups(deps), {
    ...adminEndpoint({ summary: 'List the backups on this box', answer: BackupList }),
  })

export const healthRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/health', () => readHealth(deps), {
    ...endpoint(
      { as: 'public', limit: 120 },
      {
        tag: 'Operations',
        summary: 'Say how the service and all it depends on are doing',
        description:
          'Always 200: read `status`. Without its database it is `unhealthy`; a provider that does not answer, events that were given up, a late task or a full disk make it `degraded`. What is said of providers is at most half a minute old, as long as somebody looks.',
        answer: Health,
      },
    ),
  })

export const insightRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/insights', () => readInsights(deps), {
    ...endpoint(
      { as: 'hq', limit: 10 },
      {
        tag: 'Operations',
        summary: 'Say what should be looked into, with what to do about it',
        answer: Insights,
        example: {
          insights: [
            {
              severity: 'medium',
              category: 'data',
              title: '1 active worker without working hours',
              detail: 'Dispatch gives no job to somebody who never works.',
              action: 'Set weekly hours under Workers, or make the worker inactive.',
            },
          ],
          score: 95,
          analyzedAt: '2026-03-02T15:04:05.000Z',
        },
      },
    ),
  })
