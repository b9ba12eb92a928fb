import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { allows } from '../../http/hq-caller'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { SearchQuery, SearchResults } from './model'
import { search } from './service'
import * as models from './model'

nameModels(models)

export const searchRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/search',
      ({ query, caller }) => search(deps, query, (permission) => allows(caller, permission)),
      {
        ...adminEndpoint({
          operationId: 'search',
          needs: 'customers.read',
          scope: { franchiseId: 'query' },
          summary: 'Search customers, jobs, invoices and technicians',
          description: 'Kinds that your role may not read stay empty.',
          answer: SearchResults,
        }),
        query: SearchQuery,
      },
    )
