import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { calendarAnswer } from './calendar'
import { createFeed, listFeeds, ownFeed, revokeFeed, revokeOwnFeed } from './calendar-feeds'
import { CalendarFeed, CalendarParams, CreatedFeed, FeedQuery, OwnFeed } from './calendar-model'
import * as models from './calendar-model'

nameModels(models)

const workerRule = { as: 'worker', limit: 120 } as const
const replaces = 'Only this answer contains the link. It replaces the link before, which stops working.'

/** Secret links that calendar apps subscribe to. No Idempotency-Key: storing the answer would store the link. */
export const calendarRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/calendar/:file', ({ params, request }) => calendarAnswer(deps, params.file, request), {
      ...endpoint(
        { as: 'public', limit: 60 },
        {
          tag: 'Work',
          summary: 'Read the visits behind a calendar link',
          description: 'From 30 days ago to 180 days from now, for calendar apps that subscribe to it.',
          answer: z.string(),
          bare: true,
          kept: true,
          mediaType: 'text/calendar',
          refusals: { 404: 'The link is unknown or was revoked' },
        },
      ),
      params: CalendarParams,
    })
    .get('/api/admin/calendar-feeds', ({ query }) => answerList(query, 'calendars', listFeeds(deps, query)), {
      ...adminEndpoint({
        needs: 'dispatch',
        scope: { franchiseId: 'query' },
        summary: 'List working calendar links, newest first',
        answer: pageOf(CalendarFeed),
      }),
      query: FeedQuery,
    })
    .post(
      '/api/admin/workers/:id/calendar',
      ({ params, caller }) => createFeed(deps, { workerId: params.id }, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'dispatch',
          scope: { id: 'worker' },
          summary: 'Create a calendar link for a worker',
          description: replaces,
          answer: CreatedFeed,
          status: 201,
          refusals: { 404: 'Worker not found', 409: "The worker isn't active" },
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/franchises/:id/calendar',
      ({ params, caller }) => createFeed(deps, { franchiseId: params.id }, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'dispatch',
          scope: { id: 'franchise' },
          summary: 'Create a calendar link for a franchise',
          description: replaces,
          answer: CreatedFeed,
          status: 201,
          refusals: { 404: 'Franchise not found' },
        }),
        params: IdParam,
      },
    )
    .delete(
      '/api/admin/calendar-feeds/:id',
      ({ params, caller }) => revokeFeed(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'dispatch',
          scope: { id: 'feed' },
          summary: 'Revoke a calendar link',
          answer: CalendarFeed,
          refusals: { 404: 'Calendar link not found' },
        }),
        params: IdParam,
      },
    )
    .get('/api/work/calendar', async ({ caller }) => ({ feed: await ownFeed(deps, caller.subject) }), {
      ...endpoint(workerRule, {
        tag: 'Work',
        summary: 'Check whether you have a calendar link',
        answer: OwnFeed,
      }),
    })
    .post(
      '/api/work/calendar',
      ({ caller }) => createFeed(deps, { workerId: caller.subject }, actorOf(caller)),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          summary: 'Create your calendar link',
          description: replaces,
          answer: CreatedFeed,
          status: 201,
        }),
      },
    )
    .delete(
      '/api/work/calendar',
      async ({ caller }) => ({ feed: await revokeOwnFeed(deps, caller.subject, actorOf(caller)) }),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          summary: 'Revoke your calendar link',
          answer: OwnFeed,
        }),
      },
    )
