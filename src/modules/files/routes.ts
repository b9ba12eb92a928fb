import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { requireCustomer } from '../customers'
import { archiveOf } from './archive'
import { attachFile, stateOf } from './attach'
import { changeFile } from './change'
import {
  CustomerFile,
  CustomerFileListQuery,
  FileChange,
  FileInput,
  JobFile,
  JobFiles,
  PartReceived,
  UploadParams,
  UploadQuery,
  UploadState,
} from './model'
import { partOf, uploaderOf } from './part'
import { listCustomerFiles, listJobFiles } from './read'
import { requireFile, requireOpenJob } from './rows'
import { answerFile } from './serve'
import { bytes, picture, stored } from './wire'
import { mostMegabytes, receivePart } from './uploads'
import * as models from './model'

nameModels(models)

const ofJob = { id: 'job' } as const
const ofCustomer = { id: 'customer', franchiseId: 'query' } as const
const unknownJob = { 404: 'Job not found' }
const unknownFile = { 404: 'File not found' }

/** Photos and documents of jobs in the console. */
export const fileRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/jobs/:id/files',
      async ({ params }) => ({ files: await listJobFiles(deps, params.id) }),
      {
        ...adminEndpoint({
          needs: 'jobs.read',
          scope: ofJob,
          operationId: 'listJobFiles',
          summary: 'List the photos and documents of a job',
          answer: JobFiles,
          refusals: unknownJob,
        }),
        params: IdParam,
      },
    )
    .get(
      '/api/admin/jobs/:id/uploads/:hash',
      async ({ params, caller }) => {
        await requireOpenJob(deps.store.read, params.id)
        const upload = { jobId: params.id, hash: params.hash, by: uploaderOf(caller) }
        return stateOf(deps, upload)
      },
      {
        ...adminEndpoint({
          needs: 'jobs.write',
          scope: ofJob,
          operationId: 'getUpload',
          summary: 'See how much of a file has arrived',
          answer: UploadState,
          refusals: { ...unknownJob, 409: 'The customer was erased' },
        }),
        params: UploadParams,
      },
    )
    .put(
      '/api/admin/jobs/:id/uploads/:hash',
      async ({ params, query, caller, request, server }) => {
        await requireOpenJob(deps.store.read, params.id)
        const upload = { jobId: params.id, hash: params.hash, by: uploaderOf(caller) }
        return { received: await receivePart(deps, upload, partOf(request, server, query.offset)) }
      },
      {
        ...endpoint(
          { as: 'hq', needs: 'jobs.write', scope: ofJob, limit: 600, raw: true },
          {
            tag: 'Admin',
            operationId: 'uploadPart',
            summary: 'Upload a file for a job, or a part of one',
            description: `A JPEG, PNG, WebP or PDF of at most ${mostMegabytes} MB. After an interruption, ask how much has arrived and continue there. The file belongs to the job once you add it.`,
            answer: PartReceived,
            takes: { schema: bytes, mediaType: 'application/octet-stream' },
            bodyExample: 'The bytes of the file',
            refusals: { ...unknownJob, 409: 'The part begins elsewhere, or the customer was erased' },
          },
        ),
        params: UploadParams,
        query: UploadQuery,
      },
    )
    .post(
      '/api/admin/jobs/:id/files',
      ({ params, body, caller }) =>
        attachFile(deps, { jobId: params.id, actor: actorOf(caller), by: uploaderOf(caller) }, body),
      {
        ...adminEndpoint({
          needs: 'jobs.write',
          scope: ofJob,
          operationId: 'addJobFile',
          summary: 'Add an uploaded file to a job',
          description:
            'The type is read from the bytes, and a position in them is removed. Adding the same file again changes nothing.',
          answer: JobFile,
          status: 201,
          refusals: { ...unknownJob, 409: "The upload isn't complete, or the job has too many files" },
        }),
        params: IdParam,
        body: FileInput,
      },
    )
    .patch(
      '/api/admin/files/:id',
      ({ params, body, caller }) => changeFile(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'jobs.write',
          scope: { id: 'file' },
          operationId: 'changeFile',
          summary: 'Label, show, delete or restore a file of a job',
          answer: JobFile,
          refusals: { ...unknownFile, 409: "A document can't become a photo" },
          bodyExample: { kind: 'before', shownToCustomer: true },
        }),
        params: IdParam,
        body: FileChange,
      },
    )
    .get(
      '/api/admin/files/:id/content',
      async ({ params, request }) =>
        answerFile(deps, await requireFile(deps.store.read, params.id), 'content', request),
      {
        ...adminEndpoint({
          needs: 'jobs.read',
          scope: { id: 'file' },
          operationId: 'getFileContent',
          summary: 'Get the bytes of a file',
          refusals: unknownFile,
          ...stored,
        }),
        params: IdParam,
      },
    )
    .get(
      '/api/admin/files/:id/thumbnail',
      async ({ params, request }) =>
        answerFile(deps, await requireFile(deps.store.read, params.id), 'thumbnail', request),
      {
        ...adminEndpoint({
          needs: 'jobs.read',
          scope: { id: 'file' },
          operationId: 'getFileThumbnail',
          summary: 'Get a small picture of a photo',
          refusals: { 404: 'File not found, or it has no thumbnail' },
          ...picture,
        }),
        params: IdParam,
      },
    )
    .get(
      '/api/admin/customers/:id/files',
      async ({ params, query }) => {
        const { id } = await requireCustomer(deps.store.read, params.id)
        return answerList(query, 'files', listCustomerFiles(deps, id, query.franchiseId))
      },
      {
        ...adminEndpoint({
          needs: 'jobs.read',
          scope: ofCustomer,
          operationId: 'listCustomerFiles',
          summary: "List the photos and documents of a customer's jobs, newest first",
          answer: pageOf(CustomerFile),
          refusals: { 404: 'Customer not found' },
        }),
        params: IdParam,
        query: CustomerFileListQuery,
      },
    )
    .get(
      '/api/admin/customers/:id/files/archive',
      ({ params, caller }) => archiveOf(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'customers.read',
          operationId: 'exportCustomerFiles',
          summary: "Download all photos and documents of a customer's jobs as a ZIP file",
          refusals: { 404: 'Customer not found' },
          answer: bytes,
          bare: true,
          mediaType: 'application/zip',
        }),
        params: IdParam,
      },
    )
