import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint, endpoint } from '../../../http/endpoint'
import { nameModels } from '../../../http/openapi/names'
import { IdParam } from '../../../http/fields'
import { answerList, pageOf } from '../../../http/listing'
import { plumbing } from '../../../http/plumbing'
import { assertSameEmail, NamedEmails } from '../../customers'
import { changePlan, endOwnPlan } from './change'
import { AdminPlan, PlanChange, PlanEnded, PlanInput, PlanQuery, PlanRequested } from './model'
import { listPlans, presentAdminPlan, requestPlan, requirePlan } from './plans'
import * as models from './model'

nameModels(models)

const unknown = { 404: 'Plan not found' }

export const planRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/maintenance-plans',
      async ({ body, query, caller, once }) => {
        assertSameEmail(caller.subject, query)
        return requestPlan(deps, caller.subject, body, once)
      },
      {
        ...endpoint(
          { as: 'proof', limit: 120 },
          {
            tag: 'Customers',
            operationId: 'requestPlan',
            summary: 'Request a maintenance plan',
            answer: PlanRequested,
            status: 201,
            idempotent: true,
            refusals: { 403: 'The proof is for a different email address' },
          },
        ),
        query: NamedEmails,
        body: PlanInput,
      },
    )
    .post(
      '/api/maintenance-plans/:id/end',
      ({ params, caller }) => endOwnPlan(deps, caller.subject, params.id),
      {
        ...endpoint(
          { as: 'proof', limit: 120 },
          {
            tag: 'Customers',
            operationId: 'endPlan',
            summary: 'End a maintenance plan, or withdraw the request for it',
            answer: PlanEnded,
            refusals: unknown,
          },
        ),
        params: IdParam,
      },
    )
    .get('/api/admin/plans', ({ query }) => answerList(query, 'plans', listPlans(deps, query)), {
      ...adminEndpoint({
        needs: 'jobs.read',
        scope: { franchiseId: 'query' },
        summary: 'List maintenance plans',
        answer: pageOf(AdminPlan),
      }),
      query: PlanQuery,
    })
    .get(
      '/api/admin/plans/:id',
      async ({ params }) => presentAdminPlan(await requirePlan(deps.store.read, params.id)),
      {
        ...adminEndpoint({
          needs: 'jobs.read',
          scope: { id: 'plan' },
          summary: 'Get a maintenance plan',
          answer: AdminPlan,
          refusals: unknown,
        }),
        params: IdParam,
      },
    )
    .patch('/api/admin/plans/:id', ({ params, body }) => changePlan(deps, params.id, body), {
      ...adminEndpoint({
        needs: 'jobs.write',
        scope: { id: 'plan' },
        summary: 'Set the price of a plan, or update, pause, resume or end it',
        answer: AdminPlan,
        refusals: {
          ...unknown,
          409: 'The plan has ended or has no price yet, or a booked visit is in the way of the start',
        },
      }),
      params: IdParam,
      body: PlanChange,
    })
