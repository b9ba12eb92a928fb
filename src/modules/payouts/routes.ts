import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { readStatus, returnFromOnboarding } from './accounts'
import {
  AccountStatus,
  FranchiseQuery,
  OnboardAnswer,
  OnboardInput,
  PayoutDashboard,
  ReturnQuery,
  TransferRecord,
  TransferQuery,
} from './model'
import { onboardFranchise } from './onboarding'
import { resendTransfer } from './send'
import { readDashboard, listTransfers } from './statement'
import * as models from './model'

nameModels(models)

const tag = 'Franchise payments' as const
const unknown = { 404: 'Franchise not found' }
const processor = { 502: 'The payment processor failed', 504: "The payment processor didn't answer in time" }

export const connectRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/payments/connect/onboard',
      ({ body, caller }) => onboardFranchise(deps, body.franchiseId, actorOf(caller)),
      {
        ...endpoint(
          { as: 'hq', limit: 10, needs: 'administrator' },
          {
            tag,
            operationId: 'onboardFranchise',
            summary: "Open a franchise's payout account, or continue its onboarding",
            answer: OnboardAnswer,
            idempotent: true,
            refusals: { ...unknown, ...processor },
          },
        ),
        body: OnboardInput,
      },
    )
    .get('/api/payments/connect/status', ({ query }) => readStatus(deps, query.franchiseId), {
      ...endpoint(
        { as: 'hq', limit: 30, needs: 'administrator' },
        {
          tag,
          operationId: 'getPayoutAccount',
          summary: "Refresh the status of a franchise's payout account",
          answer: AccountStatus,
          refusals: { ...unknown, ...processor },
        },
      ),
      query: FranchiseQuery,
    })
    .get('/api/payments/connect/dashboard', ({ query }) => readDashboard(deps, query.franchiseId), {
      ...endpoint(
        { as: 'hq', limit: 30, needs: 'administrator' },
        {
          tag,
          operationId: 'getPayoutDashboard',
          summary: "Get a franchise's payouts and balance",
          answer: PayoutDashboard,
        },
      ),
      query: FranchiseQuery,
    })
    .get(
      '/api/payments/connect/return',
      async ({ query, set }) => {
        const outcome = await returnFromOnboarding(deps, query.account_id)
        set.headers.location = `/admin?tab=franchise&connect=${outcome}`
        return ''
      },
      {
        ...endpoint(
          { as: 'public', limit: 20 },
          {
            tag,
            operationId: 'returnFromOnboarding',
            summary: "Return from the processor's onboarding pages",
            answer: z.string(),
            status: 302,
            bare: true,
          },
        ),
        query: ReturnQuery,
      },
    )

export const transferRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/transfers', ({ query }) => answerList(query, 'transfers', listTransfers(deps, query)), {
      ...adminEndpoint({
        needs: 'money.read',
        scope: { franchiseId: 'query' },
        summary: 'List transfers to franchises, newest first',
        answer: pageOf(TransferRecord),
      }),
      query: TransferQuery,
    })
    .post('/api/admin/transfers/:id/resend', ({ params }) => resendTransfer(deps, params.id), {
      ...adminEndpoint({
        needs: 'money.write',
        summary: 'Resend a refused transfer',
        answer: TransferRecord,
        refusals: {
          404: 'Transfer not found',
          409: "The transfer wasn't refused",
          502: 'The payment processor failed; we retry the transfer automatically',
        },
      }),
      params: IdParam,
    })
