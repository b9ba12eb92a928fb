import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { attachFile, stateOf } from './attach'
import {
  FileInput,
  JobFile,
  JobFiles,
  OwnFiles,
  PartReceived,
  UploadParams,
  UploadQuery,
  UploadState,
} from './model'
import { partOf, uploaderOf } from './part'
import {
  listOwnFiles,
  listWorkersFiles,
  requireOwnFile,
  requireWorkersFile,
  requireWorkersJob,
  sendingDays,
} from './read'
import { answerFile } from './serve'
import { bytes, picture, stored } from './wire'
import { receivePart } from './uploads'

const unknownFile = { 404: 'File not found' }
const unknownJob = { 404: 'The worker has no such job' }

const proofRule = { as: 'proof', limit: 600 } as const
const workerRule = { as: 'worker', limit: 600 } as const

/** The photos of a customer's own jobs, for that customer. */
export const accountFileRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/account/files', async ({ caller }) => ({ files: await listOwnFiles(deps, caller.subject) }), {
      ...endpoint(proofRule, {
        tag: 'Customers',
        operationId: 'listOwnFiles',
        summary: "List the photos of the customer's jobs that the office shows",
        answer: OwnFiles,
      }),
    })
    .get(
      '/api/account/files/:id/content',
      async ({ params, caller, request }) =>
        answerFile(deps, await requireOwnFile(deps, params.id, caller.subject), 'content', request),
      {
        ...endpoint(proofRule, {
          tag: 'Customers',
          operationId: 'getOwnFileContent',
          summary: "Get the bytes of a photo of the customer's jobs",
          refusals: unknownFile,
          ...stored,
        }),
        params: IdParam,
      },
    )
    .get(
      '/api/account/files/:id/thumbnail',
      async ({ params, caller, request }) =>
        answerFile(deps, await requireOwnFile(deps, params.id, caller.subject), 'thumbnail', request),
      {
        ...endpoint(proofRule, {
          tag: 'Customers',
          operationId: 'getOwnFileThumbnail',
          summary: "Get a small picture of a photo of the customer's jobs",
          refusals: unknownFile,
          ...picture,
        }),
        params: IdParam,
      },
    )

/** Photos and documents of a technician's own jobs. */
export const workFileRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/work/jobs/:id/files',
      async ({ params, caller }) => ({ files: await listWorkersFiles(deps, params.id, caller.subject) }),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'listOwnJobFiles',
          summary: "List the photos and documents of one of the worker's own jobs",
          answer: JobFiles,
          refusals: unknownJob,
        }),
        params: IdParam,
      },
    )
    .get(
      '/api/work/jobs/:id/uploads/:hash',
      async ({ params, caller }) => {
        await requireWorkersJob(deps, params.id, caller.subject, sendingDays)
        const upload = { jobId: params.id, hash: params.hash, by: uploaderOf(caller) }
        return stateOf(deps, upload)
      },
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'getOwnUpload',
          summary: "See how much of a file for one of the worker's own jobs has arrived",
          answer: UploadState,
          refusals: unknownJob,
        }),
        params: UploadParams,
      },
    )
    .put(
      '/api/work/jobs/:id/uploads/:hash',
      async ({ params, query, caller, request, server }) => {
        await requireWorkersJob(deps, params.id, caller.subject, sendingDays)
        const upload = { jobId: params.id, hash: params.hash, by: uploaderOf(caller) }
        return { received: await receivePart(deps, upload, partOf(request, server, query.offset)) }
      },
      {
        ...endpoint(
          { ...workerRule, raw: true },
          {
            tag: 'Work',
            operationId: 'uploadOwnPart',
            summary: "Upload a file for one of the worker's own jobs, or a part of one",
            description: 'Works like the upload in the console.',
            answer: PartReceived,
            takes: { schema: bytes, mediaType: 'application/octet-stream' },
            bodyExample: 'The bytes of the file',
            refusals: { ...unknownJob, 409: 'The part begins elsewhere' },
          },
        ),
        params: UploadParams,
        query: UploadQuery,
      },
    )
    .post(
      '/api/work/jobs/:id/files',
      async ({ params, body, caller }) => {
        await requireWorkersJob(deps, params.id, caller.subject, sendingDays)
        return attachFile(deps, { jobId: params.id, actor: actorOf(caller), by: uploaderOf(caller) }, body)
      },
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'addOwnJobFile',
          summary: "Add an uploaded file to one of the worker's own jobs",
          answer: JobFile,
          status: 201,
          refusals: { ...unknownJob, 409: "The upload isn't complete, or the job has too many files" },
        }),
        params: IdParam,
        body: FileInput,
      },
    )
    .get(
      '/api/work/files/:id/content',
      async ({ params, caller, request }) =>
        answerFile(deps, await requireWorkersFile(deps, params.id, caller.subject), 'content', request),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'getOwnJobFileContent',
          summary: "Get the bytes of a file of one of the worker's own jobs",
          refusals: unknownFile,
          ...stored,
        }),
        params: IdParam,
      },
    )
    .get(
      '/api/work/files/:id/thumbnail',
      async ({ params, caller, request }) =>
        answerFile(deps, await requireWorkersFile(deps, params.id, caller.subject), 'thumbnail', request),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'getOwnJobFileThumbnail',
          summary: "Get a small picture of a photo of one of the worker's own jobs",
          refusals: unknownFile,
          ...picture,
        }),
        params: IdParam,
      },
    )
