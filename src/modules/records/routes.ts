import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { requireWorkersJob, sendingDays } from '../files'
import { requireJob } from '../jobs'
import { AnswersInput, JobRecord, SignatureInput, WorkRecord } from './model'
import { ownReport, reportFile } from './report'
import { recordOf } from './rows'
import { saveAnswers, saveSignature } from './write'
import * as models from './model'

nameModels(models)

const workerRule = { as: 'worker', limit: 120 } as const
const unknownJob = { 404: 'Job not found' }
const notOwn = { 404: 'The worker has no such job' }
const pdf = {
  answer: z.string().meta({ format: 'binary' }),
  bare: true,
  mediaType: 'application/pdf',
} as const

/** The record of a visit, for the office. */
export const recordRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/jobs/:id/record',
      async ({ params }) => recordOf(deps.store.read, await requireJob(deps.store.read, params.id)),
      {
        ...adminEndpoint({
          needs: 'jobs.read',
          scope: { id: 'job' },
          operationId: 'getJobRecord',
          summary: "Get a job's checklist with its answers, and the customer's signature",
          answer: JobRecord,
          refusals: unknownJob,
        }),
        params: IdParam,
      },
    )
    .get(
      '/api/admin/jobs/:id/report',
      async ({ params }) => reportFile(deps, await requireJob(deps.store.read, params.id)),
      {
        ...adminEndpoint({
          needs: 'jobs.read',
          scope: { id: 'job' },
          operationId: 'getJobReport',
          summary: "Get a completed job's report as PDF, as its customer gets it",
          refusals: { ...unknownJob, 409: "The job isn't completed" },
          ...pdf,
        }),
        params: IdParam,
      },
    )

/** The report of a customer's own job. */
export const accountReportRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/account/jobs/:id/report', ({ params, caller }) => ownReport(deps, caller.subject, params.id), {
      ...endpoint(
        { as: 'proof', limit: 30 },
        {
          tag: 'Customers',
          operationId: 'getOwnReport',
          summary: "Get the report of one of the customer's completed jobs as PDF",
          refusals: { 404: 'The customer has no such booking', 409: "The job isn't completed" },
          ...pdf,
        },
      ),
      params: IdParam,
    })

/** Answers and signatures that technicians send for their own jobs. */
export const workRecordRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .put(
      '/api/work/jobs/:id/answers',
      async ({ params, body, caller }) => {
        await requireWorkersJob(deps, params.id, caller.subject, sendingDays)
        return saveAnswers(deps, params.id, body, actorOf(caller))
      },
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'answerOwnChecklist',
          summary: "Answer the checklist of one of the worker's own jobs",
          description: 'Answers sent again change nothing, and the later answer to an item stays.',
          answer: WorkRecord,
          refusals: { ...notOwn, 409: 'The visit is done, or never took place' },
        }),
        params: IdParam,
        body: AnswersInput,
      },
    )
    .post(
      '/api/work/jobs/:id/signatures',
      async ({ params, body, caller }) => {
        await requireWorkersJob(deps, params.id, caller.subject, sendingDays)
        return saveSignature(deps, params.id, body, actorOf(caller))
      },
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'signOwnJob',
          summary: "Add the customer's signature to one of the worker's own jobs",
          answer: WorkRecord,
          refusals: { ...notOwn, 409: 'The visit never took place' },
          bodyExample: {
            id: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
            signer: 'Jordan Rivera',
            way: 'drawn',
            strokes: [[100, 200, 300, 60, 500, 320]],
            statement: 'I confirm that this work was done.',
            lines: ['Gutter cleaning', 'Ladder secured: Yes'],
            signedAt: '2026-03-02T16:00:00Z',
          },
        }),
        params: IdParam,
        body: SignatureInput,
      },
    )
