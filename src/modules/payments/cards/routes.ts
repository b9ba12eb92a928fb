import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint, endpoint } from '../../../http/endpoint'
import { nameModels } from '../../../http/openapi/names'
import { IdParam } from '../../../http/fields'
import { plumbing } from '../../../http/plumbing'
import { actorOf } from '../../../http/request'
import { assertSameEmail, NamedEmails, requireCustomer } from '../../customers'
import { openCardPage, sendCardLink } from './links'
import { CardAnswer, CardPage, CardRequested } from './model'
import { removeOwnCard } from './remove'
import { savedCardOf } from './rows'
import * as models from './model'

nameModels(models)

const own = {
  403: 'The proof is for another email address',
  409: 'Nobody has booked with this address',
}
const unknown = { 404: 'Customer not found' }

export const cardRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/account/card',
      ({ caller, query }) => {
        assertSameEmail(caller.subject, query)
        return openCardPage(deps, caller.subject)
      },
      {
        ...endpoint(
          { as: 'proof', limit: 30 },
          {
            tag: 'Customers',
            summary: 'Get the page where you can save a card',
            description: 'The page shows what you agree to. It works for an hour, for your own card only.',
            answer: CardPage,
            refusals: { ...own, 502: "Payments aren't set up" },
          },
        ),
        query: NamedEmails,
      },
    )
    .delete(
      '/api/account/card',
      ({ caller, query }) => {
        assertSameEmail(caller.subject, query)
        return removeOwnCard(deps, caller.subject)
      },
      {
        ...endpoint(
          { as: 'proof', limit: 30 },
          { tag: 'Customers', summary: 'Remove your saved card', answer: CardAnswer, refusals: own },
        ),
        query: NamedEmails,
      },
    )
    .get(
      '/api/admin/customers/:id/card',
      async ({ params }) => {
        const { id } = await requireCustomer(deps.store.read, params.id)
        return { card: await savedCardOf(deps.store.read, id) }
      },
      {
        ...adminEndpoint({
          needs: 'customers.read',
          scope: { id: 'customer' },
          summary: "Get a customer's saved card",
          answer: CardAnswer,
          refusals: unknown,
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/customers/:id/card-link',
      ({ params, caller }) => sendCardLink(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'customers.write',
          scope: { id: 'customer' },
          summary: 'Send a customer a link to save a card',
          description: 'The link works for 14 days, for this customer only.',
          answer: CardRequested,
          refusals: {
            ...unknown,
            409: 'The customer has no address, or was merged or erased',
            502: "Payments aren't set up",
          },
        }),
        params: IdParam,
      },
    )
