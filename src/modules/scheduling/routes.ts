import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { plumbing } from '../../http/plumbing'
import { readAvailability } from './availability/availability'
import { checkArea, offeredServices } from './availability/booking-page'
import { Availability, AvailabilityQuery, AreaAnswer, AreaQuery, OfferedServices } from './availability/model'
import { explainJob } from './dispatch/explain'
import { readHours } from './dispatch/hours'
import { DayHours, DispatchExplanation, ExplainParams, HoursQuery } from './dispatch/model'

export const availabilityRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/availability', ({ query }) => readAvailability(deps, query), {
    ...endpoint(
      { as: 'public', limit: 30 },
      {
        tag: 'Public',
        summary: 'Offer bookable windows for an address and a service',
        description:
          'A booking that names an offered day and window as `preferredDate` and `preferredTime` fits when dispatch runs.',
        answer: Availability,
        refusals: {
          404: 'There is no such service',
          502: 'The geocoder failed',
          503: 'Too many people are asking at once; `Retry-After` says when to try again',
          504: 'The geocoder took too long',
        },
      },
    ),
    query: AvailabilityQuery,
  })

/** What somebody may know before booking. */
export const bookingPageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/services', async () => ({ services: await offeredServices(deps) }), {
      ...endpoint(
        { as: 'public', limit: 120 },
        { tag: 'Public', summary: 'List what can be booked, with prices', answer: OfferedServices },
      ),
    })
    .get('/api/area', ({ query }) => checkArea(deps, query.address), {
      ...endpoint(
        { as: 'public', limit: 30 },
        { tag: 'Public', summary: 'Say whether an address is within our area', answer: AreaAnswer },
      ),
      query: AreaQuery,
    })

export const dispatchAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/dispatch/hours', ({ query }) => readHours(deps, query.date), {
      ...adminEndpoint({
        summary: 'Who works on a day, and when: shifts, time off and closed franchises',
        description: 'Active workers only, each by the clocks of the own franchise.',
        answer: DayHours,
      }),
      query: HoursQuery,
    })
    .get('/api/admin/dispatch/explain/:jobId', ({ params }) => explainJob(deps, params.jobId), {
      ...adminEndpoint({
        summary: 'Say why a job went, or cannot go, to each worker, and what would help',
        description: 'Beside the visits that are made already; other jobs that wait are not counted.',
        answer: DispatchExplanation,
        refusals: { 404: 'There is no such job', 409: 'The job is under way or over' },
      }),
      params: ExplainParams,
    })
