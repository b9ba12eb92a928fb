import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { endpoint, ok } from '../../../http/endpoint'
import { plumbing } from '../../../http/plumbing'
import { Insights } from './model'
import { analyse } from './service'

export const insightRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/insights', async () => ok(await analyse(deps)), {
    ...endpoint(
      { as: 'hq', limit: 10 },
      {
        tag: 'Operations',
        summary: 'Say what should be looked into, with what to do about it',
        answer: Insights,
        example: {
          insights: [
            {
              severity: 'medium',
              category: 'data',
              title: '1 active worker without working hours',
              detail: 'Dispatch gives no job to somebody who never works.',
              action:
                'Set weekly hours under Workers (PUT /api/admin/workers/:id/shifts), or make the worker inactive.',
            },
          ],
          score: 95,
          analyzedAt: '2026-03-02T15:04:05.000Z',
        },
      },
    ),
  })
