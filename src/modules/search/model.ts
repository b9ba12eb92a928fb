import { z } from 'zod'
import { idOf, queryNumber, searchText } from '../../http/fields'
import { FoundCustomer } from '../customers'
import { Invoice } from '../invoices'
import { Job } from '../jobs'
import { Worker } from '../workforce'

export const SearchQuery = z.object({
  q: searchText.describe(
    'Words of a name or address, an email, a phone number in any format or its last digits, a reference or an invoice number',
  ),
  franchiseId: idOf(100).optional(),
  limit: queryNumber(z.int().min(1).max(20))
    .default(6)
    .meta({ default: 6, description: 'Results of each kind' }),
})
export type SearchQuery = z.infer<typeof SearchQuery>

export const FoundJob = Job.pick({
  id: true,
  reference: true,
  status: true,
  type: true,
  customerName: true,
  address: true,
  franchiseId: true,
  scheduledStart: true,
})
export const FoundInvoice = Invoice.pick({
  id: true,
  kind: true,
  status: true,
  number: true,
  customerName: true,
  total: true,
  paidAt: true,
})
export const FoundWorker = Worker.pick({ id: true, name: true, phone: true, active: true, franchiseId: true })

export const SearchResults = z
  .object({
    customers: z.array(FoundCustomer),
    jobs: z.array(FoundJob),
    invoices: z.array(FoundInvoice),
    workers: z.array(FoundWorker),
  })
  .describe('Best matches first, then the newest. Kinds that the caller may not read are empty.')
export type SearchResults = z.infer<typeof SearchResults>
