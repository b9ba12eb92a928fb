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
  FranchisePayouts,
  FranchiseQuery,
  OnboardAnswer,
  OnboardInput,
  PayoutDashboard,
  PayoutQuery,
  PayoutStatement,
  ReturnQuery,
  StatementLine,
  StatementLineQuery,
  StatementQuery,
  TransferItem,
  TransferRecord,
  TransferQuery,
} from './model'
import { listTransfers } from './list'
import { onboardFranchise } from './onboarding'
import { resendTransfer } from './send'
import { listPayouts, listStatementLines, periodOf, readStatement } from './periods'
import { readDashboard } from './statement'
import { statementName, statementPdf } from './statement-file'
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
        answer: pageOf(TransferItem),
      }),
      query: TransferQuery,
    })
    .post(
      '/api/admin/transfers/:id/resend',
      ({ params, caller }) => resendTransfer(deps, params.id, actorOf(caller)),
      {
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
      },
    )
    .get('/api/admin/payouts', ({ query }) => answerList(query, 'payouts', listPayouts(deps, query)), {
      ...adminEndpoint({
        needs: 'money.read',
        scope: { franchiseId: 'query' },
        summary: 'List what each franchise was paid in a period, and what it waits for today',
        answer: pageOf(FranchisePayouts),
      }),
      query: PayoutQuery,
    })
    .get(
      '/api/admin/franchises/:id/payouts',
      async ({ params, query }) => {
        const listing = listStatementLines(deps, params.id, query)
        const { franchise } = await readStatement(deps, params.id, query)
        return answerList(query, statementName({ franchise, ...periodOf(deps, query) }), listing)
      },
      {
        ...adminEndpoint({
          needs: 'money.read',
          scope: { id: 'franchise' },
          operationId: 'listPayoutLines',
          summary: "List a franchise's transfers and reversals in a period, oldest first, with their jobs",
          answer: pageOf(StatementLine),
          refusals: unknown,
        }),
        params: IdParam,
        query: StatementLineQuery,
      },
    )
    .get(
      '/api/admin/franchises/:id/payouts/statement',
      ({ params, query }) => readStatement(deps, params.id, query),
      {
        ...adminEndpoint({
          needs: 'money.read',
          scope: { id: 'franchise' },
          operationId: 'getPayoutStatement',
          summary: "Get the totals of a franchise's payout statement",
          answer: PayoutStatement,
          refusals: unknown,
        }),
        params: IdParam,
        query: StatementQuery,
      },
    )
    .get(
      '/api/admin/franchises/:id/payouts/pdf',
      ({ params, query }) => statementPdf(deps, params.id, query),
      {
        ...adminEndpoint({
          needs: 'money.read',
          scope: { id: 'franchise' },
          operationId: 'getPayoutStatementPdf',
          summary: "Get a franchise's payout statement as PDF",
          answer: z.string().meta({ format: 'binary' }),
          bare: true,
          mediaType: 'application/pdf',
          refusals: unknown,
        }),
        params: IdParam,
        query: StatementQuery,
      },
    )
