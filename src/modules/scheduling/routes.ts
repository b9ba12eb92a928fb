import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { scopeOf } from '../../http/request'
import { readAvailability } from './availability/availability'
import { checkArea, offeredServices } from './availability/booking-page'
import { Availability, AvailabilityQuery, AreaAnswer, AreaQuery, OfferedServices } from './availability/model'
import { explainJob } from './dispatch/explain'
import { readDrives } from './dispatch/drives'
import { readHours } from './dispatch/hours'
import { learnTraffic } from './dispatch/learned-traffic'
import {
  DayHours,
  DispatchExplanation,
  Drives,
  DrivesQuery,
  ExplainParams,
  HoursQuery,
  LearnedTraffic,
} from './dispatch/model'
import * as availabilityModels from './availability/model'
import * as dispatchModels from './dispatch/model'

nameModels(availabilityModels)
nameModels(dispatchModels)

export const availabilityRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/availability', ({ query }) => readAvailability(deps, query), {
    ...endpoint(
      { as: 'public', limit: 30 },
      {
        tag: 'Public',
        summary: 'List available arrival windows for an address and a service',
        description:
          'Book one by sending its day and window as `preferredDate` and `preferredTime`. Dispatch then schedules the visit within it.',
        answer: Availability,
        refusals: {
          404: 'Service not found',
          502: 'The geocoder failed',
          503: 'Too many requests at once; `Retry-After` says when to try again',
          504: 'The geocoder took too long',
        },
      },
    ),
    query: AvailabilityQuery,
  })

/** Everything customers need to know before they book. */
export const bookingPageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/services', async () => ({ services: await offeredServices(deps) }), {
      ...endpoint(
        { as: 'public', limit: 120 },
        {
          tag: 'Public',
          operationId: 'listOfferedServices',
          summary: 'List bookable services with prices',
          answer: OfferedServices,
        },
      ),
    })
    .get('/api/area', ({ query }) => checkArea(deps, query.address), {
      ...endpoint(
        { as: 'public', limit: 30 },
        {
          tag: 'Public',
          operationId: 'checkArea',
          summary: 'Check whether an address is in a service area',
          answer: AreaAnswer,
        },
      ),
      query: AreaQuery,
    })

export const dispatchAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/dispatch/hours', ({ query }) => readHours(deps, query), {
      ...adminEndpoint({
        needs: 'dispatch',
        scope: { franchiseId: 'query' },
        summary: 'List who works on a day: shifts, time off and closed franchises',
        description:
          "Active workers only, each in their franchise's time zone. Up to seven days from the given one.",
        answer: DayHours,
      }),
      query: HoursQuery,
    })
    .get('/api/admin/dispatch/traffic', () => learnTraffic(deps), {
      ...adminEndpoint({
        operationId: 'learnTraffic',
        needs: 'settings',
        summary: "Find the rush hours in the technicians' drives",
        description: 'Changes nothing. Save what it finds as the rush hours of the settings.',
        answer: LearnedTraffic,
      }),
    })
    .get('/api/admin/availability', ({ query }) => readAvailability(deps, query), {
      ...adminEndpoint({
        operationId: 'listArrivalWindows',
        needs: 'jobs.write',
        scope: 'shared',
        summary: 'List available arrival windows while booking for a customer',
        description: 'The same as `GET /api/availability`, with the limit of the console.',
        answer: Availability,
        refusals: {
          404: 'Service not found',
          502: 'The geocoder failed',
          503: 'Too many requests at once; `Retry-After` says when to try again',
          504: 'The geocoder took too long',
        },
      }),
      query: AvailabilityQuery,
    })
    .get('/api/admin/dispatch/drives', ({ query }) => readDrives(deps, query), {
      ...adminEndpoint({
        operationId: 'listDrives',
        needs: 'dispatch',
        scope: { franchiseId: 'query' },
        summary: "List how full each worker's days are, and the drives between their visits",
        description: 'Up to seven days from the given one, each in the time zone of the franchise.',
        answer: Drives,
      }),
      query: DrivesQuery,
    })
    .get(
      '/api/admin/dispatch/explain/:jobId',
      ({ params, caller }) => explainJob(deps, params.jobId, scopeOf(caller)),
      {
        ...adminEndpoint({
          operationId: 'explainDispatch',
          needs: 'dispatch',
          scope: { id: 'job' },
          summary: 'Explain why each worker can or cannot take a job, and what would help',
          description: 'Takes scheduled visits into account, but not other waiting jobs.',
          answer: DispatchExplanation,
          refusals: { 404: 'Job not found', 409: 'The job has started or ended' },
        }),
        params: ExplainParams,
      },
    )
