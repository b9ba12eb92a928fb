import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { allows } from '../../http/hq-caller'
import { answerList, pageOf } from '../../http/listing'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { addressesOf, removeAddress, saveAddress, withoutCodes } from './addresses'
import {
  AddressInput,
  AddressRemoval,
  CustomerFileQuery,
  CustomerNote,
  CustomerNoteChange,
  CustomerNoteInput,
  CustomerNoteQuery,
  CustomerTagChange,
  CustomerTags,
  SavedAddresses,
  TagQuery,
  UsedTag,
} from './file-model'
import { addNote, changeNote, listNotes } from './notes'
import { requireCustomer } from './records'
import { changeTags, listTags } from './tags'
import * as models from './file-model'

nameModels(models)

const unknown = { 404: 'Customer not found' }
const gone = { ...unknown, 409: 'The customer was erased or merged' }
const read = { needs: 'customers.read', scope: { id: 'customer', franchiseId: 'query' } } as const
const write = { needs: 'customers.write', scope: { id: 'customer', franchiseId: 'body' } } as const

/** A customer's notes, tags and addresses. */
export const customerFileRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/customers/:id/notes',
      async ({ params, query }) => {
        const { id } = await requireCustomer(deps.store.read, params.id)
        return answerList(query, 'notes', listNotes(deps, id, query))
      },
      {
        ...adminEndpoint({
          ...read,
          operationId: 'listCustomerNotes',
          summary: 'List the notes about a customer, pinned ones first',
          answer: pageOf(CustomerNote),
          refusals: unknown,
        }),
        params: IdParam,
        query: CustomerNoteQuery,
      },
    )
    .post(
      '/api/admin/customers/:id/notes',
      ({ params, body, caller, once }) => addNote(deps, params.id, body, actorOf(caller), once),
      {
        ...adminEndpoint({
          ...write,
          operationId: 'addCustomerNote',
          summary: 'Add a note about a customer',
          answer: CustomerNote,
          status: 201,
          idempotent: true,
          refusals: gone,
          bodyExample: { text: 'The gate code is on the fridge magnet.', pinned: true },
        }),
        params: IdParam,
        body: CustomerNoteInput,
      },
    )
    .patch(
      '/api/admin/customer-notes/:id',
      ({ params, body, caller }) => changeNote(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'customers.write',
          scope: { id: 'note' },
          operationId: 'changeCustomerNote',
          summary: 'Edit, pin, delete or restore a note about a customer',
          answer: CustomerNote,
          refusals: { 404: 'Note not found', 409: 'The customer was erased or merged' },
        }),
        params: IdParam,
        body: CustomerNoteChange,
      },
    )
    .get('/api/admin/customer-tags', ({ query }) => answerList(query, 'tags', listTags(deps, query)), {
      ...adminEndpoint({
        needs: 'customers.read',
        scope: { franchiseId: 'query' },
        operationId: 'listCustomerTags',
        summary: 'List the tags in use',
        answer: pageOf(UsedTag),
      }),
      query: TagQuery,
    })
    .post(
      '/api/admin/customers/:id/tags',
      async ({ params, body, caller }) => ({
        tags: await changeTags(deps, params.id, body, actorOf(caller)),
      }),
      {
        ...adminEndpoint({
          ...write,
          operationId: 'changeCustomerTags',
          summary: 'Add tags to a customer, or remove them',
          answer: CustomerTags,
          refusals: gone,
          bodyExample: { add: ['VIP'], remove: [] },
        }),
        params: IdParam,
        body: CustomerTagChange,
      },
    )
    .get(
      '/api/admin/customers/:id/addresses',
      async ({ params, query, caller }) => {
        const { id } = await requireCustomer(deps.store.read, params.id)
        const addresses = await addressesOf(deps.store.read, id, query.franchiseId ?? null)
        return { addresses: allows(caller, 'customers.write') ? addresses : withoutCodes(addresses) }
      },
      {
        ...adminEndpoint({
          ...read,
          operationId: 'listCustomerAddresses',
          summary: 'List the addresses of a customer, the latest first',
          answer: SavedAddresses,
          refusals: unknown,
        }),
        params: IdParam,
        query: CustomerFileQuery,
      },
    )
    .put(
      '/api/admin/customers/:id/addresses',
      async ({ params, body, caller }) => ({
        addresses: await saveAddress(deps, params.id, body, actorOf(caller)),
      }),
      {
        ...adminEndpoint({
          ...write,
          operationId: 'saveCustomerAddress',
          summary: 'Add an address to a customer, or change its label, gate code or pets',
          answer: SavedAddresses,
          refusals: gone,
          bodyExample: {
            address: '1420 Larimer St, Denver, CO 80202',
            label: 'Rental',
            gateCode: '#4711',
            pets: 'Friendly dog in the yard',
          },
        }),
        params: IdParam,
        body: AddressInput,
      },
    )
    .post(
      '/api/admin/customers/:id/addresses/remove',
      async ({ params, body, caller }) => ({
        addresses: await removeAddress(deps, params.id, body, actorOf(caller)),
      }),
      {
        ...adminEndpoint({
          ...write,
          operationId: 'removeCustomerAddress',
          summary: 'Remove an address from a customer',
          description: 'Jobs keep theirs. A job booked there later brings the address back.',
          answer: SavedAddresses,
          refusals: { 404: 'Customer or address not found', 409: gone[409] },
        }),
        params: IdParam,
        body: AddressRemoval,
      },
    )
