import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { answerList, pageOf } from '../../http/listing'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { LedgerItem, LedgerQuery, QuickBooksQuery, TrialBalance, TrialBalanceQuery } from './model'
import { quickBooksFile } from './quickbooks'
import { listEntries, readTrialBalance } from './read'
import * as models from './model'

nameModels(models)

export const ledgerRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/ledger', ({ query }) => answerList(query, 'ledger', listEntries(deps, query)), {
      ...adminEndpoint({
        needs: 'money.read',
        scope: { franchiseId: 'query' },
        operationId: 'listLedgerEntries',
        summary: 'List the entries of the ledger, latest first',
        answer: pageOf(LedgerItem),
      }),
      query: LedgerQuery,
    })
    .get('/api/admin/ledger/trial-balance', ({ query }) => readTrialBalance(deps, query), {
      ...adminEndpoint({
        needs: 'money.read',
        scope: { franchiseId: 'query' },
        operationId: 'getTrialBalance',
        summary: 'Get the balance of every account at the end of a day, and whether the books are in order',
        answer: TrialBalance,
      }),
      query: TrialBalanceQuery,
    })
    .get('/api/admin/ledger/quickbooks', ({ query }) => quickBooksFile(deps, query), {
      ...adminEndpoint({
        needs: 'money.read',
        scope: { franchiseId: 'query' },
        operationId: 'exportToQuickBooks',
        summary: 'Download journal entries as a file that QuickBooks Online imports',
        answer: z.string(),
        bare: true,
        mediaType: 'text/csv',
      }),
      query: QuickBooksQuery,
    })
