import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint } from '../../../http/endpoint'
import { allows } from '../../../http/hq-caller'
import { nameModels } from '../../../http/openapi/names'
import { plumbing } from '../../../http/plumbing'
import { actorOf, type Caller } from '../../../http/request'
import { readToday } from './gather'
import { SnoozeInput, Snoozed, Today, TodayQuery } from './model'
import type { Reach } from './reach'
import { snoozeLine } from './snooze'
import * as models from './model'

nameModels(models)

const reachOf = (caller: Caller, franchiseId: string | null | undefined): Reach => ({
  may: (permission) => allows(caller, permission),
  franchiseId: franchiseId ?? undefined,
})

export const todayRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/today', ({ query, caller }) => readToday(deps, reachOf(caller, query.franchiseId)), {
      ...adminEndpoint({
        needs: 'todos.read',
        scope: { franchiseId: 'query' },
        operationId: 'getToday',
        summary: 'List everything that needs a person now',
        description:
          'Late visits, jobs without a technician, plan requests, overdue invoices, failed payments and messages, payouts that cannot go out, replies, incidents and open to-dos, as far as your permissions reach.',
        answer: Today,
      }),
      query: TodayQuery,
    })
    .post(
      '/api/admin/today/snooze',
      ({ body, caller }) => snoozeLine(deps, body, reachOf(caller, body.franchiseId), actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'todos.write',
          scope: { franchiseId: 'body' },
          operationId: 'snoozeTodayLine',
          summary: 'Put off a line of Today, mark it done or bring it back',
          answer: Snoozed,
          bodyExample: {
            key: 'visit.late:019d2c5e-7f4a-7000-8000-3b0f6f1f2a10:1772989200000',
            until: 'tomorrow',
          },
          refusals: {
            404: 'The line is gone, because somebody has taken care of it',
            409: 'The line is a to-do; mark that done instead',
          },
        }),
        body: SnoozeInput,
      },
    )
