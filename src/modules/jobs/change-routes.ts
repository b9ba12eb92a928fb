import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { Job, NotifyInput, OfferInput, Offered, UndoInput } from './model'
import { offerTime } from './offer'
import { notifyOfChange, undoChange } from './undo'

const unknown = { 404: 'Job not found' }

/** The steps around a change of a visit: take it back, decide about its message, or offer the customer a time. */
export const visitChangeRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/admin/jobs/:id/undo',
      ({ params, body, caller }) => undoChange(deps, params.id, { ...body, actor: actorOf(caller) }),
      {
        ...adminEndpoint({
          operationId: 'undoJobChange',
          needs: 'dispatch',
          scope: { id: 'job' },
          summary: 'Take back the last change of a visit and its message',
          description:
            'Works for a few seconds, while a message queued with `undoable` still waits. Send the revision that the change answered with.',
          answer: Job,
          refusals: {
            ...unknown,
            409: 'The time is over, the message has left, or the job has changed since',
          },
        }),
        params: IdParam,
        body: UndoInput,
      },
    )
    .post(
      '/api/admin/jobs/:id/notify',
      ({ params, body, caller }) => notifyOfChange(deps, params.id, { ...body, actor: actorOf(caller) }),
      {
        ...adminEndpoint({
          operationId: 'notifyOfJobChange',
          needs: 'dispatch',
          scope: { id: 'job' },
          summary: 'Decide whether the customer hears about the last change of a visit',
          description: 'Works as long as `undo` does.',
          answer: Job,
          refusals: {
            ...unknown,
            409: 'The time is over, the message has left, or the job has changed since',
          },
        }),
        params: IdParam,
        body: NotifyInput,
      },
    )
    .post(
      '/api/admin/jobs/:id/offer',
      ({ params, body, caller }) => offerTime(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          operationId: 'offerTime',
          needs: 'dispatch',
          scope: { id: 'job' },
          summary: 'Offer the customer another arrival window, or ask for one',
          description:
            'Sends an email, or a text to customers without one. The same offer is sent once. The customer answers by replying or calling.',
          answer: Offered,
          refusals: { ...unknown, 409: "The job isn't waiting, or there is no way to reach the customer" },
        }),
        params: IdParam,
        body: OfferInput,
      },
    )
