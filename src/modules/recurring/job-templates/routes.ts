import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint } from '../../../http/endpoint'
import { nameModels } from '../../../http/openapi/names'
import { IdParam } from '../../../http/fields'
import { answerList, pageOf } from '../../../http/listing'
import { plumbing } from '../../../http/plumbing'
import { actorOf } from '../../../http/request'
import { voucherOf } from '../../customers'
import { jobTemplateExample } from '../model'
import {
  JobTemplate,
  JobTemplateChange,
  JobTemplateInput,
  JobTemplateQuery,
  JobTemplateWithDates,
} from './model'
import { addJobTemplate, changeJobTemplate, listJobTemplates, readJobTemplate } from './service'
import * as models from './model'
import * as taskModels from '../model'

nameModels(models)
nameModels(taskModels)

export const jobTemplateRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/templates',
      ({ query }) => answerList(query, 'templates', listJobTemplates(deps, query)),
      {
        ...adminEndpoint({
          operationId: 'listJobTemplates',
          needs: 'jobs.read',
          scope: { franchiseId: 'query' },
          summary: 'List job templates, newest first',
          answer: pageOf(JobTemplate),
        }),
        query: JobTemplateQuery,
      },
    )
    .post(
      '/api/admin/templates',
      ({ body, caller, once }) =>
        addJobTemplate(deps, body, { actor: actorOf(caller), voucher: voucherOf(caller) }, once),
      {
        ...adminEndpoint({
          operationId: 'createJobTemplate',
          needs: 'jobs.write',
          scope: { franchiseId: 'body', body: { customerId: 'customer' } },
          summary: 'Add a job template for recurring jobs',
          answer: JobTemplateWithDates,
          status: 201,
          idempotent: true,
          refusals: { 404: 'Customer or franchise not found' },
          bodyExample: jobTemplateExample,
        }),
        body: JobTemplateInput,
      },
    )
    .get('/api/admin/templates/:id', ({ params }) => readJobTemplate(deps, params.id), {
      ...adminEndpoint({
        operationId: 'getJobTemplate',
        needs: 'jobs.read',
        scope: { id: 'jobTemplate' },
        summary: 'Get a job template with its next 12 dates',
        answer: JobTemplateWithDates,
        refusals: { 404: 'Job template not found' },
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/templates/:id',
      ({ params, body, caller }) => changeJobTemplate(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          operationId: 'updateJobTemplate',
          needs: 'jobs.write',
          scope: { id: 'jobTemplate', franchiseId: 'body', body: { customerId: 'customer' } },
          summary: 'Update, pause, resume or end a job template',
          description:
            "Pause and resume with `active`, end with `endDate`. Jobs already created from it don't change.",
          answer: JobTemplateWithDates,
          refusals: {
            404: 'Job template, customer or franchise not found',
            409: "The customer's plan has ended",
          },
          bodyExample: { price: 199, endDate: '2027-04-30' },
        }),
        params: IdParam,
        body: JobTemplateChange,
      },
    )
