import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint } from '../../../http/endpoint'
import { IdParam } from '../../../http/fields'
import { answerList, pageOf } from '../../../http/listing'
import { plumbing } from '../../../http/plumbing'
import { jobTemplateExample } from '../model'
import {
  JobTemplate,
  JobTemplateChange,
  JobTemplateInput,
  JobTemplateQuery,
  JobTemplateWithDates,
} from './model'
import { addJobTemplate, changeJobTemplate, listJobTemplates, readJobTemplate } from './service'

export const jobTemplateRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/templates',
      ({ query }) => answerList(query, 'templates', listJobTemplates(deps, query)),
      {
        ...adminEndpoint({
          summary: 'List job templates, newest first',
          answer: pageOf(JobTemplate),
        }),
        query: JobTemplateQuery,
      },
    )
    .post('/api/admin/templates', ({ body, once }) => addJobTemplate(deps, body, once), {
      ...adminEndpoint({
        summary: 'Add a job template, which recurring jobs are made from',
        answer: JobTemplateWithDates,
        status: 201,
        idempotent: true,
        refusals: { 404: 'There is no such customer or franchise' },
        bodyExample: jobTemplateExample,
      }),
      body: JobTemplateInput,
    })
    .get('/api/admin/templates/:id', ({ params }) => readJobTemplate(deps, params.id), {
      ...adminEndpoint({
        summary: 'Read a job template with its next 12 dates',
        answer: JobTemplateWithDates,
        refusals: { 404: 'There is no such job template' },
      }),
      params: IdParam,
    })
    .patch('/api/admin/templates/:id', ({ params, body }) => changeJobTemplate(deps, params.id, body), {
      ...adminEndpoint({
        summary: 'Change, pause, resume or end a job template',
        description:
          'Pause and resume with `active`, end with `endDate`. Jobs made from it before stay as they are.',
        answer: JobTemplateWithDates,
        refusals: {
          404: 'There is no such job template, customer or franchise',
          409: "The customer's plan has ended",
        },
        bodyExample: { price: 199, endDate: '2027-04-30' },
      }),
      params: IdParam,
      body: JobTemplateChange,
    })
