import { z } from 'zod'
import { Customer, listCustomers, presentCustomer, requireCustomer } from '../../modules/customers'
import { listJobs } from '../../modules/jobs'
import { reading } from '../tool'
import { BriefJob, briefJobs, firstOf, limitField, moreField } from './shared'

export const customerTools = [
  reading({
    name: 'find_customer',
    title: 'Find customers',
    description:
      'Finds customers by the beginning of a first or last name, an email address or a phone number. Use get_customer for their jobs.',
    needs: 'customers.read',
    scope: {},
    input: z.object({
      search: z.string().trim().min(1).max(200).describe('Such as "Rivera", "jordan@" or "303-555"'),
      limit: limitField,
    }),
    output: z.object({ customers: z.array(Customer), more: moreField }),
    run: async ({ deps, within }, { search, limit }) => {
      const list = listCustomers(deps, { q: search, franchiseId: within, limit, format: 'json' })
      const { rows, more } = await firstOf(list, limit)
      return { customers: rows.map(presentCustomer), more }
    },
  }),
  reading({
    name: 'get_customer',
    title: 'Get a customer',
    description: 'Returns one customer with contact details, opt-outs and their latest jobs.',
    needs: 'customers.read',
    scope: { body: { customerId: 'customer' } },
    input: z.object({ customerId: z.string().min(1).max(200).describe('From find_customer or a job') }),
    output: z.object({ customer: Customer, jobs: z.array(BriefJob), more: moreField }),
    run: async ({ deps, within }, { customerId }) => {
      const customer = presentCustomer(await requireCustomer(deps.store.read, customerId))
      const list = await listJobs(deps, { customerId, franchiseId: within, limit: 20, format: 'json' })
      const { rows, more } = await firstOf(list, 20)
      return { customer, jobs: await briefJobs(deps, rows), more }
    },
  }),
]
