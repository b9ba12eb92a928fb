import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { answerFile, picture } from '../files'
import { requireEarlierPhoto } from './site'
import { EarlierPhotoParams } from './site-model'
import * as models from './site-model'

nameModels(models)

const workerRule = { as: 'worker', limit: 600 } as const
const unknown = { 404: 'The worker has no such job, or its place no such photo' }

/** Photos of earlier visits at the place of a technician's job. */
export const siteRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/work/jobs/:id/earlier/:fileId/content',
      async ({ params, caller, request }) =>
        answerFile(deps, await requireEarlierPhoto(deps, params, caller.subject), 'content', request),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'getEarlierPhoto',
          summary: "Get a photo of an earlier visit at the place of one of the worker's own jobs",
          refusals: unknown,
          ...picture,
        }),
        params: EarlierPhotoParams,
      },
    )
    .get(
      '/api/work/jobs/:id/earlier/:fileId/thumbnail',
      async ({ params, caller, request }) =>
        answerFile(deps, await requireEarlierPhoto(deps, params, caller.subject), 'thumbnail', request),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'getEarlierPhotoThumbnail',
          summary: "Get a small picture of an earlier visit at the place of one of the worker's own jobs",
          refusals: unknown,
          ...picture,
        }),
        params: EarlierPhotoParams,
      },
    )
