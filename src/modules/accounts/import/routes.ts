import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../../deps'
import { adminEndpoint, endpoint } from '../../../http/endpoint'
import { IdParam } from '../../../http/fields'
import { answerList, pageOf } from '../../../http/listing'
import { nameModels } from '../../../http/openapi/names'
import { plumbing } from '../../../http/plumbing'
import { actorOf, readCapped } from '../../../http/request'
import { minute, second } from '../../../lib/clock'
import { invalid } from '../../../lib/errors'
import { DiscardedImport, Import, ImportChange, ImportPreview, ImportQuery, ImportUpload } from './model'
import { changePlan, listImports, presentImport, previewImport, readImport } from './read'
import { resumeImports, startImport } from './run'
import { stageFile } from './stage'
import { discardImport, startUndo } from './undo'
import * as models from './model'

nameModels(models)

const mostMegabytes = 30
const maxBytes = mostMegabytes * 1024 * 1024
/** Enough for 30 MB through a slow line. */
const uploadMs = 4 * minute

const needs = 'import'
const unknown = { 404: 'Import not found' }

export const importRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/imports', ({ query }) => answerList(query, 'imports', listImports(deps)), {
      ...adminEndpoint({ needs, summary: 'List imports, newest first', answer: pageOf(Import) }),
      query: ImportQuery,
    })
    .post(
      '/api/admin/imports',
      async ({ query, caller, request, server }) => {
        server?.timeout(request, uploadMs / second)
        const bytes = await readCapped(request, maxBytes, uploadMs)
        if (bytes === null) throw invalid(`The file is larger than ${mostMegabytes} MB. Split it.`)
        if (bytes.length === 0) throw invalid('The file is empty')
        const id = await stageFile(deps, { ...query, bytes, actor: actorOf(caller) })
        resumeImports(deps)
        return readImport(deps, id)
      },
      {
        ...endpoint(
          { as: 'hq', needs, limit: 600, raw: true },
          {
            tag: 'Admin',
            operationId: 'uploadImport',
            summary: 'Upload a file of customers or jobs',
            description: `A CSV file, or a vCard file of customers, of at most ${mostMegabytes} MB. Nothing is imported yet: the file is checked first.`,
            answer: Import,
            status: 201,
            takes: { schema: z.string().meta({ format: 'binary' }), mediaType: 'application/octet-stream' },
            bodyExample: 'The bytes of the file',
          },
        ),
        query: ImportUpload,
      },
    )
    .get('/api/admin/imports/:id', ({ params }) => readImport(deps, params.id), {
      ...adminEndpoint({
        needs,
        summary: 'Get an import and its progress',
        answer: Import,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .get('/api/admin/imports/:id/rows', ({ params }) => previewImport(deps, params.id), {
      ...adminEndpoint({
        needs,
        operationId: 'previewImport',
        summary: 'Preview the first rows and the first rows with faults',
        answer: ImportPreview,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/imports/:id',
      async ({ params, body }) => {
        const changed = await changePlan(deps, params.id, body)
        resumeImports(deps)
        return changed
      },
      {
        ...adminEndpoint({
          needs,
          summary: 'Change how a file is imported, and check it again',
          answer: Import,
          refusals: { ...unknown, 409: 'The file is imported already' },
        }),
        params: IdParam,
        body: ImportChange,
      },
    )
    .post(
      '/api/admin/imports/:id/run',
      async ({ params, caller }) => {
        const row = await startImport(deps, params.id, actorOf(caller))
        resumeImports(deps)
        return presentImport(row, deps.clock.now())
      },
      {
        ...adminEndpoint({
          needs,
          summary: 'Import a checked file',
          description: 'All rows come in, or none: a run that fails is taken back. Nobody gets a message.',
          answer: Import,
          refusals: { ...unknown, 409: "The file isn't checked yet, has errors or was imported already" },
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/imports/:id/undo',
      async ({ params, caller }) => {
        const row = await startUndo(deps, params.id, actorOf(caller))
        resumeImports(deps)
        return presentImport(row, deps.clock.now())
      },
      {
        ...adminEndpoint({
          needs,
          summary: 'Undo an import',
          description:
            'Removes what it added and takes back what it filled in. Records that were used or changed since stay, and `counts.kept` says how many.',
          answer: Import,
          refusals: { ...unknown, 409: "The file wasn't imported, or it is more than 30 days ago" },
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/imports/:id/discard',
      async ({ params }) => {
        await discardImport(deps, params.id)
        resumeImports(deps)
        return { discarded: true }
      },
      {
        ...adminEndpoint({
          needs,
          summary: 'Throw away a file that was not imported',
          answer: DiscardedImport,
          refusals: { ...unknown, 409: 'The file is imported; undo it instead' },
        }),
        params: IdParam,
      },
    )
