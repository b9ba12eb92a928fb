import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { hqCaller } from '../../http/hq-caller'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { voucherOf } from '../customers'
import { bookJob } from './book'
import { confirmBooking } from './confirm'
import { correctJob, addNote, readJob } from './detail'
import { listJobs } from './list'
import { acceptPrice } from './low-price'
import {
  JobBooked,
  JobInput,
  jobInputExample,
  AssignInput,
  JobChange,
  JobDetail,
  JobQuery,
  Note,
  NoteInput,
  OfficeJobInput,
  VisitInput,
  Job,
} from './model'
import { assignJob, scheduleJob } from './schedule'
import * as models from './model'

nameModels(models)

export const jobRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).post(
    '/api/jobs/create',
    async ({ body, caller, once, request }) => {
      const isQuoted = await comesFromHq(deps, request)
      const voucher = isQuoted ? 'hq' : null
      return bookJob(deps, body, { source: 'public', actor: actorOf(caller), isQuoted, voucher }, once)
    },
    {
      ...endpoint(
        { as: 'public', limit: 10 },
        {
          tag: 'Jobs',
          operationId: 'bookJob',
          summary: 'Book a job',
          answer: JobBooked,
          status: 201,
          idempotent: true,
          bodyExample: jobInputExample,
        },
      ),
      body: JobInput,
    },
  )

/** Anyone may book, so an invalid token is ignored, while one that may set prices means this one is approved. */
async function comesFromHq(deps: Deps, request: Request): Promise<boolean> {
  if (!request.headers.has('authorization')) return false
  return hqCaller(deps, request, { needs: 'jobs.price' }).then(
    () => true,
    () => false,
  )
}

const unknown = { 404: 'Job not found' }
const refused = { ...unknown, 409: 'The job or another visit is in the way; the error says which' }

export const jobAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/jobs', async ({ query }) => answerList(query, 'jobs', await listJobs(deps, query)), {
      ...adminEndpoint({
        needs: 'jobs.read',
        scope: { franchiseId: 'query' },
        summary: 'List and search jobs',
        answer: pageOf(Job),
      }),
      query: JobQuery,
    })
    .post(
      '/api/admin/jobs',
      ({ body: { customerId, tellCustomer, ...input }, caller, once }) => {
        const origin = { source: 'hq' as const, actor: actorOf(caller), voucher: voucherOf(caller) }
        return bookJob(deps, input, { ...origin, customerId, tellCustomer }, once)
      },
      {
        ...adminEndpoint({
          operationId: 'bookJobForCustomer',
          needs: 'jobs.write',
          scope: { franchiseId: 'body', body: { customerId: 'customer' } },
          summary: 'Book a job for a customer',
          description:
            "The job gets the customer's email and phone unless it names others. Somebody we know never becomes a second customer.",
          refusals: { 404: 'Customer not found', 409: 'The customer was erased' },
          answer: JobBooked,
          status: 201,
          idempotent: true,
          bodyExample: jobInputExample,
        }),
        body: OfficeJobInput,
      },
    )
    .get('/api/admin/jobs/:id', ({ params }) => readJob(deps, params.id), {
      ...adminEndpoint({
        needs: 'jobs.read',
        scope: { id: 'job' },
        summary: 'Get a job with its timeline and notes',
        answer: JobDetail,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/jobs/:id',
      ({ params, body, caller }) => correctJob(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'jobs.write',
          scope: { id: 'job', franchiseId: 'body', body: { afterJobId: 'job' } },
          summary: 'Correct a job',
          answer: Job,
          refusals: { ...unknown, 409: "The job can't come after the other one; the error says why" },
        }),
        params: IdParam,
        body: JobChange,
      },
    )
    .post(
      '/api/admin/jobs/:id/schedule',
      ({ params, body, caller }) => scheduleJob(deps, params.id, { ...body, actor: actorOf(caller) }),
      {
        ...adminEndpoint({
          needs: 'dispatch',
          scope: { id: 'job', body: { workerId: 'worker', secondWorkerId: 'worker' } },
          summary: 'Schedule a job',
          answer: Job,
          refusals: refused,
        }),
        params: IdParam,
        body: VisitInput,
      },
    )
    .post(
      '/api/admin/jobs/:id/assign',
      ({ params, body, caller }) => assignJob(deps, params.id, { ...body, actor: actorOf(caller) }),
      {
        ...adminEndpoint({
          needs: 'dispatch',
          scope: { id: 'job', body: { workerId: 'worker', secondWorkerId: 'worker' } },
          summary: 'Assign a scheduled job to another technician',
          answer: Job,
          refusals: refused,
        }),
        params: IdParam,
        body: AssignInput,
      },
    )
    .post(
      '/api/admin/jobs/:id/accept-price',
      ({ params, caller }) => acceptPrice(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          operationId: 'acceptJobPrice',
          needs: 'jobs.price',
          scope: { id: 'job' },
          summary: 'Accept a booked price that is below the catalog',
          description: 'The job is not scheduled until then. Changing its price also decides.',
          answer: Job,
          refusals: { ...unknown, 409: 'The price was already accepted or corrected, or the job has ended' },
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/jobs/:id/confirm',
      ({ params, caller }) => confirmBooking(deps, params.id, actorOf(caller), voucherOf(caller)),
      {
        ...adminEndpoint({
          needs: 'jobs.write',
          scope: { id: 'job' },
          summary: 'Confirm a public booking, so that it keeps its arrival window',
          answer: Job,
          refusals: { ...unknown, 409: 'The job is no longer waiting to be scheduled' },
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/jobs/:id/notes',
      ({ params, body, caller }) => addNote(deps, params.id, actorOf(caller), body.text),
      {
        ...adminEndpoint({
          needs: 'jobs.write',
          scope: { id: 'job' },
          summary: 'Add a note',
          answer: Note,
          status: 201,
          idempotent: true,
          refusals: unknown,
        }),
        params: IdParam,
        body: NoteInput,
      },
    )
